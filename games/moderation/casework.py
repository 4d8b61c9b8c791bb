"""Cases: the queue, and the work on a case besides acts, which only staff see."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import Count, Prefetch, Q, QuerySet
from django.urls import reverse

from games.errors import Refused
from games.locks import lock_case
from games.models import Game, Report, Seat, User
from games.models.moderation import LONGEST_NOTE, Case, StaffNote
from games.moderation import conflicts
from games.moderation.dashboard import DashboardRow, Section
from games.moderation.subjects import name_case, url_of
from games.presentation.text import join_list
from games.talk.messages import clean_text

NOT_TO_THEM = "This case cannot be handed over to them."

#: The permission for everything here.
PERMISSION = "note_game"


@transaction.atomic
def take_case(*, case: Case, by: User, now: datetime) -> Case:
    """
    Raise Refused: (forbidden) if there is a conflict of interest, (too_late) if the
    case is closed.
    """
    case = _lock(case, by)
    return _handle(case, now, assignee=by, waits_until=None)


@transaction.atomic
def hand_over_case(*, case: Case, by: User, to: User, now: datetime) -> Case:
    """
    Assign a case to a colleague, for whom it is then unread.

    Raise Refused: (forbidden) if there is a conflict of interest, (invalid) if the
    colleague has one, (too_late) if the case is closed.
    """
    case = _lock(case, by)
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
    passed, (too_late) if the case is closed.
    """
    case = _lock(case, by)
    if until <= now:
        raise Refused("invalid", "That moment has passed.")
    return _handle(case, now, assignee=by, waits_until=until)


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

OPEN, MINE, CLOSED = "open", "mine", "closed"
VIEWS = {OPEN: "Open", MINE: "Assigned to me", CLOSED: "Closed"}


@dataclass(frozen=True)
class CaseRow:
    """``words`` are those of its latest report."""

    case: Case
    href: str
    title: str
    words: str
    reporters: str
    reports: int
    is_unread: bool
    is_old: bool
    is_waiting: bool


def with_people(cases: QuerySet[Case]) -> QuerySet[Case]:
    table = Seat.objects.select_related("user").order_by("number")
    named = cases.select_related("game", "person", "assignee")
    # positions take kilobytes, and rows need none
    named = named.defer("game__state", "game__table")
    return named.prefetch_related(Prefetch("game__seats", queryset=table))


def cases_page(by: User, now: datetime, shown: str, number: str) -> Page[Case]:
    cases = conflicts.cases_for(by)
    if shown == CLOSED:
        cases = cases.exclude(closed_at=None).order_by("-closed_at")
    else:
        cases = cases.open().in_order(now)
        if shown == MINE:
            cases = cases.filter(assignee=by)
    return Paginator(with_people(cases), PAGE).get_page(number)


def next_case(after: Case, by: User, now: datetime) -> Case | None:
    """
    Return the next case in the queue that ``by`` can handle. After the last case, or a
    closed one, this is the first in the queue. Cases that wait, that are assigned to
    somebody else, or that are appeals for others to decide are skipped.
    """
    at_hand = Q(assignee=None) | Q(assignee=by) | Q(pk=after.pk)
    queue = conflicts.cases_for(by).open().exclude(waits_until__gt=now).filter(at_hand)
    order = list(queue.in_order(now).values_list("pk", flat=True))
    at = order.index(after.pk) if after.pk in order else -1
    later = [*order[at + 1 :], *order[: max(at, 0)]][:LONGEST]
    found = with_people(Case.objects.select_related("act")).in_bulk(later)
    free = (found[pk] for pk in later if not conflicts.conflict_of(by, found[pk]))
    return next(free, None)


def case_rows(cases: "QuerySet[Case] | Page[Case]", now: datetime) -> list[CaseRow]:
    found = list(cases)
    reports = Report.objects.filter(case__in=found).select_related("reporter")
    by_case: dict[int, list[Report]] = {case.pk: [] for case in found}
    for report in reports.order_by("pk"):
        by_case[report.case_id].append(report)
    return [_case_row(case, by_case[case.pk], now) for case in found]


def _case_row(case: Case, reports: list[Report], now: datetime) -> CaseRow:
    people = {str(one.reporter) for one in reports if one.reporter is not None}
    return CaseRow(
        case=case,
        href=url_of(case),
        title=name_case(case),
        words=reports[-1].reason if case.is_open and reports else case.outcome,
        reporters=join_list(sorted(people)),
        reports=len(reports),
        is_unread=case.is_open and case.is_unread,
        is_old=case.is_open and now - case.opened_at > OLD,
        is_waiting=case.is_open and case.is_waiting(now),
    )


def cases_section(by: User, now: datetime) -> Section:
    waiting = conflicts.cases_for(by).open()
    rows = case_rows(with_people(waiting.in_order(now))[:LONGEST], now)
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
    mine = Count("pk", filter=Q(assignee=by))
    counts = cases.aggregate(open=Count("pk"), mine=mine)
    return [(key, title, counts.get(key)) for key, title in VIEWS.items()]
