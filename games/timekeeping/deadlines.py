"""Until when a decision has to be made: the one place that says so."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from games.timekeeping.calendar import Calendar
from stoneage_core.clock import Clock, PerMove

#: Who comes to a decision with an empty bank, and no grace, still can make it.
LEAST = timedelta(minutes=1)


def allowance(clock: Clock, bank: int | None) -> timedelta:
    """
    Return the running time a seat has for a decision, at least a minute.

    ``bank`` is what was in its bank, in seconds, when it was asked.
    """
    if isinstance(clock.time, PerMove):
        seconds = clock.time.seconds
    else:
        seconds = clock.time.start if bank is None else bank
    return max(LEAST, timedelta(seconds=clock.grace + seconds))


def deadline(
    clock: Clock, bank: int | None, calendar: Calendar, asked_at: datetime
) -> datetime:
    """
    Return until when a seat has to make the decision it was asked for at ``asked_at``.

    Raise OverflowError if that would be after the year 9999.
    """
    return calendar.add(asked_at, allowance(clock, bank))


def deadlines(
    clock: Clock,
    waits: Mapping[int, datetime],
    banks: Mapping[int, int | None],
    calendars: Mapping[int, Calendar],
) -> dict[int, datetime]:
    """
    Return the deadline of each seat that is awaited.

    ``waits`` says since when it is, ``banks`` what its bank held then (a seat left out
    has a full one), ``calendars`` when its clock runs; all are keyed by seat. Raise
    KeyError for a seat without calendar.
    """
    return {
        seat: deadline(clock, banks.get(seat), calendars[seat], asked_at)
        for seat, asked_at in waits.items()
    }
