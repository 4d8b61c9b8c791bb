"""Follows: who gets emails about which games."""

from django.conf import settings
from django.db import models

from games.models.conditions import unique_where_set
from games.models.games import Game
from games.models.users import Profile


class Follow(models.Model):
    """
    A user follows a game, or all games of the person with a profile. It is deleted with
    the profile: people without a profile cannot be followed.
    """

    follower = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows"
    )
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="follows"
    )
    profile = models.ForeignKey(
        Profile, null=True, on_delete=models.CASCADE, related_name="follows"
    )
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="follow_of_one_thing",
                condition=models.Q(game__isnull=False, profile__isnull=True)
                | models.Q(game__isnull=True, profile__isnull=False),
            ),
            unique_where_set("follower", "game", name="follow_game_once"),
            unique_where_set("follower", "profile", name="follow_profile_once"),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} follows {self.game_id or self.profile_id}"
