"""Offsets of a time zone from UTC, as they are recorded for a seat."""

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from stoneage_core.match.calendar import Offset

#: How far ahead offsets are computed.
AHEAD = timedelta(days=400)
#: Recorded offsets have to be right for at least this long.
ENOUGH = timedelta(days=90)

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


def offsets_of(zone: ZoneInfo, now: datetime) -> tuple[Offset, ...]:
    """Return a zone's offsets from UTC, from the day of ``now`` on."""
    return _offsets_from(zone, now.astimezone(UTC).date())


def are_current(offsets: tuple[Offset, ...], zone: ZoneInfo, now: datetime) -> bool:
    """Return whether recorded offsets match the zone, and will for long enough."""
    if not offsets:
        return False
    until = now + ENOUGH
    expected = _between(offsets_of(zone, now), now, until)
    return _between(offsets, now, until) == expected


def _between(
    offsets: tuple[Offset, ...], begins: datetime, ends: datetime
) -> tuple[Offset, ...]:
    """Return the offsets that apply in a period. The first begins with the period."""
    before = [each for each in offsets if each.since <= begins]
    first = Offset(begins, (before or list(offsets))[-1 if before else 0].minutes)
    later = [each for each in offsets if begins < each.since <= ends]
    return (first, *later)


@lru_cache(maxsize=1024)
def _offsets_from(zone: ZoneInfo, day: date) -> tuple[Offset, ...]:
    begins = datetime.combine(day, time.min, UTC)
    found = [Offset(begins, _ahead(zone, begins))]
    moment = begins
    while moment < begins + AHEAD:
        if _ahead(zone, moment + DAY) != found[-1].minutes:
            since = _change_between(zone, moment, moment + DAY)
            found.append(Offset(since, _ahead(zone, since)))
        moment += DAY
    return tuple(found)


def _change_between(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """Return the first minute with the same offset as ``after``."""
    ahead = _ahead(zone, after)
    while after - before > MINUTE:
        middle = before + (after - before) // MINUTE // 2 * MINUTE
        if _ahead(zone, middle) == ahead:
            after = middle
        else:
            before = middle
    return after


def _ahead(zone: ZoneInfo, moment: datetime) -> int:
    offset = moment.astimezone(zone).utcoffset()
    return 0 if offset is None else offset // MINUTE
