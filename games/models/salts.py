"""The secrets behind a game's dice: its seed, and what players added to it."""

from django.conf import settings
from django.db import models

from games.models.games import Game
from games.models.seats import Seat

LONGEST_WORDS = 200


class GameSeed(models.Model):
    """
    The secret behind a game's dice: never in its state, a log or the admin.

    Its SHA-256 is in the first event; the seed itself comes with the last one.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="seed"
    )
    secret = models.BinaryField()

    def __str__(self) -> str:
        return f"seed of {self.game_id}"


class PinchOfSalt(models.Model):
    """
    What somebody typed when they joined, and the nonce that hides it in the log.

    The log holds the salt alone, made of both (``stoneage_core.salt_of``). This row is
    for whoever joined to compare, whoever has the seat by now, and goes when they are
    forgotten: nobody can find out any more what the salt was made of.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="pinch"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pinches"
    )
    words = models.CharField(max_length=LONGEST_WORDS, blank=True)
    nonce = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"pinch of salt of {self.seat_id}"
