"""Time: where it is read, in which zone it is told, how long a move may take."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.db import connection

from games.models import Seat
from games.timekeeping import reminders
from games.timekeeping.reminders import Quiet
from stoneage_core.clock import Clock
from stoneage_core.match.calendar import Calendar, Span
from stoneage_core.match.deadlines import calendar_of_seat
from stoneage_core.match.state import MatchState

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


def calendar(around: MatchState, seat: Seat, outages: Sequence[Span]) -> Calendar:
    """Return when the clock of a seat runs, by the time zone of its player."""
    return calendar_of_seat(around, seat.number, zone_of_seat(seat), outages)


def takeback_window(clock: Clock) -> float:
    """Return for how many seconds a move can be taken back alone, here."""
    seconds: float = settings.UNDO_SECONDS
    return min(seconds, clock.longest_takeback)


@dataclass(frozen=True)
class KnownCircumstances:
    """
    The circumstances of a game that is served here (``Circumstances``).

    ``stands_here`` tells whether an offer to sit down stands, by its number.
    """

    seats: Sequence[Seat]
    outages: Sequence[Span]
    stands_here: Callable[[int], bool] = lambda offer: False
    knows_deadlines = True

    def zone_of(self, player: int) -> ZoneInfo:
        return zone_of_seat(self.seats[player])

    def is_untimed(self, player: int) -> bool:
        user = self.seats[player].user
        return user is not None and user.is_guest

    def takeback_window(self, clock: Clock) -> float:
        return takeback_window(clock)

    def stands(self, offer: int, *, motion: int, sequence: int) -> bool:
        return self.stands_here(offer)

    def seconds_taken(self, most: int, sequence: int) -> int:
        return most


def reminder(
    around: MatchState,
    seat: Seat,
    outages: Sequence[Span],
    after: datetime,
) -> datetime | None:
    """Return when next to remind a seat's player, later than ``after``, or None."""
    if seat.awaited_at is None or seat.deadline_at is None or seat.user is None:
        return None
    if around.seats[seat.number].is_stewarded:
        return None
    quiet = Quiet(seat.user.quiet_from, seat.user.quiet_until)
    when = calendar(around, seat, outages)
    moments = reminders.reminders(
        seat.awaited_at, seat.deadline_at, when, quiet, zone_of_seat(seat)
    )
    return reminders.next_reminder(moments, after)
