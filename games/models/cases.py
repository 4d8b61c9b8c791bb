"""Cases that the staff look into, and the staff's own notes."""

from django.conf import settings
from django.db import models

from games.models.games import Game
from games.models.moderation import LONGEST_REASON, ModerationAction

LONGEST_NOTE = 1000


class CaseQuerySet(models.QuerySet["Case"]):
    def open(self) -> "CaseQuerySet":
        return self.filter(closed_at=None)

    def in_order(self, now: object) -> "CaseQuerySet":
        """
        Sort open cases: unread ones, then those in progress, then those that wait.
        Within each group the oldest comes first.
        """
        part = models.Case(
            models.When(waits_until__gt=now, then=2),
            models.When(UNREAD, then=0),
            default=1,
        )
        return self.alias(part=part).order_by("part", "opened_at", "pk")


class Case(models.Model):
    """
    A matter that the staff look into: reports about one thing, or an appeal.

    An appeal is against ``act``, and then ``person`` is the one whom the act affected.
    ``reported_at`` is the time of the latest report. ``taken_at`` is when a member of
    the staff first handled the case, ``handled_at`` when one last did. ``assignee`` is
    in charge. Until ``waits_until`` nothing has to be done. The case is open until
    ``closed_at``; ``outcome`` says how it ended, and ``is_granted`` whether an appeal
    was granted.
    """

    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="cases"
    )
    #: Whom the reports are about. The seat may have passed to somebody else since.
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
            # the desk: open cases
            models.Index(
                fields=["opened_at"],
                condition=models.Q(closed_at__isnull=True),
                name="case_open",
            ),
            # the desk: recently closed cases
            models.Index(fields=["-closed_at"], name="case_closed"),
        ]

    def __str__(self) -> str:
        return f"case {self.pk}"

    @property
    def is_unread(self) -> bool:
        """Whether there is a report that nobody has looked at."""
        return self.handled_at is None or self.handled_at < self.reported_at


#: Matches cases with a report that nobody has looked at.
UNREAD = models.Q(handled_at__isnull=True) | models.Q(
    handled_at__lt=models.F("reported_at")
)


class StaffNote(models.Model):
    """
    A note that the staff keep about a person, a game or a case.

    People find the notes about them in their data export, without ``by``. The notes are
    deleted with the person.
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
