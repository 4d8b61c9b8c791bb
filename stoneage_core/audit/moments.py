"""Moments as they are recorded. Nothing here knows what time it is."""

from datetime import datetime

#: How the moment of an event is written; that of an absence stands in the event.
PATTERN = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$"


def is_moment(text: str) -> bool:
    """Whether a text tells a moment that there is, and its zone."""
    try:
        return datetime.fromisoformat(text).utcoffset() is not None
    except ValueError:
        return False


def seconds_between(first: str, second: str) -> float:
    """Return the seconds from one recorded moment to another."""
    return (
        datetime.fromisoformat(second) - datetime.fromisoformat(first)
    ).total_seconds()
