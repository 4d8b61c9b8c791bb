"""Moments as they are recorded. Nothing here knows what time it is."""

from datetime import UTC, datetime, timedelta

from stoneage_core.match.command_text import YEARS

#: How long a game may stand still that has to go on: whoever keeps it may be ill.
RESPITE = timedelta(days=7)


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


def is_overdue(due_by: str, on: str) -> bool:
    """Whether what was due has not followed, long after, on a day that is given."""
    return moment_of(on) >= moment_of(due_by) + RESPITE
