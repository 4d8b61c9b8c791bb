"""A single seat that is asked something, with a clock that runs by a calendar."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from stoneage_core.clock import Clock
from stoneage_core.match.calendar import Calendar, Span
from stoneage_core.match.deadlines import charge_of, deadline_of
from stoneage_core.match.state import MatchState, PendingDecision, SeatStatus


@dataclass
class Somewhere:
    """The circumstances of a seat in a time zone."""

    zone: ZoneInfo
    outages: tuple[Span, ...]
    knows_deadlines = True

    def zone_of(self, player: int) -> ZoneInfo:
        return self.zone

    def is_untimed(self, player: int) -> bool:
        return False


def charge(clock: Clock, calendar: Calendar, asked_at: datetime, now: datetime, held):
    """What a decision that is made now takes out of what was held."""
    match, circumstances = asked(clock, held, calendar, asked_at)
    return charge_of(match, 0, now, circumstances)


def deadline(clock: Clock, bank: int | None, calendar: Calendar, asked_at: datetime):
    """Until when the decision has to be made."""
    match, circumstances = asked(clock, bank, calendar, asked_at)
    return deadline_of(match, 0, circumstances)


def asked(clock: Clock, bank: int | None, calendar: Calendar, asked_at: datetime):
    hours = {"window": calendar.window, "weekends": calendar.weekends}
    match = MatchState(
        clock=replace(clock, **hours),
        seats=(SeatStatus(bank=bank),),
        pending={0: PendingDecision(1, asked_at)},
    )
    return match, Somewhere(calendar.zone, calendar.pauses)
