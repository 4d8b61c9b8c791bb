"""When the clock of a seat runs, until when to decide, and when to remind."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings

from games.models import Seat
from games.now import zone_of_seat
from games.timekeeping import reminders
from games.timekeeping.reminders import Quiet
from stoneage_core.clock import Clock
from stoneage_core.match.calendar import Calendar, Span
from stoneage_core.match.deadlines import calendar_of_seat
from stoneage_core.match.state import MatchState


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
