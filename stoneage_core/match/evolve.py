"""Applies a step to a game: the only code that changes ``TableState``.

It checks no rules. New decisions, rebuilding from the log and verification all use it.
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
from stoneage_core.events.setup import PlayerJoined, PlayerWithdrew
from stoneage_core.events.staff import GameRolledBack
from stoneage_core.evolve import go_back
from stoneage_core.match.families import EVOLVERS
from stoneage_core.match.state import (
    Authorship,
    History,
    LastMove,
    Match,
    MatchStep,
    Past,
    PendingDecision,
    Source,
    TableState,
    change_seat,
    restart_clock,
)
from stoneage_core.rules.dispatch import waits_for_beacon
from stoneage_core.state import GameState, Phase

#: Events that are a step of their own and leave the pending questions as they are.
STANDALONE = frozenset(find_types(MatchEvent)) - {TimeSpent, TurnTimedOut} | {
    BeaconRoundNamed
}

#: A decision by these sources still lets the player before it take their move back.
_AUTOMATIC_SOURCES = (Source.AUTOMATIC, Source.AUTOPILOT)


def replay_match(steps: Iterable[MatchStep], history: History) -> Match:
    """Rebuild a game from all its steps, and add each step to ``history``."""
    match = Match()
    for step in steps:
        before, match = match, evolve_match(match, step, lambda: history)
        history.note(before, step, match)
    return match


def evolve_match(
    before: Match, step: MatchStep, past: Past, board: GameState | None = None
) -> Match:
    """
    Return the game after one more step.

    ``board`` is the position after the step; it is replayed if it is not given.
    ``past`` is called only if the step goes back. Raise CorruptStream if the events
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
        # The newcomer gets the question afresh, with its full time.
        table = restart_clock(table, first.player, by.at, board.version)
    if type(first) not in STANDALONE:
        changes = _ask_players(table, before.board, board, by)
        if by.player is not None and not isinstance(
            first, PlayerJoined | PlayerWithdrew
        ):
            return Match(board, _finish_move(table, step, before.board, board, changes))
        table = replace(table, last_move=None, **changes)
    return _note_seen(Match(board, table), by)


def _note_seen(match: Match, by: Authorship) -> Match:
    """Record the version that a player saw if they decided by hand."""
    if by.player is None or not by.source.is_by_hand:
        return match
    table = change_seat(match.table, by.player, seen_version=match.board.version)
    return Match(match.board, table)


def _ask_players(
    table: TableState, before: GameState, board: GameState, by: Authorship
) -> dict[str, Any]:
    """
    Return the changes to the pending decisions and to the phase.

    A player whose question stays the same keeps the moment when it came up.
    """
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


def _finish_move(
    table: TableState,
    step: MatchStep,
    before: GameState,
    board: GameState,
    changes: dict[str, Any],
) -> TableState:
    """Update the bank, misses and last move of the player who decided or timed out."""
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
    elif source not in _AUTOMATIC_SOURCES:
        last = None
    seats = list(table.seats)
    seats[player] = replace(
        seat,
        misses=0 if source.is_in_person else misses,
        bank=bank,
        granted=0,
        givers=(),
        has_asked_for_time=False,
        wants_time=False,
        seen_version=board.version if source.is_by_hand else seat.seen_version,
    )
    return replace(table, seats=tuple(seats), last_move=last, **changes)


def _final_from(then: TableState, by: Authorship) -> datetime | None:
    if then.final_from is None or then.finished_at is None:
        return None
    return by.at + (then.final_from - then.finished_at)


def _go_back(before: Match, event: Return, by: Authorship, then: Match) -> Match:
    """
    Return to the game ``then`` and ask its questions again.

    After a take-back without a vote, clocks go on from where they were, so that nobody
    gains time. After a vote, which may take days, or a roll-back by the staff, they
    restart. A take-back without a vote and a roll-back also restore the banks and the
    extra time of that moment.
    """
    table, version = before.table, before.board.version + 1
    without_vote = isinstance(event, DecisionTakenBack) and not event.agreed
    restores_banks = without_vote or isinstance(event, GameRolledBack)
    same_clock = table.control == then.table.control
    board = go_back(before.board, then.board)
    pending = {
        player: PendingDecision(
            version, each.since if without_vote and same_clock else by.at
        )
        for player, each in then.table.pending.items()
        if not waits_for_beacon(board)
    }
    if restores_banks and same_clock:
        seats = tuple(
            replace(
                seat,
                bank=earlier.bank,
                granted=earlier.granted,
                givers=earlier.givers,
                has_asked_for_time=earlier.has_asked_for_time,
                wants_time=earlier.wants_time,
            )
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
