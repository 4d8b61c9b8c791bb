"""Counts legal placements from the opening, as chess engines count moves."""

from stoneage_core.chance import LoadedChance
from stoneage_core.engine import replay
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.events.rounds import TurnStarted
from stoneage_core.rules import placement
from stoneage_core.simulation import opening
from stoneage_core.state import GameState


def perft(players: int, depth: int) -> int:
    """Return the number of legal sequences of placements, forced ones included."""
    return _count(opening(players, LoadedChance()).state, depth)


def _count(state: GameState, depth: int) -> int:
    if not depth:
        return 1
    player = state.turn
    assert player is not None
    commands = placement.legal(state, player)
    if depth == 1:
        return len(commands)
    total = 0
    for command in commands:
        placed = PeoplePlaced(player, command.place, command.people)
        after = replay([placed], state)
        following = placement.next_player(after)
        if following is not None:
            after = replay([TurnStarted(following)], after)
        total += _count(after, depth - 1)
    return total
