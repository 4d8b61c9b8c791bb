"""The database's clock, the only one that is read, and time zones by name."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import connection

from games.models import Seat

#: Raw SQL, because Django's ``Now()`` is the start of the transaction, and has no
#: fractions of a second on SQLite.
_NOW = {
    "postgresql": "clock_timestamp()",
    "sqlite": "strftime('%Y-%m-%dT%H:%M:%f', 'now')",
}


def database_now() -> datetime:
    """
    Return the database's time, aware, in UTC. Views and tasks read it once and pass it
    on. There is only one database, while the clocks of several machines differ.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {_NOW[connection.vendor]}")
        (value,) = cursor.fetchone()
    if isinstance(value, datetime):
        return value.astimezone(UTC)
    return datetime.fromisoformat(value).replace(tzinfo=UTC)


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its IANA name, or UTC if the name is unknown."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def zone_of_seat(seat: Seat) -> ZoneInfo:
    return zone_of("UTC" if seat.user is None else seat.user.time_zone)
