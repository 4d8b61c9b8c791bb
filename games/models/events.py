"""Stored events, one row each. They never change, and are deleted once archived."""

from typing import Self

from django.db import models
from django.db.models.functions import Left
from django.utils.translation import gettext_lazy as _

from games.models.conditions import unique_where_set
from games.models.games import Game
from stoneage_core.fields import MOST_SEATS
from stoneage_core.match.state import Source

#: The name of each source.
SOURCE_NAMES = {
    Source.PAGE: _("on the page"),
    Source.REPLY: _("by replying to an email"),
    Source.API: _("by a program"),
    Source.ORDERS: _("orders"),
    Source.AUTOMATIC: _("bot"),
    Source.TIMEOUT: _("time ran out"),
    Source.AUTOPILOT: _("autopilot"),
    Source.STAFF: _("the moderators"),
    Source.SERVICE: _("the service"),
}


#: How many digits of a hash identify an event, if nobody forges hashes.
MARK_DIGITS = 12


class StoredEvents(models.QuerySet["StoredEvent"]):
    def moves(self) -> Self:
        """Return the first events of moves, whose commands are stored in notation."""
        return self.exclude(command="").exclude(command__startswith="{")


class StoredEvent(models.Model):
    """
    One event of a game's stream. The database refuses to update or delete it.

    Only events that the game's ``GameArchive`` holds may be deleted.

    ``data`` is canonical JSON as ``stoneage_core.record.codec`` writes it.
    ``decided_by`` is the player whose decision led to the event. The first event of a
    decision holds its ``command``, as text, and the first event of a move also the
    ``request_id`` that made it, if any. ``games.log.chain`` explains ``hash``.
    """

    game = models.ForeignKey(
        Game,
        on_delete=models.PROTECT,
        related_name="events",
        db_index=False,  # event_sequence_once_a_game begins with it
    )
    sequence = models.PositiveIntegerField()
    type = models.CharField(max_length=40)
    schema_version = models.PositiveSmallIntegerField()
    data = models.TextField()
    decided_by = models.PositiveSmallIntegerField(null=True)
    source = models.CharField(
        max_length=10,
        choices=[(source.value, name) for source, name in SOURCE_NAMES.items()],
    )
    command = models.TextField(blank=True, default="")
    request_id = models.UUIDField("request", null=True)
    recorded_at = models.DateTimeField("recorded")
    hash = models.CharField(max_length=64)

    objects = StoredEvents.as_manager()

    class Meta:
        indexes = [
            # store.lookups.find_event: the event with the hash that an email quotes
            models.Index(Left("hash", MARK_DIGITS), name="event_mark")
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "sequence"], name="event_sequence_once_a_game"
            ),
            unique_where_set("game", "request_id", name="event_request_once_a_game"),
            models.CheckConstraint(
                name="event_sequence_from_one", condition=models.Q(sequence__gte=1)
            ),
            models.CheckConstraint(
                name="event_decided_by_valid",
                condition=models.Q(decided_by__isnull=True)
                | models.Q(decided_by__lt=MOST_SEATS),
            ),
            models.CheckConstraint(
                name="event_source_known",
                condition=models.Q(source__in=[source.value for source in Source]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.sequence} {self.type}"
