"""Positions of whole games that autopilot plays against itself."""

from functools import cache

from stoneage_core import GameState, autopilot, awaited, decide, notation
from stoneage_core.chance import RandomChance
from stoneage_core.engine import legal_commands
from stoneage_core.payments import Payments
from stoneage_core.simulation import opening

#: A game for each number of players, with its seed.
GAMES = ((2, 5), (3, 6), (4, 7))


@cache
def positions(players: int, seed: int) -> tuple[tuple[GameState, int], ...]:
    """Return every position of a game with each awaited player. Cached."""
    state = opening(players, chance := RandomChance(seed)).state
    found: list[tuple[GameState, int]] = []
    while waiting := awaited(state):
        found += [(state, player) for player in waiting]
        player = min(waiting)
        state = decide(state, player, autopilot.choose(state, player), chance).state
    return tuple(found)


def legal_texts(state: GameState, player: int) -> set[str]:
    """Return the texts of all legal commands, with every payment."""
    texts = set()
    for choice in legal_commands(state, player):
        commands = choice.commands() if isinstance(choice, Payments) else [choice]
        texts |= {notation.to_text(command) for command in commands}
    return texts
