"""Cases: what the staff look into, until one of them closes it; and their own notes."""

from django.conf import settings
from django.db import models

from games.models.games import Game
from games.models.moderation import LONGEST_REASON, ModerationAction

LONGEST_NOTE = 1000


class CaseQuerySet(models.QuerySet["Case"]):
    """Cases as a desk sorts them."""

    def open(self) -> "CaseQuerySet":
        """Return what nobody has closed."""
        return self.filter(closed_at=None)

    def in_order(self, now: object) -> "CaseQuerySet":
        """
        Sort open cases: unread ones, then those in hand, then those that wait.

        In each part the oldest is the first.
        """
        part = models.Case(
            models.When(waits_until__gt=now, then=2),
            models.When(UNREAD, then=0),
            default=1,
        )
        return self.alias(part=part).order_by("part", "opened_at", "pk")


class Case(models.Model):
    """
    A matter that the staff look into: reports of one matter, or an appeal.

    An appeal is against ``act``; ``person`` is then who was acted upon. ``reported_at``
    is the moment of the latest report. ``taken_at`` is when somebody of the staff first
    took it up, ``handled_at`` when one last did anything with it. ``assignee`` has it
    in hand. Until ``waits_until`` nothing need be done. It is open until ``closed_at``;
    ``outcome`` says what came of it, and ``is_granted`` whether an appeal was right.
    """

    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="cases"
    )
    #: Who is reported: another may have the seat by the time that it is looked into.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="cases",
    )
    act = models.ForeignKey(
        ModerationAction,
        verbose_name="against the act",
        null=True,
        on_delete=models.PROTECT,
        related_name="appeals",
    )
    opened_at = models.DateTimeField("opened")
    reported_at = models.DateTimeField("last reported")
    taken_at = models.DateTimeField("taken up", null=True)
    handled_at = models.DateTimeField("handled", null=True)
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="in the hands of",
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    waits_until = models.DateTimeField(null=True)
    closed_at = models.DateTimeField("closed", null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    outcome = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    is_granted = models.BooleanField("appeal granted", null=True)

    objects = CaseQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="case_closed_by_somebody_then",
                condition=models.Q(closed_at__isnull=False)
                | models.Q(closed_by__isnull=True),
            ),
        ]
        indexes = [
            # The desk: what is to be looked into
            models.Index(
                fields=["opened_at"],
                condition=models.Q(closed_at__isnull=True),
                name="case_open",
            ),
            # The desk: what was closed lately
            models.Index(fields=["-closed_at"], name="case_closed"),
        ]

    def __str__(self) -> str:
        return f"case {self.pk}"

    @property
    def is_unread(self) -> bool:
        """Whether something was reported that nobody has taken up."""
        return self.handled_at is None or self.handled_at < self.reported_at


#: Of a case in which something was reported that nobody has taken up.
UNREAD = models.Q(handled_at__isnull=True) | models.Q(
    handled_at__lt=models.F("reported_at")
)


class StaffNote(models.Model):
    """
    A word of the staff among themselves: about a person or a game, or in a case.

    Whom it is about finds it among their data, without ``by``; it goes with them.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.CASCADE,
        related_name="staff_notes",
    )
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="staff_notes"
    )
    case = models.ForeignKey(
        Case, null=True, on_delete=models.CASCADE, related_name="notes"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.TextField(max_length=LONGEST_NOTE)
    written_at = models.DateTimeField("written")

    class Meta:
        verbose_name = "note of the staff"
        verbose_name_plural = "notes of the staff"

    def __str__(self) -> str:
        return f"note {self.pk}"
