"""The queue of open cases, unread and old ones first."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Count, Prefetch, Q, QuerySet
from django.urls import reverse

from games.models import Report, Seat, User
from games.models.cases import Case
from games.moderation import conflicts
from games.moderation.dashboard import DashboardRow, Section
from games.moderation.subjects import name_case, url_of
from games.presentation.text import join_list

#: Open cases older than this are marked.
OLD = timedelta(days=2)
PAGE = 40
LONGEST = 12

OPEN, MINE, CLOSED = "open", "mine", "closed"
VIEWS = {OPEN: "Open", MINE: "Assigned to me", CLOSED: "Closed"}


@dataclass(frozen=True)
class CaseRow:
    """A case in the queue. ``words`` are those of its latest report."""

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
    """Select everything that the rows of cases name."""
    table = Seat.objects.select_related("user").order_by("number")
    named = cases.select_related("game", "person", "assignee")
    # positions take kilobytes, and rows need none
    named = named.defer("game__state", "game__table")
    return named.prefetch_related(Prefetch("game__seats", queryset=table))


def cases_page(by: User, now: datetime, shown: str, number: str) -> Page[Case]:
    """Return a page of the cases that a member of the staff may look into."""
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
    Return the next case in the queue that ``by`` can handle, or None.

    After the last case, or a closed one, this is the first in the queue. It skips cases
    that wait, that are assigned to somebody else, or that are appeals for others to
    decide. Takes several queries.
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
    """Return rows of the queue. Takes one query for all reports."""
    found = list(cases)
    reports = Report.objects.filter(case__in=found).select_related("reporter")
    by_case: dict[int, list[Report]] = {case.pk: [] for case in found}
    for report in reports.order_by("pk"):
        by_case[report.case_id].append(report)
    return [_row(case, by_case[case.pk], now) for case in found]


def _row(case: Case, reports: list[Report], now: datetime) -> CaseRow:
    people = {str(one.reporter) for one in reports if one.reporter is not None}
    is_open = case.closed_at is None
    return CaseRow(
        case=case,
        href=url_of(case),
        title=name_case(case),
        words=reports[-1].reason if is_open and reports else case.outcome,
        reporters=join_list(sorted(people)),
        reports=len(reports),
        is_unread=is_open and case.is_unread,
        is_old=is_open and now - case.opened_at > OLD,
        is_waiting=is_open and case.waits_until is not None and case.waits_until > now,
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
    """Return the lists by key and title, with their number of open cases."""
    cases = conflicts.cases_for(by).open()
    mine = Count("pk", filter=Q(assignee=by))
    counts = cases.aggregate(open=Count("pk"), mine=mine)
    return [(key, title, counts.get(key)) for key, title in VIEWS.items()]
