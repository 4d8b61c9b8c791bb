"""Stored events, and archives, checks and reviews of a game's events."""

from typing import Self

from django.db import models
from django.db.models.functions import Left
from django.utils.translation import gettext_lazy as _

from games.models.fields import index_where_set, unique_where_set
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
    One event of a game's stream. The database refuses to update or delete it. Only
    events that the game's ``GameArchive`` holds may be deleted. ``data`` is canonical
    JSON as ``stoneage_core.record.codec`` writes it. ``decided_by`` is the player whose
    decision led to the event. The first event of a decision holds its ``command``, as
    text, and the first event of a move also the ``request_id`` that made it, if any.
    ``games.log.chain`` explains ``hash``.
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
            # log.lookups.find_event: the event with the hash that an email quotes
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


class GameArchive(models.Model):
    """
    The first events of a finished game, compressed. The database refuses to change it.
    It replaces the rows of ``StoredEvent`` up to ``last_sequence``, which are deleted;
    later events are rows again. ``head`` is the hash of its last event, and
    ``last_recorded_at`` that event's time. ``games.log.archive`` explains ``content``,
    ``parts`` and ``marks``.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.PROTECT, related_name="archive"
    )
    last_sequence = models.PositiveIntegerField("last event")
    head = models.CharField("hash of the last event", max_length=64)
    last_recorded_at = models.DateTimeField("last event recorded")
    content = models.BinaryField()
    parts = models.JSONField()
    marks = models.BinaryField()
    archived_at = models.DateTimeField("archived")

    class Meta:
        verbose_name = "archive of a game"
        verbose_name_plural = "archives of games"

    def __str__(self) -> str:
        return f"archive of {self.game_id}"


class GameWords(models.Model):
    """
    What the staff search a game's events by: each sentence and command once, a line
    each, in small letters, without names. It can be computed again at any time.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="words"
    )
    text = models.TextField()

    class Meta:
        verbose_name = "words of a game"
        verbose_name_plural = "words of games"

    def __str__(self) -> str:
        return f"words of {self.game_id}"


class GameCheck(models.Model):
    """A successful check of a game as of event ``version`` with the hash ``head``."""

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="check_passed"
    )
    version = models.PositiveIntegerField("up to event")
    head = models.CharField("hash of that event", max_length=64, blank=True)
    checked_at = models.DateTimeField("checked")

    class Meta:
        verbose_name = "check of a game"
        verbose_name_plural = "checks of games"

    def __str__(self) -> str:
        return f"check of {self.game_id}"


class GameReview(models.Model):
    """
    A review as far as workers have got with it. It can be computed again at any time.
    All decisions up to event ``upto`` are in ``rounds`` and ``decisions``, lists of
    what ``stoneage_core.opponents.reviewing`` returns. ``ending`` has each seat's
    chance just before an early end, or nothing. ``due_at`` is when a process may
    continue. It is None once the review is done or, at ``failed_at``, was given up.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="review"
    )
    due_at = models.DateTimeField("due", null=True)
    failed_at = models.DateTimeField("given up", null=True)
    upto = models.PositiveIntegerField("reviewed up to event", default=0)
    rounds = models.JSONField(default=list)
    decisions = models.JSONField(default=list)
    ending = models.JSONField(default=list)

    class Meta:
        verbose_name = "review"
        indexes = [
            # history.reviewing.due_reviews: reviews that are not done
            index_where_set("due_at", "review_due"),
        ]

    def __str__(self) -> str:
        return f"review of {self.game_id}"
