"""Deadlines: when a player, or a game as a whole, has to have decided."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from stoneage_core.cryptography.beacon import PATIENCE
from stoneage_core.match.calendar import Calendar, RecordedZone, Span
from stoneage_core.match.state import Match, TableState
from stoneage_core.state import GameState, Phase
from stoneage_core.time_control import DAY, PAUSE_DAYS, TimeControl

SECOND = timedelta(seconds=1)


def calendar_of_seat(table: TableState, player: int) -> Calendar:
    """Return when a seat's clock runs: vacations, pauses and outages stop it."""
    seat, control = table.seats[player], table.control
    still = (*seat.away, *table.pauses, *table.freezes, *table.outages)
    zone = RecordedZone(seat.offsets) if control.has_hours else UTC
    return Calendar(zone, control.window, control.weekends, still)


def deadline_of(table: TableState, player: int) -> datetime | None:
    """
    Return the deadline of a player's current decision, or None if there is none.

    There is none if the player is not awaited, while the game is frozen, and for a
    person in a practice game: only bots wait there, and autopilot would fill the log
    with games that somebody only had a look at. Bots and autopilot are awaited only if
    no person plays any more; they decide at ``bot_pace_of``.
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
    Return how long a table without people waits before each round.

    It is a day, or the time for one decision if that is shorter. Players who lost their
    seats can come back meanwhile.
    """
    return timedelta(seconds=min(DAY, control.allowance(None)))


def charge_of(table: TableState, player: int, at: datetime) -> int:
    """
    Return the whole seconds that a decision takes out of a player's bank.

    It is the running time since the question, rounded down, minus the grace, and at
    most what the bank holds. It is 0 in practice games and without a bank.
    """
    bank = table.seats[player].bank
    if not bank or table.is_practice:
        return 0
    calendar = calendar_of_seat(table, player)
    ran = calendar.elapsed(table.pending[player].since, at) // SECOND
    return table.control.charge(bank, ran)


def has_run_out(table: TableState, player: int, at: datetime) -> bool:
    due = deadline_of(table, player)
    return due is not None and due <= at


def is_late(table: TableState, player: int, at: datetime) -> bool:
    # Clocks never run faster than time passes, so most moves need no calendar.
    bare = table.control.allowance(table.seats[player].bank)
    if at - table.pending[player].since <= timedelta(seconds=bare):
        return False
    due = deadline_of(table, player)
    return due is not None and at > due


def beacon_due_at(board: GameState) -> datetime | None:
    if board.terms.beacon is None or not board.beacon_round:
        return None
    return datetime.fromtimestamp(
        board.terms.beacon.published_at(board.beacon_round), UTC
    )


def due_by(match: Match, last_at: datetime) -> datetime | None:
    """
    Return when the next event of a game is due at the latest; ``last_at`` is the last.

    The next event is a time-out, a beacon round or its failure, the start, or the seed
    after an end by the staff; a running service records each in time. A freeze may last
    as long as all pauses together. Return None if no event has to follow: before all
    seats are taken, and after the seed was revealed.
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
        return last_at  # a game starts as soon as all seats are taken
    dues = [deadline_of(table, player) for player in table.pending]
    return min((due for due in dues if due is not None), default=None)


def unrecorded_outages(table: TableState, outages: Iterable[Span]) -> tuple[Span, ...]:
    """
    Return the outages, or parts of them, that still have to be recorded.

    These end after the oldest pending question came up and begin after the last
    recorded outage. They are sorted and do not overlap.
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
    """Return the state as if all relevant outages were recorded already."""
    new = unrecorded_outages(table, outages)
    return replace(table, outages=(*table.outages, *new)) if new else table


def takeback_open_until(table: TableState, first_sequence: int) -> datetime | None:
    """
    Return until when the last move can be taken back without a vote, or None.

    Return None as well if the last move began before event ``first_sequence``.
    """
    window, last = table.control.takeback_window, table.last_move
    if last is None or last.sequence < first_sequence or not window:
        return None
    return last.at + timedelta(seconds=window)
