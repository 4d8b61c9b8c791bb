"""
When a seat's clock runs, and how much running time lies between two moments.

All datetimes are aware and in UTC. Times of day are local to the seat's zone, summer
time included.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from stoneage_core.errors import Irregular
from stoneage_core.time_control import MINUTES_OF_A_DAY, Window

#: The years, in UTC, that a recorded moment can have.
YEARS = range(2000, 2200)

NOTHING = timedelta()
TICK = timedelta.resolution
END_OF_TIME = datetime.max.replace(tzinfo=UTC)
SATURDAY = 5
#: The cache size for local times: enough for some weeks in every zone with players.
CACHED_LOCAL_TIMES = 4096

#: Two minutes of a day; the second one is excluded.
Hours = tuple[int, int]
WHOLE_DAY: Hours = (0, MINUTES_OF_A_DAY)


class Span(NamedTuple):
    """The time from ``begins`` until before ``ends``; empty unless it ends later."""

    begins: datetime
    ends: datetime

    @property
    def length(self) -> timedelta:
        return max(NOTHING, self.ends - self.begins)

    def within(self, other: "Span") -> "Span":
        return Span(max(self.begins, other.begins), min(self.ends, other.ends))


@dataclass(frozen=True, slots=True)
class Calendar:
    """
    When the clock of one seat runs.

    It runs in the ``window`` of each day in ``zone``, or all day without one. With
    ``weekends`` it stands still on Saturdays and Sundays. It never runs in ``pauses``,
    which come in any order and may overlap. A window that opens and closes at the same
    minute lasts the whole day. If a window crosses midnight, the part after midnight
    belongs to the new day, so a weekend begins at Friday's midnight.
    """

    zone: tzinfo
    window: Window | None = None
    weekends: bool = False
    pauses: tuple[Span, ...] = ()

    def add(self, start: datetime, duration: timedelta) -> datetime:
        """
        Return the first moment at which the clock has run for ``duration``.

        Return ``start`` if the duration is zero or negative. Raise OverflowError if the
        clock does not run for that long before the year 10000.
        """
        if duration <= NOTHING:
            return start
        return moment_after(self.running(Span(start, END_OF_TIME)), duration)

    def elapsed(self, start: datetime, end: datetime) -> timedelta:
        """Return how long the clock runs; zero if ``end`` is not after ``start``."""
        return length_of(self.running(Span(start, end)))

    def runs_at(self, moment: datetime) -> bool:
        """Return whether the clock runs from this moment on."""
        return self.elapsed(moment, moment + TICK) == TICK

    def resumes_at(self, moment: datetime) -> datetime:
        """Return ``moment`` if the clock runs then, or else when it runs next."""
        return self.add(moment, TICK) - TICK

    def running(self, within: Span) -> Iterator[Span]:
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
        """Yield the days on which the clock runs, in order and without end."""
        today = moment.astimezone(self.zone).date()
        for days in count():
            day = today + timedelta(days=days)
            if not (self.weekends and day.weekday() >= SATURDAY):
                yield day


def write_moment(moment: datetime) -> str:
    """Return a moment in the recorded form: UTC, to the microsecond, with a Z."""
    bare = moment.astimezone(UTC).replace(tzinfo=None)
    return f"{bare.isoformat('T', 'microseconds')}Z"


def read_moment(text: str) -> datetime:
    """Return a written moment; raise Irregular for any other text or year."""
    with suppress(ValueError):
        moment = datetime.fromisoformat(text)
        if moment.year in YEARS and write_moment(moment) == text:
            return moment
    raise Irregular("this is not a valid date and time")


def length_of(spans: Iterable[Span]) -> timedelta:
    """Return the total length of spans; overlaps count twice."""
    return sum((span.length for span in spans), NOTHING)


def cut_spans(spans: tuple[Span, ...], at: datetime) -> tuple[Span, ...]:
    """Return the parts of spans before ``at``; spans that begin later are dropped."""
    past = (span if span.ends <= at else Span(span.begins, at) for span in spans)
    return tuple(span for span in past if span.begins < span.ends)


def moment_after(spans: Iterable[Span], duration: timedelta) -> datetime:
    """
    Return the moment when spans, in order, have lasted ``duration`` in total.

    Raise OverflowError if they are shorter than that.
    """
    for span in spans:
        if duration <= span.length:
            return span.begins + duration
        duration -= span.length
    raise OverflowError("the clock does not run for so long")


def next_showing(zone: tzinfo, minute: int, after: datetime) -> datetime:
    """Return when, after ``after``, clocks in ``zone`` next show a minute of the day.

    The result is in UTC.
    """
    today = after.astimezone(zone).date()
    days = (today + timedelta(days=number) for number in count())
    shown = (first_showing(zone, day, minute) for day in days)
    return next(moment for moment in shown if moment > after)


# Most moves ask about the same few days.
@lru_cache(maxsize=CACHED_LOCAL_TIMES)
def first_showing(zone: tzinfo, day: date, minute: int) -> datetime:
    """
    Return the UTC moment when clocks in ``zone`` first reach a minute of a day.

    If clocks are put back and show the minute twice, this is the first time. If they
    are put forward past it, this is the moment of the change. So a later local time
    never maps to an earlier moment, and no hour counts twice.
    """
    shown = datetime.combine(day, time.min, zone) + timedelta(minutes=minute)
    moment = shown.astimezone(UTC)
    return moment if moment.astimezone(zone) == shown else _put_forward(shown, zone)


def _put_forward(shown: datetime, zone: tzinfo) -> datetime:
    """Return when clocks were put forward past a local time that does not exist."""
    # For such a time, fold 1 gives a moment before the change and fold 0 one after it
    # (PEP 495). Both are nearer to the change than its length.
    first, last = shown.replace(fold=1).astimezone(UTC), shown.astimezone(UTC)
    seconds = range(int((last - first).total_seconds()))

    def is_past(second: int) -> bool:
        # Python compares two datetimes of the same zone by their local times.
        return (first + timedelta(seconds=second)).astimezone(zone) >= shown

    passed = bisect_left(seconds, True, key=is_past)
    return first + timedelta(seconds=passed)


def _hours(window: Window | None) -> list[Hours]:
    if window is None or window.opens == window.closes:
        return [WHOLE_DAY]
    if window.opens < window.closes:
        return [(window.opens, window.closes)]
    return [(0, window.closes), (window.opens, MINUTES_OF_A_DAY)]


NO_TIME = timedelta()


class Offset(NamedTuple):
    """The minutes by which clocks are ahead of UTC from a moment on."""

    since: datetime
    minutes: int


class RecordedZone(tzinfo):
    """
    A zone made of recorded offsets.

    The first offset also counts for all earlier times. ``fold`` resolves local times
    that occur twice or not at all, as PEP 495 says.
    """

    def __init__(self, offsets: tuple[Offset, ...]) -> None:
        self._offsets = offsets or (Offset(datetime.min.replace(tzinfo=UTC), 0),)
        self._begins = [each.since.replace(tzinfo=None) for each in self._offsets]
        self._lengths = [timedelta(minutes=each.minutes) for each in self._offsets]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecordedZone) and self._offsets == other._offsets

    def __hash__(self) -> int:
        return hash(self._offsets)

    def fromutc(self, dt: datetime) -> datetime:
        at = self._index(dt.replace(tzinfo=None))
        shown = dt + self._lengths[at]
        is_second = at > 0 and self._goes_back(at, shown.replace(tzinfo=None))
        return shown.replace(fold=1) if is_second else shown

    def utcoffset(self, dt: datetime | None) -> timedelta:
        if dt is None:
            return self._lengths[0]
        shown, found = dt.replace(tzinfo=None), []
        before = 0
        for at, length in enumerate(self._lengths):
            if at == 0 or shown - length >= self._begins[at]:
                before = at
                if at + 1 == len(self._begins) or shown - length < self._begins[at + 1]:
                    found.append(at)
        if not found:  # clocks were put forward past this time
            return self._lengths[before if not dt.fold else before + 1]
        return self._lengths[found[-1] if dt.fold else found[0]]

    def dst(self, dt: datetime | None) -> timedelta:
        """Return zero, because the record does not say how much is summer time."""
        return NO_TIME

    def tzname(self, dt: datetime | None) -> str:
        return "recorded"

    def _index(self, moment: datetime) -> int:
        return max(0, bisect_right(self._begins, moment) - 1)

    def _goes_back(self, at: int, shown: datetime) -> bool:
        """Return whether clocks showed this time before they were put back, too."""
        return shown < self._begins[at] + self._lengths[at - 1]
