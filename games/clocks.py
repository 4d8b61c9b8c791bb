"""Time: where it is read, in which zone it is told, how long a move may take."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import connection

from games.conduct import Conduct
from games.models import Seat
from games.timekeeping import (
    DEFAULT,
    Calendar,
    Quiet,
    Span,
    calendar_of,
    deadlines,
    reminders,
)
from stoneage_core.clock import Clock

ONE_DAY = timedelta(days=1)

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


def zone_of_seat(seat: Seat) -> ZoneInfo:
    """Return the time zone in which a seat's clock runs: that of its player."""
    return zone_of("UTC" if seat.user is None else seat.user.time_zone)


def calendar(table: Conduct, seat: Seat, outages: Sequence[Span]) -> Calendar:
    """
    Return when the clock of a seat runs.

    That is not while its player is on vacation, the game paused or in quarantine, or
    the service away.
    """
    clock, away = table.clock or DEFAULT, table.chairs[seat.number].away
    still = (*table.pauses, *table.holds)
    return calendar_of(clock, zone_of_seat(seat), *away, *still, *outages)


def deadline(
    table: Conduct, seat: Seat, asked_at: datetime, outages: Sequence[Span]
) -> datetime | None:
    """
    Return until when a seat has to decide what it was asked at ``asked_at``.

    None in quarantine, which has no end of its own, and for a guest: nobody waits for
    them but automatic players, and to play on for all who only had a look would fill
    the log, which is never emptied. What plays by itself is awaited only where no
    player is left, and then has its pace.
    """
    if table.held_since is not None:
        return None
    clock, chair = table.clock or DEFAULT, table.chairs[seat.number]
    if seat.is_automatic or chair.is_stewarded:
        return _any_time(table).add(asked_at, pace(clock))
    if seat.user is not None and seat.user.is_guest:
        return None
    when = calendar(table, seat, outages)
    due = deadlines.deadline(clock, chair.bank, when, asked_at)
    return when.add(due, timedelta(seconds=chair.granted)) if chair.granted else due


def _any_time(table: Conduct) -> Calendar:
    """Return when the clock runs of what plays by itself."""
    return Calendar(ZoneInfo("UTC"), pauses=(*table.pauses, *table.holds))


def pace(clock: Clock) -> timedelta:
    """
    Return how long a table without players waits before each round.

    A day, or the time of a decision where that is shorter: long enough to come back.
    """
    return min(ONE_DAY, deadlines.allowance(clock, None))


def reminder(
    table: Conduct,
    seat: Seat,
    outages: Sequence[Span],
    after: datetime,
) -> datetime | None:
    """Return when next to remind a seat's player, later than ``after``, or None."""
    if seat.awaited_at is None or seat.deadline_at is None or seat.user is None:
        return None
    if table.chairs[seat.number].is_stewarded:
        return None
    quiet = Quiet(seat.user.quiet_from, seat.user.quiet_until)
    when = calendar(table, seat, outages)
    moments = reminders.reminders(
        seat.awaited_at, seat.deadline_at, when, quiet, zone_of_seat(seat)
    )
    return reminders.next_reminder(moments, after)
