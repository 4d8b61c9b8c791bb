"""Deadlines: until when a decision has to be made, told in one place."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from stoneage_core.cryptography.beacon import PATIENCE
from stoneage_core.match.calendar import Calendar, Span
from stoneage_core.match.state import Match, TableState
from stoneage_core.match.zones import RecordedZone
from stoneage_core.state import GameState, Phase
from stoneage_core.time_control import DAY, PAUSE_DAYS, TimeControl

SECOND = timedelta(seconds=1)


def calendar_of_seat(table: TableState, player: int) -> Calendar:
    """
    Return when the clock of a seat runs.

    That is not while its player is on vacation, the game paused or frozen, or
    the service away.
    """
    seat, control = table.seats[player], table.control
    still = (*seat.away, *table.pauses, *table.freezes, *table.outages)
    zone = RecordedZone(seat.offsets) if control.has_hours else UTC
    return Calendar(zone, control.window, control.weekends, still)


def deadline_of(table: TableState, player: int) -> datetime | None:
    """
    Return until when a player has to decide what they are asked, if they are.

    None while the game is frozen, which has no end of its own, and for a person who
    practises: only bots wait for them, and autopilot would fill the log, which is never
    emptied, with the games of everybody who only had a look. Bots and autopilot are
    awaited only if no player is left, and then have their own pace.
    """
    asked = table.pending.get(player)
    if asked is None or table.frozen_since is not None:
        return None
    seat, control = table.seats[player], table.control
    if not seat.is_played:
        any_time = Calendar(UTC, pauses=(*table.pauses, *table.freezes))
        return any_time.add(asked.since, bot_pace_of(control))
    if table.is_practice:
        return None
    calendar = calendar_of_seat(table, player)
    due = calendar.add(asked.since, timedelta(seconds=control.allowance(seat.bank)))
    return calendar.add(due, timedelta(seconds=seat.granted)) if seat.granted else due


def bot_pace_of(control: TimeControl) -> timedelta:
    """
    Return how long a table without players waits before each round.

    A day, or the time of a decision where that is shorter: long enough to come back.
    """
    return timedelta(seconds=min(DAY, control.allowance(None)))


def charge_of(table: TableState, player: int, at: datetime) -> int:
    """
    Return what a decision takes out of a player's bank, in whole seconds.

    That is the running time since they were asked beyond the grace, the last second
    begun not counted, and no more than there is. Practice takes nothing.
    """
    bank = table.seats[player].bank
    if not bank or table.is_practice:
        return 0
    calendar = calendar_of_seat(table, player)
    ran = calendar.elapsed(table.pending[player].since, at) // SECOND
    return table.control.charge(bank, ran)


def has_run_out(table: TableState, player: int, at: datetime) -> bool:
    """Whether a player's time has run out."""
    due = deadline_of(table, player)
    return due is not None and due <= at


def is_late(table: TableState, player: int, at: datetime) -> bool:
    """Whether a decision came after the time for it."""
    # No clock runs faster than time passes: most moves are told at a glance.
    bare = table.control.allowance(table.seats[player].bank)
    if at - table.pending[player].since <= timedelta(seconds=bare):
        return False
    due = deadline_of(table, player)
    return due is not None and at > due


def beacon_due_at(board: GameState) -> datetime | None:
    """Return from when on the awaited round can be had, if one is awaited."""
    if board.terms.beacon is None or not board.beacon_round:
        return None
    return datetime.fromtimestamp(
        board.terms.beacon.published_at(board.beacon_round), UTC
    )


def due_by(match: Match, last_at: datetime) -> datetime | None:
    """
    Return by when a game has to go on, given the moment of its last event.

    A time-out, the beacon or its absence, the start, the seed of an end by the staff: a
    service that runs brings each about. A game that is frozen may be so for as long as
    all pauses may last. None where nothing has to follow: before all have joined, and
    once the seed is known.
    """
    board, table = match
    if board.seed or table.cancelled_at is not None or not board.is_full:
        return None
    if table.frozen_since is not None:
        return table.frozen_since + timedelta(days=PAUSE_DAYS)
    if board.phase is Phase.ENDED:
        return table.final_from
    beacon_due = beacon_due_at(board)
    if beacon_due is not None:
        return beacon_due + timedelta(seconds=PATIENCE)
    if board.phase is Phase.INVITATION:
        return last_at  # a game starts as soon as all have joined
    dues = [deadline_of(table, player) for player in table.pending]
    return min((due for due in dues if due is not None), default=None)


def unrecorded_outages(table: TableState, outages: Iterable[Span]) -> tuple[Span, ...]:
    """
    Return the outages that matter to what is asked now and are in no event.

    What follows one that is recorded is new. They are returned in the order in which
    they can be recorded, and none overlaps another.
    """
    asked = min((each.since for each in table.pending.values()), default=None)
    if asked is None:
        return ()
    new: list[Span] = []
    for span in sorted(each for each in outages if each.ends > asked):
        known = [each.ends for each in (*table.outages[-1:], *new[-1:])]
        rest = Span(max([span.begins, *known]), span.ends)
        if rest.length:
            new.append(rest)
    return tuple(new)


def with_outages(table: TableState, outages: Iterable[Span]) -> TableState:
    """Return a state as it is once the outages that matter to it are recorded."""
    new = unrecorded_outages(table, outages)
    return replace(table, outages=(*table.outages, *new)) if new else table


def open_until(table: TableState, first_sequence: int) -> datetime | None:
    """Return until when the last move can be taken back, if it is not an earlier one.

    ``first_sequence`` is that of the first event that belongs to it.
    """
    window, last = table.control.takeback_window, table.last_move
    if last is None or last.sequence < first_sequence or not window:
        return None
    return last.at + timedelta(seconds=window)
