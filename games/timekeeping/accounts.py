"""
What a decision takes out of a seat's bank; ``stoneage_core.banks`` tells what it holds.
"""

from datetime import datetime, timedelta

from games.timekeeping.calendar import NOTHING, Calendar
from stoneage_core.banks import (
    after_decision,
    after_time_out,
    on_clock_change,
    on_return,
    opening,
)
from stoneage_core.clock import Bank, Clock

__all__ = [
    "after_decision",
    "after_time_out",
    "charge",
    "on_clock_change",
    "on_return",
    "opening",
]

SECOND = timedelta(seconds=1)


def charge(clock: Clock, calendar: Calendar, asked_at: datetime, now: datetime) -> int:
    """
    Return what a decision that is made ``now`` takes from a bank: 0 without one.

    That is the running time since ``asked_at`` beyond the grace, in whole seconds, the
    last one begun not counted. It may be more than there is.
    """
    if not isinstance(clock.time, Bank):
        return 0
    grace = timedelta(seconds=clock.grace)
    return max(NOTHING, calendar.elapsed(asked_at, now) - grace) // SECOND
