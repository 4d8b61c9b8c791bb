"""When the clock of a seat runs, and when to remind its player."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from msgspec.structs import replace

from games.clocks import reminders
from games.clocks.reminders import Quiet
from games.models import Seat
from games.now import zone_of_seat
from stoneage_core.match.calendar import Calendar, Span
from stoneage_core.match.deadlines import calendar_of_seat, with_outages
from stoneage_core.match.state import TableState
from stoneage_core.time_control import LONGEST_TAKEBACK, TimeControl


def seat_calendar(table: TableState, seat: Seat, outages: Sequence[Span]) -> Calendar:
    """Return when the clock of a seat runs. ``outages`` are those of the service."""
    return calendar_of_seat(with_outages(table, outages), seat.number)


def with_site_takeback(control: TimeControl) -> TimeControl:
    """Return a time control with this service's time to take back a decision."""
    seconds = min(settings.UNDO_SECONDS, LONGEST_TAKEBACK)
    return replace(control, takeback=seconds)


def next_seat_reminder(
    table: TableState,
    seat: Seat,
    outages: Sequence[Span],
    after: datetime,
) -> datetime | None:
    """Return the first reminder of a seat's player after ``after``, or None."""
    if seat.awaited_at is None or seat.deadline_at is None or seat.user is None:
        return None
    if table.seats[seat.number].is_on_autopilot:
        return None
    quiet = Quiet(seat.user.quiet_from, seat.user.quiet_until)
    when = seat_calendar(table, seat, outages)
    moments = reminders.reminders(
        seat.awaited_at, seat.deadline_at, when, quiet, zone_of_seat(seat)
    )
    return reminders.next_reminder(moments, after)
