"""Time: where it is read, in which zone it is told, how long a move may take."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import connection

from games.models import Game, Seat

_NOW = {
    "postgresql": "SELECT clock_timestamp()",
    "sqlite": "SELECT strftime('%Y-%m-%dT%H:%M:%f', 'now')",
}


def database_now() -> datetime:
    """
    Return the database's time, aware, in UTC.

    Views and tasks read it once and hand it on: the clocks of several machines differ,
    the database has one.
    """
    with connection.cursor() as cursor:
        cursor.execute(_NOW[connection.vendor])
        moment: datetime | str = cursor.fetchone()[0]
    if isinstance(moment, str):
        return datetime.fromisoformat(moment).replace(tzinfo=UTC)
    return moment.astimezone(UTC)


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its IANA name, UTC for a name that is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def deadline(game: Game, seat: Seat, now: datetime) -> datetime | None:
    """
    Return until when a decision that is awaited from ``now`` on has to be made.

    None for a guest: nobody waits for them but automatic players, and to play on for
    all who only had a look would fill the log, which is never emptied.
    """
    if seat.user is not None and seat.user.is_guest:
        return None
    return now + timedelta(seconds=game.seconds_per_move)
