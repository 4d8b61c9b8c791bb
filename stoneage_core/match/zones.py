"""A time zone as it is recorded: offsets from UTC, each from a moment on.

The name of a zone is no fact to decide by: governments change what it means, and two
machines may know of it at different times. The offsets that were used are one.
"""

from bisect import bisect_right
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

NO_TIME = timedelta()


class Offset(NamedTuple):
    """What clocks show from a moment on: UTC and so many minutes."""

    since: datetime
    minutes: int


class RecordedZone(tzinfo):
    """
    A zone that knows nothing but recorded offsets.

    The first of them counts for all that was before. Times that there are twice, or not
    at all, are told apart by ``fold`` as usual (PEP 495).
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
        """Return what clocks show at a moment."""
        at = self._index(dt.replace(tzinfo=None))
        shown = dt + self._lengths[at]
        is_second = at > 0 and self._goes_back(at, shown.replace(tzinfo=None))
        return shown.replace(fold=1) if is_second else shown

    def utcoffset(self, dt: datetime | None) -> timedelta:
        """Return what a clock that shows a time is ahead of UTC."""
        if dt is None:
            return self._lengths[0]
        shown, found = dt.replace(tzinfo=None), []
        before = 0
        for at, length in enumerate(self._lengths):
            if at == 0 or shown - length >= self._begins[at]:
                before = at
                if at + 1 == len(self._begins) or shown - length < self._begins[at + 1]:
                    found.append(at)
        if not found:  # a time that was skipped
            return self._lengths[before if not dt.fold else before + 1]
        return self._lengths[found[-1] if dt.fold else found[0]]

    def dst(self, dt: datetime | None) -> timedelta:
        """Return zero: which part of an offset is summer time is not recorded."""
        return NO_TIME

    def tzname(self, dt: datetime | None) -> str:
        return "recorded"

    def _index(self, moment: datetime) -> int:
        return max(0, bisect_right(self._begins, moment) - 1)

    def _goes_back(self, at: int, shown: datetime) -> bool:
        """Whether clocks had shown this before they were put back."""
        return shown < self._begins[at] + self._lengths[at - 1]
