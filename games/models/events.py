"""What happened, one row for each event, never changed and never removed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import MOST_SEATS, Game


class DecidedHow(models.TextChoices):
    """
    Who or what decided that an event should happen.

    The steward plays a seat whose player stayed away; what it decides when time runs
    out on somebody else is a matter of TIMEOUT.
    """

    PAGE = "page", _("on the page")
    REPLY = "reply", _("by answering a mail")
    ORDERS = "orders", _("standing orders")
    AUTOMATIC = "automatic", _("automatic player")
    TIMEOUT = "timeout", _("time ran out")
    STEWARD = "steward", _("the steward")
    STAFF = "staff", _("the staff")
    SYSTEM = "system", _("the service")

    @property
    def is_by_hand(self) -> bool:
        """Whether a player decided at that very moment, on the page or by mail."""
        return self in (DecidedHow.PAGE, DecidedHow.REPLY)

    @property
    def is_in_person(self) -> bool:
        """Whether a player decided, now or by what they had written down."""
        return self.is_by_hand or self is DecidedHow.ORDERS


class StoredEvent(models.Model):
    """
    One event of a game's stream; the database refuses to update or delete it.

    ``data`` is canonical JSON as ``stoneage_core.codec`` writes it. ``decided_by`` is
    the player whose decision led to the event; ``command`` its text and ``request_id``
    the request that brought it, both at the first event of a decision only. ``hash``
    is explained in ``games.store.chain``.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events")
    sequence = models.PositiveIntegerField("sequence")
    type = models.CharField("type", max_length=40)
    schema_version = models.PositiveSmallIntegerField("schema version")
    rules_version = models.PositiveSmallIntegerField("rules version")
    data = models.TextField("data")
    decided_by = models.PositiveSmallIntegerField("decided by", null=True)
    decided_how = models.CharField(
        "decided how", max_length=10, choices=DecidedHow.choices
    )
    command = models.CharField("command", max_length=200, blank=True, default="")
    request_id = models.UUIDField("request", null=True)
    recorded_at = models.DateTimeField("recorded")
    hash = models.CharField("hash", max_length=64)

    class Meta:
        verbose_name = "stored event"
        verbose_name_plural = "stored events"
        indexes = [
            # games.history.hash_lookup: which event has the hash that a mail quotes
            models.Index(fields=["hash"], name="event_hash"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "sequence"], name="event_sequence_once_a_game"
            ),
            models.UniqueConstraint(
                fields=["game", "request_id"],
                condition=models.Q(request_id__isnull=False),
                name="event_request_once_a_game",
            ),
            models.CheckConstraint(
                name="event_sequence_from_one", condition=models.Q(sequence__gte=1)
            ),
            models.CheckConstraint(
                name="event_decided_by_valid",
                condition=models.Q(decided_by__isnull=True)
                | models.Q(decided_by__lt=MOST_SEATS),
            ),
            models.CheckConstraint(
                name="event_decided_how_known",
                condition=models.Q(decided_how__in=DecidedHow.values),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.sequence} {self.type}"
