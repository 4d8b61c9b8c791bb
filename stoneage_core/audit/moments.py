"""Moments as they are recorded. Nothing here knows what time it is."""

from datetime import UTC, datetime

from stoneage_core.match.command_text import YEARS


def moment_of(text: str) -> datetime:
    """Return a moment that was found to be one."""
    return datetime.fromisoformat(text)


def is_moment(text: str) -> bool:
    """Whether a text tells a moment of our days, and its zone."""
    try:
        moment = datetime.fromisoformat(text)
        return moment.tzinfo is not None and moment.astimezone(UTC).year in YEARS
    except (ValueError, OverflowError):
        return False
