"""Monthly numbers of the staff's work: how much, and how quickly it was done."""

from collections import defaultdict
from datetime import UTC, datetime
from statistics import median
from typing import Any

from django.db.models import Count
from django.db.models.functions import TruncMonth

from games.models import ModerationAction
from games.models.moderation import Case

MONTHS = 12


def monthly_numbers(now: datetime) -> list[dict[str, Any]]:
    """``hours`` is the median time until a case was taken, or None."""
    since = _months_before(now, MONTHS - 1)
    opened: dict[tuple[int, int], list[Case]] = defaultdict(list)
    for case in Case.objects.filter(opened_at__gte=since):
        opened[_month_of(case.opened_at)].append(case)
    acts = ModerationAction.objects.filter(acted_at__gte=since)
    months = TruncMonth("acted_at", tzinfo=UTC)
    counted = acts.values_list(months).annotate(count=Count("pk")).order_by()
    done = {_month_of(month): count for month, count in counted}
    rows = []
    for month in (_months_before(now, ago) for ago in range(MONTHS)):
        cases = opened[_month_of(month)]
        appeals = [case for case in cases if case.act_id is not None]
        waited = [case.taken_at - case.opened_at for case in cases if case.taken_at]
        hours = [time.total_seconds() / 3600 for time in waited]
        rows.append(
            {
                "month": month,
                "cases": len(cases),
                "hours": median(hours) if hours else None,
                "still_open": sum(case.is_open for case in cases),
                "acts": done.get(_month_of(month), 0),
                "appeals": len(appeals),
                "granted": sum(case.is_granted is True for case in appeals),
            }
        )
    return rows


def _month_of(moment: datetime) -> tuple[int, int]:
    return moment.year, moment.month


def _months_before(now: datetime, ago: int) -> datetime:
    year, month = divmod(now.year * 12 + now.month - 1 - ago, 12)
    return datetime(year, month + 1, 1, tzinfo=UTC)
