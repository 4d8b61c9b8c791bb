"""Moments as they are recorded. Nothing here knows what time it is."""

from datetime import datetime


def seconds_between(first: str, second: str) -> float:
    """Return the seconds from one recorded moment to another."""
    return (
        datetime.fromisoformat(second) - datetime.fromisoformat(first)
    ).total_seconds()
