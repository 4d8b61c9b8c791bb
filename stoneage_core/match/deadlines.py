"""Until when a decision has to be made: the one place that says so."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from stoneage_core.match.calendar import Calendar, Span
from stoneage_core.match.state import MatchState
from stoneage_core.match.zones import RecordedZone
from stoneage_core.time_control import DAY, TimeControl

SECOND = timedelta(seconds=1)


def calendar_of_seat(around: MatchState, player: int) -> Calendar:
    """
    Return when the clock of a seat runs.

    That is not while its player is on vacation, the game paused or frozen, or
    the service away.
    """
    seat, control = around.seats[player], around.control
    still = (*seat.away, *around.pauses, *around.freezes, *around.outages)
    zone = RecordedZone(seat.offsets) if control.has_hours else UTC
    return Calendar(zone, control.window, control.weekends, still)


def deadline_of(around: MatchState, player: int) -> datetime | None:
    """
    Return until when a player has to decide what they are asked, if they are.

    None while the game is frozen, which has no end of its own, and for a guest: nobody
    waits for them but automatic players, and to play on for all who only had a look
    would fill the log, which is never emptied. What plays by itself is awaited only
    where no player is left, and then has its pace.
    """
    asked = around.pending.get(player)
    if asked is None or around.frozen_since is not None:
        return None
    seat, control = around.seats[player], around.control
    if not seat.is_played:
        any_time = Calendar(UTC, pauses=(*around.pauses, *around.freezes))
        return any_time.add(asked.since, pace_of(control))
    if seat.is_untimed:
        return None
    calendar = calendar_of_seat(around, player)
    due = calendar.add(asked.since, timedelta(seconds=control.allowance(seat.bank)))
    return calendar.add(due, timedelta(seconds=seat.granted)) if seat.granted else due


def pace_of(control: TimeControl) -> timedelta:
    """
    Return how long a table without players waits before each round.

    A day, or the time of a decision where that is shorter: long enough to come back.
    """
    return timedelta(seconds=min(DAY, control.allowance(None)))


def charge_of(around: MatchState, player: int, at: datetime) -> int:
    """
    Return what a decision takes out of a player's bank, in whole seconds.

    That is the running time since they were asked beyond the grace, the last second
    begun not counted, and no more than there is.
    """
    bank = around.seats[player].bank
    if not bank:
        return 0
    calendar = calendar_of_seat(around, player)
    ran = calendar.elapsed(around.pending[player].since, at) // SECOND
    return around.control.charge(bank, ran)


def is_over(around: MatchState, player: int, at: datetime) -> bool:
    """Whether a player's time has run out."""
    due = deadline_of(around, player)
    return due is not None and due <= at


def is_late(around: MatchState, player: int, at: datetime) -> bool:
    """Whether a decision came after the time for it."""
    # No clock runs faster than time passes: most moves are told at a glance.
    bare = around.control.allowance(around.seats[player].bank)
    if at - around.pending[player].since <= timedelta(seconds=bare):
        return False
    due = deadline_of(around, player)
    return due is not None and at > due


def unrecorded_outages(around: MatchState, outages: Iterable[Span]) -> tuple[Span, ...]:
    """
    Return what of outages matters to what is asked now, and is in no event.

    ``outages`` are given in order; what follows one that is recorded is new.
    """
    asked = min((each.since for each in around.pending.values()), default=None)
    if asked is None:
        return ()
    known = [span.ends for span in around.outages[-1:]]
    new = (
        Span(max([span.begins, *known]), span.ends)
        for span in outages
        if span.ends > asked
    )
    return tuple(span for span in new if span.length)


def with_outages(around: MatchState, outages: Iterable[Span]) -> MatchState:
    """Return a state as it is once the outages that matter to it are recorded."""
    new = unrecorded_outages(around, outages)
    return replace(around, outages=(*around.outages, *new)) if new else around
