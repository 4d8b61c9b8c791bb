"""``python -m bench.telling``: could the engine be the only telling of the rules?

It plays games by the weights of autopilot and measures, in ms of processor time a game:
deciding the recorded commands again with the engine; applying their events alone, which
is what a board that is changed in place could save at best; and whole games of the
compact model from the same starts, which also choose their moves.
"""

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from stoneage_core import awaited, decide
from stoneage_core.autopilot import RULES, choose
from stoneage_core.chance import RandomChance
from stoneage_core.commands import Command
from stoneage_core.events.base import Event
from stoneage_core.evolve import evolve
from stoneage_core.model import playing
from stoneage_core.model.boards import model_board_of
from stoneage_core.model.styles import find_weights
from stoneage_core.opponents.kernel import Kernel, kernel
from stoneage_core.simulation import opening
from stoneage_core.state import GameState

GAMES, ROUNDS = 12, 5


class PlayedGame(NamedTuple):
    """A game's start, and its decisions: player, command and events."""

    seed: int
    start: GameState
    decisions: Sequence[tuple[int, Command, Sequence[Event]]]


def played(players: int, seed: int) -> PlayedGame:
    chance = RandomChance(seed)
    state = start = opening(players, chance).state
    decisions = []
    while waiting := sorted(awaited(state)):
        command = choose(state, waiting[0])
        decision = decide(state, waiting[0], command, chance)
        decisions.append((waiting[0], command, decision.events))
        state = decision.state
    return PlayedGame(seed, start, decisions)


def decided(game: PlayedGame) -> None:
    chance = RandomChance(game.seed)
    state = opening(game.start.player_count, chance).state
    for player, command, _ in game.decisions:
        state = decide(state, player, command, chance).state


def applied(game: PlayedGame) -> None:
    state = game.start
    for _, _, events in game.decisions:
        for event in events:
            state = evolve(state, event)


def played_by(model: Kernel, game: PlayedGame) -> None:
    """Play a game of the compact model from the same start, with its choices."""
    style = find_weights(RULES[1].weights)
    assert style is not None
    count = game.start.player_count
    weights = model.weights(style.row(count) * count)
    model.shares(model_board_of(game.start, game.seed + 1), weights, game.seed + 1)


def milliseconds(
    act: Callable[[PlayedGame], None], games: Sequence[PlayedGame]
) -> float:
    """Return the least mean of some rounds, in ms of processor time a game."""
    means = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        for game in games:
            act(game)
        means.append(1000 * (time.process_time() - begun) / len(games))
    return min(means)


def main() -> int:
    acts: dict[str, Callable[[PlayedGame], None]] = {
        "engine, decisions": decided,
        "its events alone": applied,
        "model in Python, with choices": partial(played_by, Kernel(playing)),
    }
    if kernel().is_compiled:
        acts["compiled model, with choices"] = partial(played_by, kernel())
    print(f"| players | decisions | {' | '.join(acts)} |")
    print(f"| --- | --- |{' --- |' * len(acts)}")
    for players in (2, 3, 4):
        games = [played(players, seed) for seed in range(GAMES)]
        count = sum(len(game.decisions) for game in games) / GAMES
        times = [f"{milliseconds(act, games):.3f}" for act in acts.values()]
        print(f"| {players} | {count:.0f} | {' | '.join(times)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
