"""``python -m bench.ladder``: how strong the bots are, and how accurate they play.

Each bot of the ladder plays the ones below it and three simple bots that share nothing
with the ladder (``bench/simple_bots.py``), with two, three or four players. All other
seats are the rival's, and *beaten* is the part of them that scored less. With
``--accuracy`` games between all of them are reviewed instead. Both print Markdown
tables; docs/opponents.md has them.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean

from bench.simple_bots import SIMPLE_BOTS
from stoneage_core import notation
from stoneage_core.chance import RandomChance
from stoneage_core.commands import Command
from stoneage_core.model.boards import model_board_of
from stoneage_core.opponents.kernel import kernel
from stoneage_core.opponents.ladder import OPPONENTS, Opponent
from stoneage_core.opponents.matches import (
    OTHERS,
    beaten_by,
    interval,
    play_games,
    policy_of,
)
from stoneage_core.opponents.reviewing import (
    FULL,
    Accuracy,
    accuracy_of,
    review_decision,
)
from stoneage_core.simulation import Policy, opening, play
from stoneage_core.state import GameState

BELOW = {"random": OTHERS["random"], **SIMPLE_BOTS}
NAMES = (*BELOW, *OPPONENTS)
#: Bots that do not search play so many times more games, and more among themselves:
#: the model plays these alone.
QUICK_GAMES, MODEL_GAMES = 5, 50
#: Bots that search only play bots that are so many steps below them. They always beat
#: the others, and it takes long.
NEAR = 2


def strengths(
    players: int, games: int, seed: int, bots: Sequence[str]
) -> Iterator[str]:
    """Yield the lines of a table with the percentage that each bot beats of others."""
    rivals = NAMES[:-1]
    yield f"| {players} players | {' | '.join(rivals)} |\n"
    yield f"| --- |{' --- |' * len(rivals)}\n"
    for name in bots:
        cells = [_cell(name, rival, players, games, seed) for rival in rivals]
        yield f"| {name} | {' | '.join(cells)} |\n"


def _cell(name: str, rival: str, players: int, games: int, seed: int) -> str:
    own, apart = OPPONENTS[name], NAMES.index(name) - NAMES.index(rival)
    if apart <= 0:
        return ""
    if own.thinks and apart > NEAR:
        return "–"
    if not own.thinks and rival in OPPONENTS:
        others = OPPONENTS[rival]
        return _written(_by_the_model(own, others, players, MODEL_GAMES * games, seed))
    count = games if own.thinks else QUICK_GAMES * games
    seated = (name, *[rival] * (players - 1))
    bouts = list(play_games(seated, count, seed, OTHERS | SIMPLE_BOTS))
    return _written(beaten_by(name, rival, bouts))


def _by_the_model(
    own: Opponent, others: Opponent, players: int, games: int, seed: int
) -> list[float]:
    """Return the part of its rivals that a bot beats in each game; none may search."""
    model = kernel()
    rows = [own.row(players), others.row(players)]
    parts = []
    for number in range(seed, seed + games):
        seat = number % players
        seats = [rows[each != seat] for each in range(players)]
        weights = model.weights(weight for row in seats for weight in row)
        _, scores = model.shares(_start(players, number // players), weights, number)
        rivals = [score for each, score in enumerate(scores) if each != seat]
        parts.append(
            fmean(
                (scores[seat] > score) + (scores[seat] == score) / 2 for score in rivals
            )
        )
    return parts


@cache
def _start(players: int, seed: int) -> list[int]:
    return model_board_of(opening(players, RandomChance(seed)).state)


def _written(parts: Sequence[float]) -> str:
    low, high = interval(parts)
    return f"{100 * fmean(parts):.0f} ({100 * low:.0f}–{100 * high:.0f})"


def accuracies(players: int, games: int, seed: int) -> Iterator[str]:
    """Yield the lines of a table with the mean accuracy of each bot and its error."""
    found: dict[str, list[Accuracy]] = defaultdict(list)
    shuffled, left = Random(seed), list[str]()
    for number in range(games):
        if len(left) < players:
            left += shuffled.sample(NAMES, len(NAMES))
        seated, left = left[:players], left[players:]
        for name, accuracy in _reviewed(seated, seed + number):
            found[name].append(accuracy)
    yield f"| {players} players | accuracy | standard error | games |\n"
    yield "| --- | --- | --- | --- |\n"
    for name in filter(found.get, NAMES):
        seen = found[name]
        mean = 100 * fmean(each.value for each in seen)
        error = 100 * sqrt(sum(each.error**2 for each in seen)) / len(seen)
        yield f"| {name} | {mean:.0f} | {error:.0f} | {len(seen)} |\n"


def _reviewed(seated: list[str], seed: int) -> Iterator[tuple[str, Accuracy]]:
    """Play and review a game; yield the accuracies that can be told."""
    seen: list[tuple[GameState, int, str]] = []

    def watched(policy: Policy) -> Policy:
        def decide(state: GameState, player: int) -> Command:
            command = policy(state, player)
            seen.append((state, player, notation.to_text(command)))
            return command

        return decide

    policies = [watched(policy_of(name, OTHERS | SIMPLE_BOTS)) for name in seated]
    play(len(seated), seed, *policies)
    reviewed = [review_decision(*decision, FULL) for decision in seen]
    for player, name in enumerate(seated):
        mine = [each for each in reviewed if each and each.player == player]
        if accuracy := accuracy_of(mine):
            yield name, accuracy


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description=__doc__)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--seed", type=int, default=500)
    parser.add_argument("--bots", default=",".join(OPPONENTS), help="the rows to make")
    parser.add_argument("--accuracy", action="store_true")
    options = parser.parse_args()
    asked = options.players, options.games, options.seed
    bots = options.bots.split(",")
    for line in accuracies(*asked) if options.accuracy else strengths(*asked, bots):
        print(line, end="", flush=True)


if __name__ == "__main__":
    main()
