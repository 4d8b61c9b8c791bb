"""Until when a decision has to be made: the one place that says so."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from stoneage_core.clock import DAY, Clock
from stoneage_core.match.calendar import Calendar, Span
from stoneage_core.match.circumstances import Circumstances
from stoneage_core.match.state import MatchState

UTC = ZoneInfo("UTC")
SECOND = timedelta(seconds=1)


def calendar_of_seat(
    around: MatchState, player: int, zone: ZoneInfo | None, outages: Sequence[Span]
) -> Calendar:
    """
    Return when the clock of a seat runs.

    That is not while its player is on vacation, the game paused or in quarantine, or
    the service away. Without a ``zone`` its hours are not known: it may run at any.
    """
    still = (*around.seats[player].away, *around.pauses, *around.freezes, *outages)
    if zone is None:
        return Calendar(UTC, pauses=still)
    clock = around.clock
    return Calendar(zone, clock.window, clock.weekends, still)


def deadline_of(
    around: MatchState, player: int, circumstances: Circumstances
) -> datetime | None:
    """
    Return until when a player has to decide what they are asked, if they are.

    None in quarantine, which has no end of its own, and for a guest: nobody waits for
    them but automatic players, and to play on for all who only had a look would fill
    the log, which is never emptied. What plays by itself is awaited only where no
    player is left, and then has its pace.
    """
    asked = around.pending.get(player)
    if asked is None or around.frozen_since is not None:
        return None
    seat, clock = around.seats[player], around.clock
    if not seat.is_played:
        any_time = Calendar(UTC, pauses=(*around.pauses, *around.freezes))
        return any_time.add(asked.since, pace_of(clock))
    if circumstances.is_untimed(player):
        return None
    zone, outages = circumstances.zone_of(player), circumstances.outages
    calendar = calendar_of_seat(around, player, zone, outages)
    due = calendar.add(asked.since, timedelta(seconds=clock.allowance(seat.bank)))
    return calendar.add(due, timedelta(seconds=seat.granted)) if seat.granted else due


def pace_of(clock: Clock) -> timedelta:
    """
    Return how long a table without players waits before each round.

    A day, or the time of a decision where that is shorter: long enough to come back.
    """
    return timedelta(seconds=min(DAY, clock.allowance(None)))


def charge_of(
    around: MatchState, player: int, at: datetime, circumstances: Circumstances
) -> int:
    """
    Return what a decision takes out of a player's bank, in whole seconds.

    That is the running time since they were asked beyond the grace, the last second
    begun not counted, and no more than there is.
    """
    bank = around.seats[player].bank
    if not bank:
        return 0
    zone, outages = circumstances.zone_of(player), circumstances.outages
    calendar = calendar_of_seat(around, player, zone, outages)
    ran = calendar.elapsed(around.pending[player].since, at) // SECOND
    return around.clock.charge(bank, ran)


def is_over(
    around: MatchState, player: int, at: datetime, circumstances: Circumstances
) -> bool:
    """Whether a player's time is known to have run out."""
    due = deadline_of(around, player, circumstances)
    return circumstances.knows_deadlines and due is not None and due <= at


def is_late(
    around: MatchState, player: int, at: datetime, circumstances: Circumstances
) -> bool:
    """Whether a decision came after the time for it, as far as that is known."""
    # No clock runs faster than time passes: most moves are told at a glance.
    bare = around.clock.allowance(around.seats[player].bank)
    if at - around.pending[player].since <= timedelta(seconds=bare):
        return False
    due = deadline_of(around, player, circumstances)
    return due is not None and at > due
