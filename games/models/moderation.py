"""Actions of the staff. They are never changed or deleted."""

from django.conf import settings
from django.db import models

from games.models.games import Game
from games.models.leagues import League
from stoneage_core.fields import MOST_SEATS

LONGEST_REASON = 500


class ModerationAction(models.Model):
    """
    One action of a moderator: who, when, on what, and why. The database keeps it as it
    is.

    ``kind`` is the key of the action (see ``games.moderation``). ``sequence`` is the
    event that records it in a game's stream, or None if it changed no game.
    ``seat_number`` is the affected seat, ``user`` the person, ``league`` the league,
    ``case`` the case that led to it. The game's log holds a commitment to the
    ``reason``, made with the ``nonce``, in hex.
    """

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="moderation_actions",
    )
    kind = models.CharField("act", max_length=10)
    game = models.ForeignKey(
        Game, null=True, on_delete=models.PROTECT, related_name="moderation_actions"
    )
    seat_number = models.PositiveSmallIntegerField("seat", null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="person",
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
    )
    league = models.ForeignKey(
        League, null=True, on_delete=models.PROTECT, related_name="+"
    )
    case = models.ForeignKey(
        "games.Case", null=True, on_delete=models.PROTECT, related_name="acts"
    )
    reason = models.CharField(max_length=LONGEST_REASON)
    nonce = models.CharField(max_length=64, editable=False)
    sequence = models.PositiveIntegerField("event", null=True)
    acted_at = models.DateTimeField("when")

    class Meta:
        verbose_name = "act of the staff"
        verbose_name_plural = "acts of the staff"
        constraints = [
            models.CheckConstraint(
                name="moderation_action_has_a_reason", condition=~models.Q(reason="")
            ),
            models.CheckConstraint(
                name="moderation_action_seat_valid",
                condition=models.Q(seat_number__isnull=True)
                | models.Q(seat_number__lt=MOST_SEATS),
            ),
        ]

    def __str__(self) -> str:
        return f"act {self.pk}"


class StaffTrace(models.Model):
    """
    What somebody of the staff looked at, or whose rights were changed.

    ``by`` is None if it was done on the server. Looks at the same thing within an hour
    are one row. Administrators can read these rows, and nobody can change them.
    """

    class What(models.TextChoices):
        PERSON = "person", "looked at a person"
        GAME = "game", "looked at a game on the desk"
        RECORD = "record", "read the record of a running game"
        EVENTS = "events", "searched what happened"
        LIST = "list", "read a list of the admin"
        RIGHTS = "rights", "changed rights"

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="traces",
    )
    what = models.CharField(max_length=6, choices=What.choices)
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="+"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="person",
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    detail = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    at = models.DateTimeField("when")

    class Meta:
        verbose_name = "trace of the staff"
        verbose_name_plural = "traces of the staff"
        indexes = [models.Index(fields=["by", "at"], name="staff_trace_by")]

    def __str__(self) -> str:
        return f"{self.by_id} {self.get_what_display()}"
