"""Ratings as they are read: what a rated game came to, and what it made of its players.

All of it is a projection, made again from the logs by ``rebuild_projections``.
"""

from django.conf import settings
from django.db import models

from games.models.games import Game


class RatedGame(models.Model):
    """
    A rated game that is over and counts; ``ranks`` are by number of seat.

    On the seats that are ``substituted`` somebody else played at the end. It
    ``is_waiting`` until its players are rated. Games count in the order of their ends.
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
            # ratings.rate_games
            models.Index(
                fields=["game"],
                condition=models.Q(is_waiting=True),
                name="rated_game_waiting",
            ),
            # ratings.rate_games: what has to be rated after one game
            models.Index(
                fields=["player_count", "ended_at", "game"], name="rated_game_order"
            ),
        ]

    def __str__(self) -> str:
        return f"result of {self.game_id}"


class PlayerRating(models.Model):
    """
    The rating of a player after a rated game, in the points of ``games.ratings.scale``.

    The latest one for a count of players is theirs now. ``change`` is what the game
    added to the ``mean``.
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
