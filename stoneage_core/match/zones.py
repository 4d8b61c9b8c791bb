"""Recorded time zones: offsets from UTC, each valid from a moment on.

Records hold offsets instead of names of zones. Governments change what a name means,
and machines update at different times, so a verifier could compute other deadlines.
"""

from bisect import bisect_right
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

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
