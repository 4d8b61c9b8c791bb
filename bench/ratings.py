"""``python -m bench.ratings``: do ratings recover known strengths?

Players of known strength play games with random results: each performs at their
strength plus Gumbel noise, so that the better of two wins by the logistic curve of the
scale, whoever else plays. The ratings see only the results. In a quarter of the games
one seat is a bot, a fixed point of the scale.
"""

from dataclasses import dataclass
from math import log
from random import Random
from statistics import correlation, fmean

from games.ratings.scale import NEWCOMER, SPREAD, START, Rating, bot_rating, rate_table

PLAYERS, GAMES, SEEDS = 60, 2000, 5
BOT = "Ochre"
#: How often the bot plays, and how often the first two share the victory.
WITH_BOT, TIED = 0.25, 0.02
_UNIT = 400 / log(10)


@dataclass(frozen=True)
class Recovery:
    """
    How well ratings match the strengths.

    ``order`` is Spearman's rank correlation, ``error`` the mean error in points,
    ``covered`` the share within two deviations.
    """

    order: float
    error: float
    covered: float


def recover(player_count: int, *, games: int, players: int, seed: int) -> Recovery:
    """Let players of random strengths play, rate them, and compare."""
    dice = Random(seed)
    strengths = [dice.gauss(START, SPREAD) for _ in range(players)]
    ratings = [NEWCOMER] * players
    bot = bot_rating(BOT, player_count)
    assert bot is not None
    for _ in range(games):
        people = player_count - (dice.random() < WITH_BOT)
        seated = dice.sample(range(players), people)
        bots = [bot] * (player_count - people)
        true = [*(strengths[one] for one in seated), *(one.mean for one in bots)]
        before = [*(ratings[one] for one in seated), *bots]
        after = rate_table(before, _ranks(true, dice))
        for one, rating in zip(seated, after[:people], strict=True):
            ratings[one] = rating
    return _compared(strengths, ratings)


def _ranks(strengths: list[float], dice: Random) -> list[int]:
    """Return the random ranks of one game."""
    played = [each - _UNIT * log(-log(dice.random())) for each in strengths]
    ranks = [1 + sum(other > own for other in played) for own in played]
    is_tied = dice.random() < TIED
    return [1 if is_tied and rank == 2 else rank for rank in ranks]


def _compared(strengths: list[float], ratings: list[Rating]) -> Recovery:
    means = [rating.mean for rating in ratings]
    pairs = list(zip(ratings, strengths, strict=True))
    off = [abs(rating.mean - true) for rating, true in pairs]
    return Recovery(
        order=correlation(_places(strengths), _places(means)),
        error=fmean(off),
        covered=fmean(
            abs(rating.mean - true) <= 2 * rating.deviation for rating, true in pairs
        ),
    )


def _places(values: list[float]) -> list[float]:
    """Return the position of each value, 0 for the smallest."""
    return [float(sum(other < own for other in values)) for own in values]


def main() -> None:
    """Print a table with a line for each number of players, averaged over the seeds."""
    print("| players | order | mean error | within two deviations |")
    print("| --- | --- | --- | --- |")
    for count in (2, 3, 4):
        found = [
            recover(count, games=GAMES, players=PLAYERS, seed=seed)
            for seed in range(SEEDS)
        ]
        order, error = fmean(f.order for f in found), fmean(f.error for f in found)
        covered = fmean(f.covered for f in found)
        print(f"| {count} | {order:.2f} | {error:.0f} points | {100 * covered:.0f} % |")


if __name__ == "__main__":
    main()
