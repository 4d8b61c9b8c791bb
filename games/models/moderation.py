"""What the staff do and look into: acts, cases and notes."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.fields import check_known
from games.models.games import Game
from games.models.leagues import League
from games.models.users import User
from stoneage_core.fields import MOST_SEATS

LONGEST_REASON = 500


class ModerationAction(models.Model):
    """
    One action of a moderator: who, when, on what, and why. The database keeps it as it
    is. ``kind`` is the key of the action (see ``games.moderation``). ``sequence`` is
    the event that records it in a game's stream, or None if it changed no game.
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
    are one row. Administrators can read these rows. The database keeps them as they
    are, also when ``user`` is deleted: then the number of the former row remains.
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
        on_delete=models.PROTECT,
        related_name="traces",
    )
    what = models.CharField(max_length=6, choices=What.choices)
    game = models.ForeignKey(
        Game, null=True, on_delete=models.PROTECT, related_name="+"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="person",
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
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


LONGEST_NOTE = 1000


class ReportKind(models.TextChoices):
    """What a report is about. The reporter chooses it, and the staff can change it."""

    STALLING = "stalling", _("Letting others wait")
    ABUSE = "abuse", _("Insults or harassment")
    COLLUSION = "collusion", _("Playing together against others")
    ACCOUNTS = "accounts", _("One person with several accounts")
    LOST_LINK = "lost_link", _("I can’t get into my game")
    ADDRESS = "address", _("My address is wrong or lost")
    TOURNAMENT = "tournament", _("A league or tournament")
    BUG = "bug", _("Something doesn’t work")
    OTHER = "other", _("Something else")

    @property
    def asks_for_help(self) -> bool:
        return self in HELP_KINDS


#: Requests for help are a queue of their own.
HELP_KINDS = (
    *(ReportKind.LOST_LINK, ReportKind.ADDRESS),
    *(ReportKind.TOURNAMENT, ReportKind.BUG),
)
#: What can be wrong with a player or a message.
CONDUCT_KINDS = (
    *(ReportKind.STALLING, ReportKind.ABUSE, ReportKind.COLLUSION),
    *(ReportKind.ACCOUNTS, ReportKind.OTHER),
)


class CaseQuerySet(models.QuerySet["Case"]):
    def open(self) -> "CaseQuerySet":
        return self.filter(closed_at=None)

    def in_order(self, by: User, now: datetime) -> "CaseQuerySet":
        """
        Sort open cases: unread ones, then those in progress, then those that wait.
        Within each group those in which ``by`` took part come first, and then the
        oldest. ``is_own`` says of each whether they did.
        """
        part = models.Case(
            models.When(waits_until__gt=now, then=2),
            models.When(UNREAD, then=0),
            default=1,
        )
        case = models.OuterRef("pk")
        asked = CaseMessage.objects.filter(case=case, by=by)
        acted = ModerationAction.objects.filter(case=case, by=by)
        noted = StaffNote.objects.filter(case=case, by=by)
        took_part = models.Q(assignee=by)
        for rows in (asked, acted, noted):
            took_part |= models.Q(models.Exists(rows))
        is_own = models.Case(models.When(took_part, then=True), default=False)
        ordered = self.alias(part=part).annotate(is_own=is_own)
        return ordered.order_by("part", "-is_own", "opened_at", "pk")


class Case(models.Model):
    """
    A matter that the staff look into: reports of one ``kind`` about one thing, or an
    appeal. An appeal is against ``act``, and then ``person`` is the one whom the act
    affected. ``reported_at`` is the time of the latest report. ``taken_at`` is when a
    member of the staff first handled the case, ``handled_at`` when one last did.
    ``assignee`` is in charge, and nobody else can act on the case. Until
    ``waits_until`` nothing has to be done. The case is open until ``closed_at``;
    ``outcome`` says how it ended, and ``is_granted`` whether an appeal was granted.
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
    kind = models.CharField(
        max_length=10, choices=ReportKind.choices, default=ReportKind.OTHER
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
            check_known("kind", ReportKind, "case_kind_known"),
        ]
        indexes = [
            # moderation.casework: open cases
            models.Index(
                fields=["opened_at"],
                condition=models.Q(closed_at__isnull=True),
                name="case_open",
            ),
            # moderation.casework: recently closed cases
            models.Index(fields=["-closed_at"], name="case_closed"),
        ]

    def __str__(self) -> str:
        return f"case {self.pk}"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    def is_waiting(self, now: datetime) -> bool:
        """Return whether nothing has to be done yet."""
        return self.waits_until is not None and self.waits_until > now

    @property
    def is_unread(self) -> bool:
        """Whether there is a report that nobody has looked at."""
        return self.handled_at is None or self.handled_at < self.reported_at


#: Matches cases with a report that nobody has looked at.
UNREAD = models.Q(handled_at__isnull=True) | models.Q(
    handled_at__lt=models.F("reported_at")
)


class CaseMessage(models.Model):
    """
    A question of the staff to one person about a case, or that person's answer, which
    has no ``by``. ``user`` is the person; nobody else but the staff reads it.
    """

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="messages")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="case_messages"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    text = models.TextField(max_length=LONGEST_NOTE)
    written_at = models.DateTimeField("written")

    def __str__(self) -> str:
        return f"message {self.pk} in case {self.case_id}"


class CaseLook(models.Model):
    """When a member of the staff last had the page of a case open, for the others."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="looks")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    at = models.DateTimeField("when")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["case", "by"], name="case_look_once"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} looks at {self.case_id}"


class StaffNote(models.Model):
    """
    A note that the staff keep about a person, a game or a case. People find the notes
    about them in their data export, without ``by``. The notes are deleted with the
    person.
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
