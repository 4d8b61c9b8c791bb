"""Rated games and the ratings that result from them.

All of it is a projection that ``rebuild_projections`` computes again from the logs.
"""

from django.conf import settings
from django.db import models

from games.models.games import Game


class RatedGame(models.Model):
    """
    A finished game that counts for ratings. ``ranks`` are by number of seat. At the
    seats in ``substituted`` somebody else played at the end. ``is_waiting`` is set
    until its players are rated. Games count in the order in which they ended.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="rated"
    )
    player_count = models.PositiveSmallIntegerField("number of players")
    ended_at = models.DateTimeField("ended")
    ranks = models.JSONField()
    substituted = models.JSONField("seats with a substitute", default=list)
    is_waiting = models.BooleanField("waiting", default=True)

    class Meta:
        indexes = [
            # ratings.rating.rate_games
            models.Index(
                fields=["game"],
                condition=models.Q(is_waiting=True),
                name="rated_game_waiting",
            ),
            # ratings.rating.rate_games: games to rate again after one game
            models.Index(
                fields=["player_count", "ended_at", "game"], name="rated_game_order"
            ),
        ]

    def __str__(self) -> str:
        return f"result of {self.game_id}"


class PlayerRating(models.Model):
    """
    The rating of a player after a rated game, in the points of ``games.ratings.scale``.
    The latest one for a number of players is the current one. ``change`` is how much
    the game changed the ``mean``.
    """

    rated_game = models.ForeignKey(
        RatedGame, on_delete=models.CASCADE, related_name="ratings"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings"
    )
    mean = models.FloatField()
    deviation = models.FloatField()
    change = models.FloatField()

    class Meta:
        verbose_name = "rating"
        constraints = [
            models.UniqueConstraint(
                fields=["rated_game", "user"], name="rating_once_a_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.mean:.0f} of {self.user_id}"
