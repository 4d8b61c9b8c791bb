"""When a player is reminded, and the hours in which they get no emails."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from stoneage_core.match.calendar import (
    END_OF_TIME,
    Calendar,
    Span,
    length_of,
    moment_after,
)
from stoneage_core.time_control import Window

HOUR = timedelta(hours=1)
LONG, SHORT = 12 * HOUR, HOUR

#: The share of the running time after which a reminder is due.
HALF, LAST = 1 / 2, 5 / 6
#: No reminder comes right after the question, nor too late to be useful.
EARLIEST, LATEST = 1 / 10, 9 / 10

#: An open page reports itself every four minutes. A later report means that it is
#: closed.
LOOKING = timedelta(minutes=5)
#: A reminder is sent at least this long before quiet hours, because email takes a
#: while.
AHEAD_OF_QUIET = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Quiet:
    """
    The hours in which a user wants no emails, in minutes since midnight in their zone.
    They may span midnight. If both are the same there are no quiet hours.
    """

    begins: int
    ends: int


def reminders(
    asked_at: datetime,
    deadline: datetime,
    calendar: Calendar,
    quiet: Quiet | None,
    zone: ZoneInfo,
) -> tuple[datetime, ...]:
    """
    Return when to remind somebody of a decision: at most twice, in order.

    The first reminder comes when half the running time is left, if the time is 12 hours
    or more. The second comes when a sixth is left, if the time is an hour or more. A
    reminder is sent only while the clock runs and outside of the quiet hours in the
    reader's ``zone``. Otherwise it moves behind those hours if a tenth of the time is
    still left then, or else ahead of them, or it is dropped. If the two are less than
    an hour apart, the first is dropped.
    """
    running = list(calendar.running(Span(asked_at, deadline)))
    duration = length_of(running)
    if duration < SHORT:
        return ()

    def when(share: float) -> datetime:
        return moment_after(running, share * duration)

    between, waking = Span(when(EARLIEST), when(LATEST)), _waking_hours(quiet, zone)
    welcome = [one for span in running for one in waking.running(span.within(between))]
    shares = (HALF, LAST) if duration >= LONG else (LAST,)
    return _spaced([_nearest(welcome, when(share)) for share in shares if welcome])


def next_reminder(moments: tuple[datetime, ...], after: datetime) -> datetime | None:
    """Return the first reminder after ``after``, or None."""
    return next((moment for moment in moments if moment > after), None)


def _waking_hours(quiet: Quiet | None, zone: ZoneInfo) -> Calendar:
    """Return the calendar of the hours in which emails are welcome."""
    return Calendar(zone, Window(quiet.ends, quiet.begins) if quiet else None)


def _nearest(welcome: list[Span], moment: datetime) -> datetime:
    """Return the moment if it is welcome, or else the next or last welcome one."""
    for span in welcome:
        if moment < span.ends:
            return max(moment, span.begins)
    last = welcome[-1]
    return max(last.begins, last.ends - AHEAD_OF_QUIET)


def _spaced(moments: list[datetime]) -> tuple[datetime, ...]:
    """Drop every reminder that another one follows within an hour."""
    pairs = pairwise([*moments, END_OF_TIME])
    return tuple(moment for moment, following in pairs if following - moment >= HOUR)
