"""The scale of ratings, and how one game changes them.

A game is read as pairs: the player with the better rank beat the other, and equal ranks
are half a win each. The probability of winning a pair is logistic in the difference of
the two means; 400 points are ten to one, as with Elo. The updates are those of Weng and
Lin (2011) for the full Bradley-Terry model, as implemented by openskill.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Final, NamedTuple

from openskill.models import BradleyTerryFull

#: How many points make one unit of the logistic curve.
_UNIT: Final = 400 / log(10)
#: The rating of newcomers, and its deviation: two in three are within it.
START, SPREAD = 1500.0, 250.0
#: Added to the deviation with each game, because people change: 3.5 points in one game
#: are 35 in a hundred games.
DRIFT = 3.5
#: Ratings with a larger deviation are shown as provisional.
SETTLED = 100.0


def _shrinking(_scale: float, seats: int, *_: object, **__: object) -> float:
    """
    Return how fast deviations shrink: by 2 divided by the number of seats. The pairs of
    one table share its luck, so three of them tell less than three games.
    """
    return 2 / seats


_MODEL = BradleyTerryFull(
    mu=START,
    sigma=SPREAD,
    beta=_UNIT / sqrt(2),
    tau=DRIFT,
    gamma=_shrinking,
)


#: The fixed points: of each bot, by number of players and name. Ochre was placed by
#: decision, and the others follow from the ladder (see docs/ratings.md).
_BOT_POINTS: dict[int, dict[str, float]] = {
    2: {
        "Acorn": 460,
        "Pebble": 850,
        "Clay": 1150,
        "Thatch": 1480,
        "Ochre": 1800,
        "Antler": 1990,
        "Ash": 2070,
        "Flint": 2390,
    },
    3: {
        "Acorn": 440,
        "Pebble": 840,
        "Clay": 1080,
        "Thatch": 1480,
        "Ochre": 1800,
        "Antler": 1920,
        "Ash": 2040,
        "Flint": 2350,
    },
    4: {
        "Acorn": 510,
        "Pebble": 790,
        "Clay": 1050,
        "Thatch": 1400,
        "Ochre": 1800,
        "Antler": 1970,
        "Ash": 2090,
        "Flint": 2210,
    },
}


class Rating(NamedTuple):
    """
    The estimated strength of a player, in points. The true strength is within two
    deviations of the mean in nine of ten cases. A fixed point of the scale has no
    deviation, so games do not change it.
    """

    mean: float = START
    deviation: float = SPREAD

    @property
    def is_fixed(self) -> bool:
        return self.deviation == 0

    @property
    def is_settled(self) -> bool:
        return self.deviation <= SETTLED


NEWCOMER = Rating()


def rate_table(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """
    Return the ratings of all players after a game, in the given order. ``ranks`` count
    from 1 and are equal for ties. Fixed points stay. Raise ValueError if the lengths
    differ, or if there are fewer than two.
    """
    if len(before) != len(ranks) or len(before) < 2:
        raise ValueError("a game is rated for two or more, each with a rank")
    # The library divides by the deviation, so it must not be 0.
    own = [(each.mean, each.deviation or 1e-6) for each in before]
    teams = [[_MODEL.rating(mu=mean, sigma=deviation)] for mean, deviation in own]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        old if old.is_fixed else Rating(new.mu, new.sigma)
        for old, [new] in zip(before, after, strict=True)
    ]


def bot_rating(name: str, player_count: int) -> Rating | None:
    """Return the rating of a bot, or None if it is no longer on the ladder."""
    points = _BOT_POINTS[player_count].get(name)
    return None if points is None else Rating(points, 0.0)
