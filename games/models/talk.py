"""Table talk, readers' mutes, and reports to the staff."""

from typing import Self

from django.conf import settings
from django.db import models

from games.models.fields import unique_where_set
from games.models.games import Game
from games.models.moderation import Case
from games.models.seats import Seat

LONGEST_MESSAGE = 1000
LONGEST_REPORT = 1000


class TalkMessageQuerySet(models.QuerySet["TalkMessage"]):
    def by_players(self) -> Self:
        return self.filter(seat__isnull=False)

    def by_spectators(self) -> Self:
        return self.filter(seat=None)

    def readable(self) -> Self:
        """Return messages that everybody at the table can read."""
        return self.filter(hidden_at=None).exclude(text="")


class TalkMessage(models.Model):
    """
    A message at a table, plain text. ``user`` is who had the seat then. Messages
    without a seat are those of spectators, who talk among themselves. While
    ``hidden_at`` is set only the staff can read it. ``text`` is empty after its
    writer's data was deleted.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="talk")
    seat = models.ForeignKey(
        Seat, null=True, on_delete=models.CASCADE, related_name="talk"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="talk",
    )
    text = models.TextField(max_length=LONGEST_MESSAGE, blank=True)
    said_at = models.DateTimeField("said")
    hidden_at = models.DateTimeField("hidden", null=True)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    objects = TalkMessageQuerySet.as_manager()

    class Meta:
        verbose_name = "table talk"
        verbose_name_plural = "table talk"
        constraints = [
            models.CheckConstraint(
                name="talk_hidden_by_somebody_then",
                condition=models.Q(hidden_at__isnull=False)
                | models.Q(hidden_by__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"message {self.pk} in {self.game_id}"


class TalkMute(models.Model):
    """
    A user's choice to hear no talk of one person, or at one table. Nobody else learns
    of it. A mute by the staff is ``User.muted_until``.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="talk_mutes"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="muted person",
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
    )
    game = models.ForeignKey(
        Game, verbose_name="muted table", null=True, on_delete=models.CASCADE
    )

    class Meta:
        verbose_name = "mute"
        constraints = [
            models.CheckConstraint(
                name="talk_mute_of_one",
                condition=models.Q(person=None) ^ models.Q(game=None),
            ),
            unique_where_set("user", "person", name="talk_mute_person_once"),
            unique_where_set("user", "game", name="talk_mute_table_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} mutes {self.person_id or self.game_id}"


class TalkRead(models.Model):
    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="talk_read"
    )
    upto = models.PositiveBigIntegerField("read up to", default=0)

    def __str__(self) -> str:
        return f"{self.seat_id} has read up to {self.upto}"


class Report(models.Model):
    """
    A request to the staff to look at a message, a player or a game, or at an act of
    theirs. In the last case its ``case`` is an appeal. Only the staff learn of a
    report, and nobody else ever learns who the ``reporter`` was. ``reason`` is empty
    after the reporter's data was deleted.
    """

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="reports")
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="reports"
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="reports",
    )
    seat = models.ForeignKey(
        Seat,
        verbose_name="about the seat",
        null=True,
        on_delete=models.SET_NULL,
        related_name="reports",
    )
    message = models.ForeignKey(
        TalkMessage,
        verbose_name="about the message",
        null=True,
        on_delete=models.SET_NULL,
        related_name="reports",
    )
    reason = models.TextField(max_length=LONGEST_REPORT, blank=True)
    made_at = models.DateTimeField("made")

    def __str__(self) -> str:
        return f"report {self.pk}"
