"""Counts legal placements from the opening, as chess engines count moves."""

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
    Return the number of legal sequences of the first ``depth`` placements.

    Forced placements count as placements.
    """
    return _count(opening(players, LoadedChance()).state, depth)


def _count(state: GameState, depth: int) -> int:
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
    state = replay([placed], state)
    following = placement.next_player(state)
    if following is None:
        return state
    return replay([TurnStarted(following)], state)
