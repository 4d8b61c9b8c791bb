"""
Learns weights by self-play, with a small evolution strategy and fixed seeds.

In each generation the mean of the weights is varied in pairs of opposite directions.
All variants play the same games against earlier means. The mean then moves in the
directions that did well, with steps that become smaller. The last mean is the result.
Traits, the weights that make a character, stay fixed.
"""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from statistics import fmean, pstdev

from msgspec import Struct

from stoneage_core.chance import RandomChance
from stoneage_core.model import weighing
from stoneage_core.model.boards import model_board_of
from stoneage_core.opponents.kernel import kernel
from stoneage_core.opponents.searching import POINTS_OF_A_WIN
from stoneage_core.simulation import opening

#: The initial weights, guessed by hand, in the order of ``model/weighing.py``.
GUESSES = (
    *(6.0, 2.2, 2.0, 1.3, 2.0, 1.1, 3.5),  # hut, field, tool, a person
    *(3.2, 4.0, 4.7, 5.5, 0.35, 12.0, 0.6),  # resources
    *(2.5, 0.9, 10.0),  # food
    *(1.0, 0.4, 0.25, 0.4, 0.3, 0.25, 5.0, 5.0, 1.0, 3.5),  # cards
    *(1.0, 1.0, 0.75, 0.8, 0.4),  # buildings, what is missing, tools
    *(2.5, 1.4, 0.0),  # rounds that are left, noise
)

PAIRS = 16
#: The distance of variants from the mean and the step of the mean, in parts of a
#: weight; and the part by which both have shrunk at the end.
SPREAD, STEP = 0.12, 0.4
NARROWED, SLOWED = 0.5, 0.93
#: The part of the last step that the next one keeps.
MOMENTUM = 0.3
#: The mean becomes a rival every so many generations; the number of rivals, of which
#: the first one always stays.
RENEWED, RIVALS = 8, 4
#: The largest lead in points that counts.
CLEAR_LEAD = 80

#: Weights, or their variations, in the order of ``model/weighing.py``.
Row = Sequence[float]


class Lessons(Struct, frozen=True):
    seed: int
    generations: int
    games: int


class Generation(Struct, frozen=True):
    """The mean weights after a generation, and the mean merit of its variants."""

    number: int
    weights: tuple[float, ...]
    merit: float


def train(
    plan: Lessons, players: int, start: Row, fixed: Collection[int]
) -> Iterator[Generation]:
    """Yield each generation, for one number of players; ``fixed`` weights stay."""
    dice = random.Random(plan.seed)
    mean = start
    rivals: list[Row] = [mean]
    move: Row = [0.0] * len(mean)
    for number in range(1, plan.generations + 1):
        part = number / plan.generations
        boards = openings(players, plan.games, dice.randrange(1 << 30))
        ways = _ways(fixed, dice)
        spread = SPREAD * (1 - NARROWED * part)
        merits = [merit(_moved(mean, way, spread), rivals, boards) for way in ways]
        better = _direction(ways, merits)
        move = [
            MOMENTUM * last + (1 - MOMENTUM) * new
            for last, new in zip(move, better, strict=True)
        ]
        mean = _moved(mean, move, STEP * (1 - SLOWED * part))
        if number % RENEWED == 0:
            rivals = [rivals[0], *rivals[1:][1 - RIVALS :], mean]
        yield Generation(number, tuple(mean), fmean(merits))


def learn(
    plan: Lessons, players: int, start: Row, traits: Mapping[int, float]
) -> tuple[float, ...]:
    """
    Return the last mean, rounded to three digits.

    ``traits`` are fixed weights by index. Without generations, it is the start with
    these traits.
    """
    mean = tuple(traits.get(at, weight) for at, weight in enumerate(start))
    if not plan.generations:
        return mean
    fixed = {*traits, weighing.NOISE}
    *_, last = train(plan, players, mean, fixed)
    return tuple(round(weight, 3) for weight in last.weights)


def openings(players: int, games: int, seed: int) -> list[tuple[int, list[int]]]:
    """Return the seeds and the boards at the first decision of games."""
    return [
        (
            seed + number,
            model_board_of(opening(players, RandomChance(seed + number)).state),
        )
        for number in range(games)
    ]


def merit(
    variant: Row, rivals: Sequence[Row], boards: Sequence[tuple[int, list[int]]]
) -> float:
    """Return the merit of a variant against rivals: wins, plus a little for leads."""
    model, merits = kernel(), []
    for number, (seed, board) in enumerate(boards):
        players = board[0]
        seat = number % players
        rows = [rivals[(number // players) % len(rivals)]] * players
        rows[seat] = variant
        weights = model.weights([weight for row in rows for weight in row])
        shares, scores = model.shares(board, weights, seed)
        lead = scores.pop(seat) - max(scores)
        clear = max(-CLEAR_LEAD, min(CLEAR_LEAD, lead))
        merits.append(shares[seat] + clear / POINTS_OF_A_WIN)
    return fmean(merits)


def _ways(fixed: Collection[int], dice: random.Random) -> list[Row]:
    """Return the directions of the variants; each is followed by its opposite."""
    ways: list[Row] = []
    for _ in range(PAIRS):
        way = [0.0 if at in fixed else dice.gauss(0, 1) for at in range(len(GUESSES))]
        ways += [way, [-part for part in way]]
    return ways


def _direction(ways: Sequence[Row], merits: Row) -> Row:
    """Return the mean of the directions, weighted by their standardized merits."""
    middle, spread = fmean(merits), pstdev(merits) or 1.0
    parts = [(merit - middle) / spread for merit in merits]
    return [
        fmean(part * step for part, step in zip(parts, column, strict=True))
        for column in zip(*ways, strict=True)
    ]


def _moved(mean: Row, way: Row, length: float) -> Row:
    """Return the weights moved in a direction; a changed weight is at least 0.05."""
    return [
        max(0.05, weight + step * length * max(GUESSES[at], 0.3)) if step else weight
        for at, (weight, step) in enumerate(zip(mean, way, strict=True))
    ]
