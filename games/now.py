"""The database's clock, the only one that is read; and time zones by name."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import connection

from games.models import Seat

#: How a statement asks for the time, by the kind of database.
_NOW = {
    "postgresql": "clock_timestamp()",
    "sqlite": "strftime('%Y-%m-%dT%H:%M:%f', 'now')",
}


def database_now() -> datetime:
    """
    Return the database's time, aware, in UTC.

    Views and tasks read it once and hand it on: the clocks of several machines differ,
    the database has one.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {clock()}", [])
        return read_moment(cursor.fetchone()[0])


def clock() -> str:
    """Return the SQL for the time, for a statement that is executed with parameters."""
    return _NOW[connection.vendor].replace("%", "%%")


def read_moment(value: datetime | str) -> datetime:
    """Return a moment, aware, in UTC, that stood in no column of a model."""
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    # SQLite knows no zones.
    return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its IANA name, UTC for a name that is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def zone_of_seat(seat: Seat) -> ZoneInfo:
    """Return the time zone in which a seat's clock runs: that of its player."""
    return zone_of("UTC" if seat.user is None else seat.user.time_zone)
