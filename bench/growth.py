"""E4: whether an action costs more, the longer the game has become."""

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
    """A position, who decides in it, and what they did."""

    state: GameState
    player: int
    command: Command


def comparisons() -> list[Comparison]:
    """Return the last actions of a long game beside its first."""
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
    """Return the first random game of four with enough decisions of its players."""
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
    """Return a case: what is legal, the decision, and the new position, for each."""
    chance = RandomChance(1)

    def run() -> int:
        for state, player, command in sample:
            legal_commands(state, player)
            for event in decide(state, player, command, chance).events:
                state = evolve(state, event)
        return len(sample)

    return run
