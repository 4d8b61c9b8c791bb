"""
When a seat's clock runs, and how much running time lies between two moments.

All moments are aware and in UTC. Where a time of day is meant, it is that of the seat's
zone, summer time included.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from stoneage_core.errors import Irregular
from stoneage_core.time_control import MINUTES_OF_A_DAY, Window

#: Years, in UTC, in which a moment can lie: mails were slower, and nobody waits longer.
YEARS = range(2000, 2200)

NOTHING = timedelta()
TICK = timedelta.resolution
END_OF_TIME = datetime.max.replace(tzinfo=UTC)
SATURDAY = 5
#: How many answers about a time of a day are kept: weeks of every zone with players.
DAYS_AT_HAND = 4096

#: From one minute of a day up to, but without, another.
Hours = tuple[int, int]
WHOLE_DAY: Hours = (0, MINUTES_OF_A_DAY)


class Span(NamedTuple):
    """The time from one moment up to, but without, another; none if it ends first."""

    begins: datetime
    ends: datetime

    @property
    def length(self) -> timedelta:
        """How long it is, or nothing."""
        return max(NOTHING, self.ends - self.begins)

    def within(self, other: "Span") -> "Span":
        """Return the part that lies in another span."""
        return Span(max(self.begins, other.begins), min(self.ends, other.ends))


@dataclass(frozen=True, slots=True)
class Calendar:
    """
    When the clock of one seat runs.

    It runs within the ``window`` of each day in ``zone``, on every day or, with
    ``weekends``, not on Saturdays and Sundays, and never in one of ``pauses``: the
    vacations of the seat, the outages of the service. These come in any order and may
    overlap. A window that opens when it closes is the whole day; the part of one after
    midnight belongs to the new day, so a weekend begins at Friday's midnight.
    """

    zone: tzinfo
    window: Window | None = None
    weekends: bool = False
    pauses: tuple[Span, ...] = ()

    def add(self, start: datetime, duration: timedelta) -> datetime:
        """
        Return the first moment by which the clock ran for ``duration`` since ``start``.

        That is ``start`` for no duration. Raise OverflowError if the clock does not run
        for so long before the year 10000.
        """
        if duration <= NOTHING:
            return start
        return moment_after(self.running(Span(start, END_OF_TIME)), duration)

    def elapsed(self, start: datetime, end: datetime) -> timedelta:
        """Return for how long the clock ran; nothing if ``end`` is not after."""
        return length_of(self.running(Span(start, end)))

    def runs_at(self, moment: datetime) -> bool:
        """Return whether the clock runs from this moment on."""
        return self.elapsed(moment, moment + TICK) == TICK

    def resumes_at(self, moment: datetime) -> datetime:
        """Return when the clock runs next: ``moment`` itself if it runs then."""
        return self.add(moment, TICK) - TICK

    def running(self, within: Span) -> Iterator[Span]:
        """Yield, in order, the parts of a span in which the clock runs."""
        for unpaused in self._without_pauses(within):
            yield from self._within_hours(unpaused)

    def _without_pauses(self, within: Span) -> Iterator[Span]:
        begins, ends = within
        for pause in sorted(pause for pause in self.pauses if pause.length):
            if begins < (until := min(pause.begins, ends)):
                yield Span(begins, until)
            begins = max(begins, pause.ends)
        if begins < ends:
            yield Span(begins, ends)

    def _within_hours(self, within: Span) -> Iterator[Span]:
        hours = _hours(self.window)
        if hours == [WHOLE_DAY] and not self.weekends:
            yield within
            return
        for day in self._days(within.begins):
            for opens, closes in hours:
                begins = first_showing(self.zone, day, opens)
                if begins >= within.ends:
                    return
                ends = first_showing(self.zone, day, closes)
                if (part := Span(begins, ends).within(within)).length:
                    yield part

    def _days(self, moment: datetime) -> Iterator[date]:
        """Yield the days on which the clock runs, without end, in order."""
        today = moment.astimezone(self.zone).date()
        for days in count():
            day = today + timedelta(days=days)
            if not (self.weekends and day.weekday() >= SATURDAY):
                yield day


def write_moment(moment: datetime) -> str:
    """Return a moment in the one form that is recorded: UTC, to the microsecond."""
    bare = moment.astimezone(UTC).replace(tzinfo=None)
    return f"{bare.isoformat('T', 'microseconds')}Z"


def read_moment(text: str) -> datetime:
    """Return the moment in a recorded text; raise Irregular if it is not in YEARS."""
    with suppress(ValueError):
        moment = datetime.fromisoformat(text)
        if moment.year in YEARS and write_moment(moment) == text:
            return moment
    raise Irregular("there is no such day or time in our days")


def length_of(spans: Iterable[Span]) -> timedelta:
    """Return how long spans are together that do not overlap."""
    return sum((span.length for span in spans), NOTHING)


def moment_after(spans: Iterable[Span], duration: timedelta) -> datetime:
    """
    Return the first moment by which spans, given in order, lasted for ``duration``.

    Raise OverflowError if they are shorter together.
    """
    for span in spans:
        if duration <= span.length:
            return span.begins + duration
        duration -= span.length
    raise OverflowError("the clock does not run for so long")


def next_showing(zone: tzinfo, minute: int, after: datetime) -> datetime:
    """Return when clocks in ``zone`` next show a minute of the day."""
    today = after.astimezone(zone).date()
    days = (today + timedelta(days=number) for number in count())
    shown = (first_showing(zone, day, minute) for day in days)
    return next(moment for moment in shown if moment > after)


@lru_cache(maxsize=DAYS_AT_HAND)
def first_showing(zone: tzinfo, day: date, minute: int) -> datetime:
    """
    Return, in UTC, when clocks in ``zone`` first show this minute of a day, or later.

    Of a time that there is twice, when clocks are put back, it is the first; for one
    that there is not, when they are put forward, it is the moment they are. So of two
    times of the same zone the later never comes first, and no hour counts twice.

    The answer to a question never changes, and most moves ask about the same few days.
    """
    shown = datetime.combine(day, time.min, zone) + timedelta(minutes=minute)
    moment = shown.astimezone(UTC)
    return moment if moment.astimezone(zone) == shown else _put_forward(shown, zone)


def _put_forward(shown: datetime, zone: tzinfo) -> datetime:
    """Return when clocks were put forward past a time that does not exist."""
    # For such a time fold 1 lies before the change and fold 0 after it (PEP 495), each
    # by less than the change is long.
    first, last = shown.replace(fold=1).astimezone(UTC), shown.astimezone(UTC)
    seconds = range(int((last - first).total_seconds()))

    def is_past(second: int) -> bool:
        # Two times of the same zone are compared by what clocks show.
        return (first + timedelta(seconds=second)).astimezone(zone) >= shown

    passed = bisect_left(seconds, True, key=is_past)
    return first + timedelta(seconds=passed)


def _hours(window: Window | None) -> list[Hours]:
    """Return the parts of one day that a window is open, in order."""
    if window is None or window.opens == window.closes:
        return [WHOLE_DAY]
    if window.opens < window.closes:
        return [(window.opens, window.closes)]
    return [(0, window.closes), (window.opens, MINUTES_OF_A_DAY)]
