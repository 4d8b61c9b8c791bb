"""Time-outs: decisions for players whose time is over, and how they lose their seat."""

from collections.abc import Callable, Sequence

from stoneage_core import engine, notation
from stoneage_core.chance import Chance
from stoneage_core.commands import Command
from stoneage_core.errors import Irregular
from stoneage_core.events.seats import AutopilotSeated
from stoneage_core.match.commands import JsonCommand
from stoneage_core.match.deadlines import deadline_of
from stoneage_core.match.proposals import drop_proposals
from stoneage_core.match.recorder import Recorder
from stoneage_core.match.rule import Rule, own_rule
from stoneage_core.match.state import Source
from stoneage_core.phrases import SeatName
from stoneage_core.rules.draft import Decision
from stoneage_core.state import GameState


class TimeOut(JsonCommand, frozen=True):
    """Decide for somebody whose time ran out: all that they are asked, in notation."""

    moves: tuple[str, ...]


def time_out(recorder: Recorder, command: TimeOut) -> None:
    """
    Take a step of the ladder: decide for a player whose time is over.

    After as many misses in a row as the clock allows autopilot keeps the seat.
    """
    player = recorder.player
    due = deadline_of(recorder.table, player)
    if due is None and player not in recorder.table.pending:
        raise Irregular("nobody waited for {player}", player=SeatName(player))
    if due is None or recorder.by.at < due:
        raise Irregular(
            "{player}’s time cannot have run out yet", player=SeatName(player)
        )
    recorder.take(_decide_for(recorder, command.moves))
    misses = recorder.table.seats[player].misses
    if misses and recorder.table.control.loses_seat(misses) and not recorder.is_over:
        recorder.record(AutopilotSeated(player, misses))
        drop_proposals(recorder)


def _decide_for(recorder: Recorder, moves: Sequence[str]) -> Decision:
    """Decide on the board what was chosen for somebody; all of it has to be used."""
    left = iter(moves)

    def next_move(board: GameState, player: int) -> Command:
        text = next(left, None)
        if text is None:
            english = "somebody’s time had run out, and nothing was decided for them"
            raise Irregular(english)
        move = notation.from_text(text)
        if notation.to_text(move) != text:
            raise Irregular("the command is written in another way than ours")
        return move

    decision = engine.expire(
        recorder.board, recorder.player, recorder.chance, next_move
    )
    if next(left, None) is not None:
        raise Irregular("more was decided for somebody than they were asked")
    return decision


def choose_moves(
    board: GameState,
    player: int,
    chance: Chance,
    choose: Callable[[GameState, int], Command],
) -> tuple[str, ...]:
    """Return in notation what to decide for a player whose time is over."""
    moves: list[str] = []

    def note(state: GameState, asked: int) -> Command:
        move = choose(state, asked)
        moves.append(notation.to_text(move))
        return move

    engine.expire(board, player, chance, note)
    return tuple(moves)


#: How each command is decided.
RULES: dict[type, Rule] = {TimeOut: own_rule(time_out, Source.TIMEOUT, Source.ORDERS)}
