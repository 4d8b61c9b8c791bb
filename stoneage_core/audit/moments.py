"""Moments as they are recorded. Nothing here knows what time it is."""

from datetime import UTC, datetime

#: How the moment of an event is written; that of an absence stands in the event.
PATTERN = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$"

#: In which years, in UTC, a moment can lie: mails were slower, and nobody waits longer.
_YEARS = range(2000, 2200)


def moment_of(text: str) -> datetime:
    """Return a moment that was found to be one."""
    return datetime.fromisoformat(text)


def is_moment(text: str) -> bool:
    """Whether a text tells a moment of our days, and its zone."""
    try:
        moment = datetime.fromisoformat(text)
        return moment.tzinfo is not None and moment.astimezone(UTC).year in _YEARS
    except (ValueError, OverflowError):
        return False
