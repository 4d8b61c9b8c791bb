"""Count legal placements from the opening, as chess engines count moves."""

from stoneage_core.chance import LoadedChance
from stoneage_core.engine import replay
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.events.base import Event
from stoneage_core.events.rounds import TurnStarted
from stoneage_core.rules import placement
from stoneage_core.simulation import opening
from stoneage_core.state import GameState


def perft(players: int, depth: int) -> int:
    """
    Return how many sequences of ``depth`` placements the first round can begin with.

    It counts what the rules allow, without taking forced placements by itself.
    """
    return _count(opening(players, LoadedChance()).state, depth)


def _count(state: GameState, depth: int) -> int:
    """Return the number of sequences from ``state``, whose turn is set."""
    if not depth:
        return 1
    player = state.turn
    assert player is not None
    commands = placement.legal(state, player)
    if depth == 1:
        return len(commands)
    return sum(
        _count(
            _after(state, PeoplePlaced(player, command.place, command.people)),
            depth - 1,
        )
        for command in commands
    )


def _after(state: GameState, placed: Event) -> GameState:
    """Return the state after a placement, with the turn passed on."""
    state = replay([placed], state)
    following = placement.next_player(state)
    if following is None:
        return state
    return replay([TurnStarted(following)], state)
