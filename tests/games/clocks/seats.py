"""A single awaited seat with a clock that runs by a calendar."""

from datetime import datetime
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from games.clocks import offsets_of
from stoneage_core.match.calendar import Calendar
from stoneage_core.match.deadlines import charge_of, deadline_of
from stoneage_core.match.state import PendingDecision, SeatStatus, TableState
from stoneage_core.time_control import TimeControl


def charge(
    control: TimeControl, calendar: Calendar, asked_at: datetime, now: datetime, held
):
    """Return what a decision made now takes out of the bank."""
    return charge_of(asked(control, held, calendar, asked_at), 0, now)


def deadline(
    control: TimeControl, bank: int | None, calendar: Calendar, asked_at: datetime
):
    """Return the deadline of the decision."""
    return deadline_of(asked(control, bank, calendar, asked_at), 0)


def asked(
    control: TimeControl, bank: int | None, calendar: Calendar, asked_at: datetime
) -> TableState:
    assert isinstance(calendar.zone, ZoneInfo)
    hours = {"window": calendar.window, "weekends": calendar.weekends}
    seat = SeatStatus(bank=bank, offsets=offsets_of(calendar.zone, asked_at))
    return TableState(
        control=replace(control, **hours),
        seats=(seat, SeatStatus()),
        pending={0: PendingDecision(1, asked_at)},
        outages=calendar.pauses,
    )
