"""The only writer of what is known around the board: one step in, the next state out.

It holds no rule of what may happen. The same comes of it when something is decided,
when everything is rebuilt from the log, and when a record is verified.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from stoneage_core.engine import awaited, replay
from stoneage_core.events.base import MatchEvent
from stoneage_core.events.catalogue import Return, find_types
from stoneage_core.events.chance import BeaconRoundNamed
from stoneage_core.events.clocks import TimeSpent, TurnTimedOut
from stoneage_core.events.proposals import DecisionTakenBack
from stoneage_core.events.seats import SeatTaken
from stoneage_core.events.setup import PlayerJoined
from stoneage_core.events.staff import GameRolledBack
from stoneage_core.evolve import go_back
from stoneage_core.match.families import EVOLVERS
from stoneage_core.match.history import History, Past
from stoneage_core.match.state import (
    Authorship,
    LastMove,
    Match,
    MatchStep,
    PendingDecision,
    Source,
    TableState,
)
from stoneage_core.match.table_changes import change_seat, start_anew
from stoneage_core.rules.dispatch import waits_for_beacon
from stoneage_core.state import GameState, Phase

#: What stands alone: a step of its own, without effect on what anybody is asked.
SOLITARY = frozenset(find_types(MatchEvent)) - {TimeSpent, TurnTimedOut} | {
    BeaconRoundNamed
}

#: What a player answers without thinking: the move before it can still go back.
_THOUGHTLESS = (Source.AUTOMATIC, Source.AUTOPILOT)


def replay_match(steps: Iterable[MatchStep], history: History) -> Match:
    """Return a game from its beginning on, and note each step in ``history``."""
    match = Match()
    for step in steps:
        before, match = match, evolve_match(match, step, lambda: history)
        history.note(before, step, match)
    return match


def evolve_match(
    before: Match, step: MatchStep, past: Past, board: GameState | None = None
) -> Match:
    """
    Return the game after one more step; ``board`` is the position then, if known.

    Reads ``past`` only where the step goes back. Raise CorruptStream where the events
    cannot follow.
    """
    first, by = step.events[0], step.by
    if before.table.open_act is not None:
        before = Match(before.board, replace(before.table, open_act=None))
    if isinstance(first, Return):
        then = past().match_after(first.sequence)
        return _note_seen(_go_back(before, first, by, then), by)
    board = board or replay(step.events, before.board)
    table = before.table
    for event in step.events:
        evolver = EVOLVERS.get(type(event))
        if evolver is not None:
            table = evolver(table, event, by)
    if isinstance(first, SeatTaken):
        # What the one before was asked is no question to the next.
        table = start_anew(table, first.player, by.at, board.version)
    if type(first) not in SOLITARY:
        changes = _ask_players(table, before.board, board, by)
        if by.player is not None and not isinstance(first, PlayerJoined):
            return Match(board, _close_move(table, step, before.board, board, changes))
        table = replace(table, last_move=None, **changes)
    return _note_seen(Match(board, table), by)


def _note_seen(match: Match, by: Authorship) -> Match:
    """Note that who decided by hand saw the game at that version."""
    if by.player is None or not by.source.is_by_hand:
        return match
    table = change_seat(match.table, by.player, seen_version=match.board.version)
    return Match(match.board, table)


def _ask_players(
    table: TableState, before: GameState, board: GameState, by: Authorship
) -> dict[str, Any]:
    """Who goes on waiting with the same question keeps the moment it came up."""
    fresh = PendingDecision(board.version, by.at)
    kept = table.pending if _question(before) == _question(board) else {}
    pending = {
        player: fresh if player == by.player else kept.get(player, fresh)
        for player in awaited(board)
    }
    changes: dict[str, Any] = {"pending": pending}
    if before.phase is not board.phase:
        if before.phase is Phase.INVITATION:
            changes["started_at"] = by.at
        if board.phase is Phase.ENDED:
            changes["finished_at"] = by.at
    return changes


def _question(board: GameState) -> tuple[object, ...]:
    return board.round, board.phase, board.question, waits_for_beacon(board)


def _close_move(
    table: TableState,
    step: MatchStep,
    before: GameState,
    board: GameState,
    changes: dict[str, Any],
) -> TableState:
    """Settle the bank and the misses of whoever decided, or failed to."""
    player, source, at = step.by
    assert player is not None
    seat, control = table.seats[player], table.control
    misses, last = seat.misses, table.last_move
    if isinstance(step.events[0], TurnTimedOut):
        bank, misses = control.bank_after_time_out(seat.bank), misses + 1
    else:
        spent = [event.seconds for event in step.events if type(event) is TimeSpent]
        bank = control.bank_after(seat.bank, sum(spent))
    if any(event.is_revealing for event in step.events):
        last = None
    elif source.is_by_hand:
        last = LastMove(player, before.version + 1, at)
    elif source not in _THOUGHTLESS:
        last = None
    seats = list(table.seats)
    seats[player] = replace(
        seat,
        misses=0 if source.is_in_person else misses,
        bank=bank,
        granted=0,
        seen_version=board.version if source.is_by_hand else seat.seen_version,
    )
    return replace(table, seats=tuple(seats), last_move=last, **changes)


def _final_from(then: TableState, by: Authorship) -> datetime | None:
    """An end by the staff that is gone back to is as long from final as at first."""
    if then.final_from is None or then.finished_at is None:
        return None
    return by.at + (then.final_from - then.finished_at)


def _go_back(before: Match, event: Return, by: Authorship, then: Match) -> Match:
    """
    Ask again what was asked then.

    At once the clock goes on from where it was, so that nobody gains time; with the
    consent of all, who may have thought about it for days, or by the staff, it starts
    anew. What the decisions took is put back into the banks at once, or by the staff,
    and what was granted then is granted again.
    """
    table, version = before.table, before.board.version + 1
    alone = isinstance(event, DecisionTakenBack) and not event.agreed
    puts_back = alone or isinstance(event, GameRolledBack)
    same_clock = table.control == then.table.control
    board = go_back(before.board, then.board)
    pending = {
        player: PendingDecision(version, each.since if alone and same_clock else by.at)
        for player, each in then.table.pending.items()
        if not waits_for_beacon(board)
    }
    if puts_back and same_clock:
        seats = tuple(
            replace(seat, bank=earlier.bank, granted=earlier.granted)
            for seat, earlier in zip(table.seats, then.table.seats, strict=True)
        )
        table = replace(table, seats=seats)
    proposals = [
        replace(each, is_overtaken=True)
        if (each.made.sequence or 0) >= event.sequence
        else each
        for each in table.proposals
    ]
    table = replace(
        table,
        pending=pending,
        proposals=tuple(proposals),
        last_move=None,
        finished_at=then.table.finished_at,
        final_from=_final_from(then.table, by),
    )
    return Match(board, table)
