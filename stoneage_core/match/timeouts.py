"""Time-outs: decisions for players whose time ran out, and how they lose a seat."""

from collections.abc import Callable, Sequence

from stoneage_core import engine, notation
from stoneage_core.chance import Chance
from stoneage_core.commands import Command
from stoneage_core.errors import Irregular
from stoneage_core.events.seats import AutopilotSeated
from stoneage_core.match.commands import JsonCommand
from stoneage_core.match.deadlines import deadline_of
from stoneage_core.match.proposals import drop_proposals
from stoneage_core.match.recorder import Recorder, Rule, player_rule
from stoneage_core.match.state import Source
from stoneage_core.phrases import SeatName
from stoneage_core.rules.draft import Decision
from stoneage_core.state import GameState


class TimeOut(JsonCommand, frozen=True):
    """Decide for a player whose time ran out; ``moves`` are in notation."""

    moves: tuple[str, ...]


def time_out(recorder: Recorder, command: TimeOut) -> None:
    """
    Decide for a player whose time ran out, and count a miss.

    Autopilot takes the seat after as many misses in a row as the time control allows.
    """
    player = recorder.player
    due = deadline_of(recorder.table, player)
    if due is None and player not in recorder.table.pending:
        raise Irregular("{player} was not awaited", player=SeatName(player))
    if due is None or recorder.by.at < due:
        raise Irregular(
            "{player}’s time cannot have run out yet", player=SeatName(player)
        )
    recorder.record_decision(_decide_for(recorder, command.moves))
    misses = recorder.table.seats[player].misses
    if misses and recorder.table.control.loses_seat(misses) and not recorder.is_over:
        recorder.record(AutopilotSeated(player, misses))
        drop_proposals(recorder)


def _decide_for(recorder: Recorder, moves: Sequence[str]) -> Decision:
    left = iter(moves)

    def next_move(board: GameState, player: int) -> Command:
        text = next(left, None)
        if text is None:
            raise Irregular("the time-out has too few moves")
        move = notation.from_text(text)
        if notation.to_text(move) != text:
            raise Irregular("a move is not in its canonical notation")
        return move

    decision = engine.expire(
        recorder.board,
        recorder.player,
        recorder.chance,
        next_move,
        by_orders=recorder.by.source is Source.ORDERS,
    )
    if next(left, None) is not None:
        raise Irregular("the time-out has too many moves")
    return decision


def choose_moves(
    board: GameState,
    player: int,
    chance: Chance,
    choose: Callable[[GameState, int], Command],
) -> tuple[str, ...]:
    moves: list[str] = []

    def note(state: GameState, asked: int) -> Command:
        move = choose(state, asked)
        moves.append(notation.to_text(move))
        return move

    engine.expire(board, player, chance, note)
    return tuple(moves)


#: How each command is decided.
RULES: dict[type, Rule] = {
    TimeOut: player_rule(time_out, Source.TIMEOUT, Source.ORDERS)
}
