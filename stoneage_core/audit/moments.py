"""Moments as they are recorded. Nothing here knows what time it is."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

#: From when until when a clock stands still.
Pause = tuple[str, str]

#: How the moment of an event is written; that of an absence stands in the event.
PATTERN = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$"


#: In which years, in UTC, a moment can lie: mails were slower, and nobody waits longer.
_YEARS = range(2000, 2200)


def is_moment(text: str) -> bool:
    """Whether a text tells a moment of our days, and its zone."""
    try:
        moment = datetime.fromisoformat(text)
        return moment.tzinfo is not None and moment.astimezone(UTC).year in _YEARS
    except (ValueError, OverflowError):
        return False


def seconds_between(first: str, second: str) -> float:
    """Return the seconds from one recorded moment to another."""
    return (
        datetime.fromisoformat(second) - datetime.fromisoformat(first)
    ).total_seconds()


def seconds_running(first: str, last: str, pauses: Sequence[Pause]) -> float:
    """Return the seconds between two moments in which a clock did not stand still."""
    at, end = datetime.fromisoformat(first), datetime.fromisoformat(last)
    ran = timedelta()
    for begins, ends in sorted(tuple(map(datetime.fromisoformat, p)) for p in pauses):
        ran += max(timedelta(), min(begins, end) - at)
        at = max(at, ends)
    return (ran + max(timedelta(), end - at)).total_seconds()


def passed(pauses: Sequence[Pause], now: str) -> tuple[Pause, ...]:
    """Return what has passed of pauses that end now: nothing, where none had begun."""
    kept = ((begins, _earlier(ends, now)) for begins, ends in pauses)
    return tuple(pause for pause in kept if seconds_between(*pause) > 0)


def _earlier(first: str, second: str) -> str:
    return min(first, second, key=datetime.fromisoformat)
