"""E4: does an action cost more in a longer game?"""

from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from bench import goals
from bench.engine import play
from bench.table import Comparison
from bench.timing import TimedCase
from stoneage_core import GameState, decide, evolve, legal_commands
from stoneage_core.chance import RandomChance
from stoneage_core.commands import Command
from stoneage_core.simulation import Played

LENGTH = 1_000
SAMPLE = 100


class DecisionPoint(NamedTuple):
    """A position, the player who decides in it, and their command."""

    state: GameState
    player: int
    command: Command


def comparisons() -> list[Comparison]:
    """Compare the last actions of a long game with its first."""
    game = decision_points(long_game())
    return [
        Comparison(
            goals.E4,
            f"the last {SAMPLE} actions of a {len(game):,}-action game",
            f"its first {SAMPLE}",
            TimedCase("last actions", acting(game[-SAMPLE:])),
            TimedCase("first actions", acting(game[:SAMPLE])),
            "µs an action",
        )
    ]


def long_game() -> Played:
    """Return the first random game of four with enough decisions."""
    games = map(play, count())
    return next(game for game in games if len(game.decisions) >= LENGTH)


def decision_points(played: Played) -> list[DecisionPoint]:
    """Return the first ``LENGTH`` decisions of a game, each with its position."""
    found = []
    state, at = GameState(), 0
    for version, player, command in played.decisions[:LENGTH]:
        for event in played.events[at:version]:
            state = evolve(state, event)
        at = version
        found.append(DecisionPoint(state, player, command))
    return found


def acting(sample: list[DecisionPoint]) -> Callable[[], int]:
    """Return a case that lists legal commands, decides and evolves, per decision."""
    chance = RandomChance(1)

    def run() -> int:
        for state, player, command in sample:
            legal_commands(state, player)
            for event in decide(state, player, command, chance).events:
                state = evolve(state, event)
        return len(sample)

    return run
