"""Cases: the queue, and the work on a case besides acts, which only staff see."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.db import transaction
from django.db.models import Count, Prefetch, Q, QuerySet
from django.urls import reverse

from games.errors import Refused
from games.locks import lock_case
from games.models import Game, Report, Seat, User
from games.models.moderation import (
    HELP_KINDS,
    LONGEST_NOTE,
    Case,
    CaseLook,
    CaseMessage,
    ReportKind,
    StaffNote,
)
from games.moderation import conflicts
from games.moderation.dashboard import DashboardRow, Section
from games.moderation.kinds import SHORT_NAMES
from games.moderation.subjects import name_case, url_of
from games.signals import CaseTakenOver, publish
from games.talk.messages import clean_text

NOT_TO_THEM = "This case cannot be handed over to them."

#: The permission for everything here.
PERMISSION = "note_game"


@transaction.atomic
def take_case(
    *, case: Case, by: User, now: datetime, over_from: User | None = None
) -> Case:
    """
    Assign a case to oneself. ``over_from`` is the colleague from whom it is taken over,
    who is told by email. Raise Refused: (forbidden) if there is a conflict of interest,
    (too_late) if the case is closed, or if it is assigned to yet another one.
    """
    case = _lock(case, by)
    former = case.assignee
    if former is not None and former not in (by, over_from):
        raise Refused("too_late", f"{former} handles this case now. Nothing was done.")
    case = _handle(case, now, assignee=by, waits_until=None)
    if former is not None and former != by:
        publish(CaseTakenOver(case, by, former, now=now))
    return case


@transaction.atomic
def release_case(*, case: Case, by: User, now: datetime) -> Case:
    """
    Assign one's case to nobody. Raise Refused: (forbidden) if there is a conflict of
    interest, (too_late) if the case is closed or somebody else's.
    """
    case = _lock(case, by)
    conflicts.require_in_charge(by, case)
    return _handle(case, now, assignee=None)


#: Who looked at a case within this time is shown to the others.
IS_LOOKING = timedelta(minutes=15)


def look_at_case(case: Case, by: User, now: datetime) -> list[CaseLook]:
    """Note that somebody looks at a case. Return who else has it open, latest first."""
    CaseLook.objects.update_or_create(case=case, by=by, defaults={"at": now})
    others = case.looks.filter(at__gt=now - IS_LOOKING).exclude(by=by)
    return list(others.select_related("by").order_by("-at"))


@transaction.atomic
def hand_over_case(*, case: Case, by: User, to: User, now: datetime) -> Case:
    """
    Assign a case to a colleague, for whom it is then unread.

    Raise Refused: (forbidden) if there is a conflict of interest, (invalid) if the
    colleague has one, (too_late) if the case is closed or somebody else's.
    """
    case = _lock(case, by)
    conflicts.require_in_charge(by, case)
    if to not in conflicts.colleagues_for(case, by):
        raise Refused("invalid", NOT_TO_THEM)
    case = _handle(case, now, assignee=to, waits_until=None)
    case.reported_at, case.handled_at = now, None
    case.save(update_fields=["reported_at", "handled_at"])
    return case


@transaction.atomic
def postpone_case(*, case: Case, by: User, until: datetime, now: datetime) -> Case:
    """
    Postpone a case and assign it to oneself. A further report ends the wait. Raise
    Refused: (forbidden) if there is a conflict of interest, (invalid) if ``until`` has
    passed, (too_late) if the case is closed or somebody else's.
    """
    case = _lock(case, by)
    conflicts.require_in_charge(by, case)
    if until <= now:
        raise Refused("invalid", "That moment has passed.")
    return _handle(case, now, assignee=by, waits_until=until)


@transaction.atomic
def reopen_case(*, case: Case, by: User, now: datetime) -> Case:
    """
    Open a closed case again, such as one that was closed by mistake, and assign it to
    oneself. Its people can write again, and get an email when it is closed. Raise
    Refused: (forbidden) if there is a conflict of interest, (too_late) if the case is
    open, or an appeal, which is decided once.
    """
    conflicts.require_permission(by, PERMISSION)
    case = lock_case(case.pk)
    conflicts.require_no_conflict(by, case)
    if case.is_open or case.act_id is not None:
        raise Refused("too_late", "This case cannot be opened again.")
    opened = {"closed_at": None, "closed_by": None, "outcome": ""}
    return _handle(case, now, assignee=by, **opened)


@transaction.atomic
def change_kind(*, case: Case, by: User, kind: str, now: datetime) -> Case:
    """
    Raise Refused: (forbidden) if there is a conflict of interest, (invalid) if there is
    no such kind, (too_late) if the case is closed or somebody else's.
    """
    case = _lock(case, by)
    conflicts.require_in_charge(by, case)
    if kind not in ReportKind:
        raise Refused("invalid", "Please choose what it is about.")
    case.kind = ReportKind(kind)
    case.save(update_fields=["kind"])
    return case


@transaction.atomic
def write_note(
    *, by: User, text: str, subject: User | Game | Case, now: datetime
) -> StaffNote:
    """
    Write a note on a person, a game or a case, for the staff alone. A note on a case
    also appears with the person and the game of the case. Raise Refused: (forbidden) if
    there is a conflict of interest, (invalid) if the text is empty or too long.
    """
    conflicts.require_permission(by, PERMISSION)
    conflicts.require_no_conflict(by, subject)
    note = StaffNote(by=by, written_at=now)
    match subject:
        case Case():
            note.case, note.person, note.game = subject, subject.person, subject.game
        case User():
            note.person = subject
        case Game():
            note.game = subject
    note.text = clean_text(text, LONGEST_NOTE)
    note.save()
    return note


def notes_on(**subject: Game | User | Case) -> "QuerySet[StaffNote]":
    notes = StaffNote.objects.filter(**subject).select_related("by", "case")
    return notes.order_by("-pk")


def _lock(case: Case, by: User) -> Case:
    conflicts.require_permission(by, PERMISSION)
    case = lock_case(case.pk)
    conflicts.require_no_conflict(by, case)
    if not case.is_open:
        raise Refused("too_late", "This case is closed already.")
    return case


def _handle(case: Case, now: datetime, **columns: object) -> Case:
    for name, value in columns.items():
        setattr(case, name, value)
    case.taken_at, case.handled_at = case.taken_at or now, now
    case.save()
    return case


#: Open cases older than this are marked.
OLD = timedelta(days=2)
PAGE = 40
LONGEST = 12

OPEN, HELP, MINE, CLOSED = "open", "help", "mine", "closed"
VIEWS = {
    OPEN: "Reports and appeals",
    HELP: "Requests for help",
    MINE: "Assigned to me",
    CLOSED: "Closed",
}
#: Matches cases that are requests, as ``Case.is_request`` does.
IS_HELP = Q(act=None) & (Q(kind__in=HELP_KINDS) | Q(person=None, game=None))
APPEALS, NOBODY = "appeals", "nobody"
#: By how many days back, of cases that were opened before then.
AGES = {1: "more than a day", 3: "more than three days", 7: "more than a week"}


class QueueForm(forms.Form):
    """Which cases are listed. Empty fields do not filter."""

    show = forms.ChoiceField(
        required=False, choices=list(VIEWS.items()), widget=forms.HiddenInput
    )
    q = forms.CharField(
        label="Words, a name, or the code of a game", required=False, max_length=100
    )
    kind = forms.ChoiceField(
        label="Kind",
        required=False,
        choices=[
            ("", "all kinds"),
            *((kind.value, name) for kind, name in SHORT_NAMES.items()),
            (APPEALS, "Appeals"),
        ],
    )
    assignee = forms.ChoiceField(label="Assigned to", required=False)
    age = forms.TypedChoiceField(
        label="Open for",
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", "any time"), *AGES.items()],
    )
    person = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        staff = [(str(user.pk), str(user)) for user in conflicts.staff_with(PERMISSION)]
        choices = [("", "anybody or nobody"), (NOBODY, "nobody"), *staff]
        self.fields["assignee"].choices = choices  # type: ignore[attr-defined]

    @property
    def shown(self) -> str:
        """The key of the list. The form must have been validated."""
        return str(self.cleaned_data.get("show") or OPEN)

    def cases(self, by: User, now: datetime) -> QuerySet[Case]:
        """Return the cases in the order of their list. Wrong input does not filter."""
        wanted, cases = self.cleaned_data, conflicts.cases_for(by)
        if words := wanted.get("q"):
            said = Report.objects.filter(reason__icontains=words).values("case")
            matches = Q(pk__in=said) | Q(outcome__icontains=words)
            matches |= Q(person__name__icontains=words) | Q(game__slug=words.lower())
            reporter = Report.objects.filter(reporter__name__icontains=words)
            cases = cases.filter(matches | Q(pk__in=reporter.values("case")))
        if kind := wanted.get("kind"):
            is_kind = Q(kind=kind, act=None)
            cases = cases.filter(~Q(act=None) if kind == APPEALS else is_kind)
        if assignee := wanted.get("assignee"):
            cases = cases.filter(assignee=None if assignee == NOBODY else int(assignee))
        if age := wanted.get("age"):
            cases = cases.filter(opened_at__lt=now - timedelta(days=age))
        if person := wanted.get("person"):
            cases = cases.filter(person=person)
        if self.shown == CLOSED:
            return cases.exclude(closed_at=None).order_by("-closed_at")
        cases = cases.open().in_order(by, now)
        if self.shown == MINE:
            return cases.filter(assignee=by)
        if wanted.get("person"):
            return cases
        return cases.filter(IS_HELP if self.shown == HELP else ~IS_HELP)


@dataclass(frozen=True)
class CaseRow:
    """
    ``words`` are those of its latest report or answer, and of the outcome once it is
    closed. ``reporters`` are the people behind its ``reports``. ``is_own`` says, in the
    queue, that its reader took part in it.
    """

    case: Case
    href: str
    title: str
    words: str
    reporters: list[str]
    reports: int
    has_answer: bool
    is_own: bool
    is_unread: bool
    is_old: bool
    is_waiting: bool


def with_people(cases: QuerySet[Case]) -> QuerySet[Case]:
    table = Seat.objects.select_related("user").order_by("number")
    named = cases.select_related("game", "person", "assignee")
    # positions take kilobytes, and rows need none
    named = named.defer("game__state", "game__table")
    reports = Report.objects.select_related("reporter").order_by("pk")
    said = CaseMessage.objects.select_related("user").order_by("pk")
    return named.prefetch_related(
        Prefetch("game__seats", queryset=table),
        Prefetch("reports", queryset=reports),
        Prefetch("messages", queryset=said),
    )


def next_case(after: Case, by: User, now: datetime, wanted: QueueForm) -> Case | None:
    """
    Return the next case of the list ``wanted`` that ``by`` can handle. After the last
    case, or a closed one, this is the first in the list. Cases that wait, that are
    assigned to somebody else, or that are appeals for others to decide are skipped.
    """
    at_hand = Q(assignee=None) | Q(assignee=by) | Q(pk=after.pk)
    queue = wanted.cases(by, now).filter(closed_at=None).exclude(waits_until__gt=now)
    order = list(queue.filter(at_hand).values_list("pk", flat=True))
    at = order.index(after.pk) if after.pk in order else -1
    later = [*order[at + 1 :], *order[: max(at, 0)]][:LONGEST]
    found = with_people(Case.objects.select_related("act")).in_bulk(later)
    free = (found[pk] for pk in later if not conflicts.conflict_of(by, found[pk]))
    return next(free, None)


def case_rows(cases: Iterable[Case], now: datetime) -> list[CaseRow]:
    """The cases must have been read ``with_people``."""
    return [_case_row(case, [*case.reports.all()], now) for case in cases]


def _case_row(case: Case, reports: list[Report], now: datetime) -> CaseRow:
    reporters = {one.reporter for one in reports if one.reporter is not None}
    said = [*case.messages.all()]
    words, has_answer = reports[-1].reason if reports else "", False
    answers = said and said[-1].by_id is None
    if answers and said[-1].written_at >= max(one.made_at for one in reports):
        words, has_answer = f"{said[-1].user} answered: {said[-1].text}", case.is_open
    return CaseRow(
        case=case,
        href=url_of(case),
        title=name_case(case),
        words=words if case.is_open else case.outcome,
        reporters=sorted(map(str, reporters)),
        reports=len(reports),
        has_answer=has_answer,
        is_own=case.is_open and getattr(case, "is_own", False),
        is_unread=case.is_open and case.is_unread,
        is_old=case.is_open and now - case.opened_at > OLD,
        is_waiting=case.is_open and case.is_waiting(now),
    )


def cases_section(by: User, now: datetime) -> Section:
    waiting = conflicts.cases_for(by).open()
    rows = case_rows(with_people(waiting.in_order(by, now))[:LONGEST], now)
    return Section(
        "cases",
        "Cases",
        "No case is open.",
        tuple(
            DashboardRow(
                text=row.title,
                href=row.href,
                detail=row.words,
                at=row.case.opened_at,
                badge=_badge(row),
                is_bad=row.is_unread,
            )
            for row in rows
        ),
        reverse("moderation:cases"),
        waiting.count(),
    )


def _badge(row: CaseRow) -> str:
    if row.is_unread:
        return "unread"
    if row.is_waiting:
        return "waits"
    return f"assigned to {row.case.assignee}" if row.case.assignee else ""


def tabs(by: User) -> list[tuple[str, str, int | None]]:
    cases = conflicts.cases_for(by).open()
    counts = cases.aggregate(
        open=Count("pk", filter=~IS_HELP),
        help=Count("pk", filter=IS_HELP),
        mine=Count("pk", filter=Q(assignee=by)),
    )
    return [(key, title, counts.get(key)) for key, title in VIEWS.items()]
