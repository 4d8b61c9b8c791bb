"""The desk in numbers, month by month: how much there was, how soon it was seen to."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from statistics import median
from typing import Any

from django.db.models import Count
from django.db.models.functions import TruncMonth

from games.models import ModerationAction
from games.models.cases import Case

MONTHS = 12


def monthly_numbers(now: datetime) -> list[dict[str, Any]]:
    """Return the last twelve months, the present one first, in UTC. Two queries."""
    since = _months_before(now, MONTHS - 1)
    opened: dict[tuple[int, int], list[Case]] = defaultdict(list)
    for case in Case.objects.filter(opened_at__gte=since):
        opened[_month_of(case.opened_at)].append(case)
    acts = ModerationAction.objects.filter(acted_at__gte=since)
    months = TruncMonth("acted_at", tzinfo=UTC)
    counted = acts.values_list(months).annotate(count=Count("pk")).order_by()
    done = {_month_of(month): count for month, count in counted}
    return [
        _numbers(month, opened[_month_of(month)], done.get(_month_of(month), 0))
        for month in (_months_before(now, ago) for ago in range(MONTHS))
    ]


def _numbers(month: datetime, cases: list[Case], acts: int) -> dict[str, Any]:
    """Tell what was reported, appealed and done in a month."""
    appeals = [case for case in cases if case.act_id is not None]
    return {
        "month": month,
        "cases": len(cases),
        "hours": _median_hours(cases),
        "still_open": sum(case.closed_at is None for case in cases),
        "acts": acts,
        "appeals": len(appeals),
        "granted": sum(case.is_granted is True for case in appeals),
    }


def _median_hours(cases: Iterable[Case]) -> float | None:
    """Return how long cases waited to be taken up, None where none was."""
    waited = [case.taken_at - case.opened_at for case in cases if case.taken_at]
    return median(time.total_seconds() / 3600 for time in waited) if waited else None


def _month_of(moment: datetime) -> tuple[int, int]:
    return moment.year, moment.month


def _months_before(now: datetime, ago: int) -> datetime:
    """Return the beginning of a month in UTC, so many months ago."""
    year, month = divmod(now.year * 12 + now.month - 1 - ago, 12)
    return datetime(year, month + 1, 1, tzinfo=UTC)
