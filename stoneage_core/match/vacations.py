"""
How many days of vacation a seat has left.

A vacation costs every day it begins, of 24 hours from its first moment on: one of an
hour costs a day, one that was ended early the days begun until then. Each day costs for
365 days, counted from when it began; so there are never more of them in any 365 days
than the clock allows, whatever they are cut into.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from stoneage_core.match.calendar import Span
from stoneage_core.time_control import TimeControl

DAY = timedelta(days=1)
YEAR = timedelta(days=365)


def days_used(spans: Iterable[Span], moment: datetime) -> int:
    """Return the days begun within the year before ``moment``, or planned after it."""
    return sum(_days_begun(span, since=moment - YEAR) for span in spans)


def days_left(control: TimeControl, spans: Iterable[Span], now: datetime) -> int:
    """Return how many days are neither used nor planned."""
    return max(0, control.vacation - days_used(spans, now))


def latest_end(
    control: TimeControl, spans: Iterable[Span], begins: datetime, now: datetime
) -> datetime | None:
    """
    Return when a vacation has to end at the latest, or None if no day is left for it.

    ``spans`` are the seat's other vacations, past and planned. Nobody goes on vacation
    in the past: one that would have begun before ``now`` begins now.
    """
    begins = max(begins, now)
    days = days_left(control, spans, begins)
    return begins + days * DAY if days else None


def _days_begun(span: Span, since: datetime) -> int:
    """Return how many days of a vacation begin after ``since``."""
    days = -(-span.length // DAY)
    begun_before = (since - span.begins) // DAY + 1
    return max(0, days - max(0, begun_before))
