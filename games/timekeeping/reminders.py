"""Reminders: when a player is reminded, and in which hours they are let sleep."""

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

#: How much of the running time is over when a reminder is due.
HALF, LAST = 1 / 2, 5 / 6
#: None comes right after the question, nor too late to be of use.
EARLIEST, LATEST = 1 / 10, 9 / 10

#: Who had the page open this recently still has it: it tells so every four minutes.
LOOKING = timedelta(minutes=5)
#: How long before quiet hours it is sent at the latest: mails take a while.
AHEAD_OF_QUIET = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Quiet:
    """
    The hours in which a reader wants no mail; over midnight if they end first.

    In minutes since midnight in the reader's zone. Hours that end when they begin are
    none.
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

    When half the running time is left, if there was half a day or more, and when a
    sixth is, if there was an hour or more. A reminder comes only while the clock runs
    and outside of the quiet hours in the reader's ``zone``: else after these, if a
    tenth of the time is left then, or ahead of them, or not at all. The two are an hour
    apart, or there is only the last.
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
    return _apart([_nearest(welcome, when(share)) for share in shares if welcome])


def next_reminder(moments: tuple[datetime, ...], after: datetime) -> datetime | None:
    """Return the first of some reminders that is later than ``after``, if any."""
    return next((moment for moment in moments if moment > after), None)


def _waking_hours(quiet: Quiet | None, zone: ZoneInfo) -> Calendar:
    """Return when mails are welcome: the day without its quiet hours."""
    return Calendar(zone, Window(quiet.ends, quiet.begins) if quiet else None)


def _nearest(welcome: list[Span], moment: datetime) -> datetime:
    """Return a moment, or else the next in a welcome span, or else the last."""
    for span in welcome:
        if moment < span.ends:
            return max(moment, span.begins)
    last = welcome[-1]
    return max(last.begins, last.ends - AHEAD_OF_QUIET)


def _apart(moments: list[datetime]) -> tuple[datetime, ...]:
    """Leave out whatever another follows within an hour."""
    pairs = pairwise([*moments, END_OF_TIME])
    return tuple(moment for moment, following in pairs if following - moment >= HOUR)
