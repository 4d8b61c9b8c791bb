"""Numbers of the staff's work: how much, and how quickly it was done."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from statistics import median
from typing import Any, NamedTuple

from django.db.models import Count
from django.db.models.functions import TruncMonth

from games.models import ModerationAction
from games.models.moderation import Case, ReportKind
from games.moderation.kinds import SHORT_NAMES
from games.presentation.dates import duration_in_words

MONTHS = 12


class _CaseTimes(NamedTuple):
    kind: str
    act: int | None
    opened_at: datetime
    taken_at: datetime | None
    closed_at: datetime | None
    is_granted: bool | None


def staff_numbers(now: datetime) -> dict[str, list[dict[str, Any]]]:
    """
    Return rows for each month and for each kind of case of the last twelve months,
    without those in which nothing happened. ``taken_after`` and ``closed_after`` are
    the median time from the opening of a case in words, or ''.
    """
    since = _months_before(now, MONTHS - 1)
    opened = Case.objects.filter(opened_at__gte=since)
    cases = [_CaseTimes(*row) for row in opened.values_list(*_CaseTimes._fields)]
    acts = ModerationAction.objects.filter(acted_at__gte=since)
    by_month = acts.values_list(TruncMonth("acted_at", tzinfo=UTC))
    counted = by_month.annotate(count=Count("pk")).order_by()
    done = Counter({_month_of(month): count for month, count in counted})
    in_month: dict[tuple[int, int], list[_CaseTimes]] = defaultdict(list)
    of_kind: dict[str, list[_CaseTimes]] = defaultdict(list)
    for case in cases:
        in_month[_month_of(case.opened_at)].append(case)
        kind = SHORT_NAMES[ReportKind(case.kind)]
        of_kind[kind if case.act is None else "Appeals"].append(case)
    months = [_months_before(now, ago) for ago in range(MONTHS)]
    return {
        "months": [
            {"month": month, "acts": done[key], **_figures(in_month[key])}
            for month, key in ((month, _month_of(month)) for month in months)
            if key in in_month or done[key]
        ],
        "kinds": [
            {"kind": kind, **_figures(of_kind[kind])}
            for kind in (*SHORT_NAMES.values(), "Appeals")
            if kind in of_kind
        ],
    }


def _figures(cases: list[_CaseTimes]) -> dict[str, Any]:
    appeals = [case for case in cases if case.act is not None]
    return {
        "cases": len(cases),
        "still_open": sum(case.closed_at is None for case in cases),
        "taken_after": _median((case.opened_at, case.taken_at) for case in cases),
        "closed_after": _median((case.opened_at, case.closed_at) for case in cases),
        "appeals": len(appeals),
        "granted": sum(case.is_granted is True for case in appeals),
    }


def _median(spans: Iterable[tuple[datetime, datetime | None]]) -> str:
    seconds = [(end - start).total_seconds() for start, end in spans if end is not None]
    return duration_in_words(int(median(seconds))) if seconds else ""


def _month_of(moment: datetime) -> tuple[int, int]:
    return moment.year, moment.month


def _months_before(now: datetime, ago: int) -> datetime:
    year, month = divmod(now.year * 12 + now.month - 1 - ago, 12)
    return datetime(year, month + 1, 1, tzinfo=UTC)
