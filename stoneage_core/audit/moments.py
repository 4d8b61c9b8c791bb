"""Recorded moments. Nothing here reads a clock."""

from datetime import UTC, datetime, timedelta

from stoneage_core.match.calendar import YEARS, write_moment

#: The tolerance between an event and its log entry, and between two clocks.
SLACK = timedelta(minutes=2)
#: How long a game may be past its due moment: its operator may be ill.
RESPITE = timedelta(days=7)


def parse_moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def is_moment(text: str) -> bool:
    """Return whether a text is an aware moment within ``YEARS``."""
    try:
        moment = datetime.fromisoformat(text)
        return moment.tzinfo is not None and moment.astimezone(UTC).year in YEARS
    except (ValueError, OverflowError):
        return False


def moment_at(seconds: int) -> datetime:
    """Return the moment of a Unix time; raise OverflowError outside the calendar."""
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)


def is_after(text: str, seconds: int) -> bool:
    """Return whether a recorded moment is more than ``SLACK`` after a Unix time."""
    return parse_moment(text) > moment_at(seconds) + SLACK


def is_before(text: str, seconds: int) -> bool:
    """Return whether a recorded moment is more than ``SLACK`` before a Unix time."""
    return parse_moment(text) < moment_at(seconds) - SLACK


def write_time(seconds: int) -> str:
    return write_moment(moment_at(seconds))


def is_overdue(due_by: str, on: str) -> bool:
    """Return whether ``on`` is at least ``RESPITE`` after ``due_by``."""
    return parse_moment(on) >= parse_moment(due_by) + RESPITE
