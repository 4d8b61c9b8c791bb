"""
The scale of ratings, and what one game does to those who played it.

A game is read as its pairs: whoever comes off better has won against the other, equal
ranks are half a win each. The chance of winning a pair is logistic in the difference of
the two means; 400 points are ten to one, as with Elo. The updates are those of Weng and
Lin (2011) for the full Bradley-Terry model, as openskill has them.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Final, NamedTuple

from openskill.models import BradleyTerryFull

#: Points of mean that are one unit of the logistic curve.
_UNIT: Final = 400 / log(10)
#: Where everybody begins; two in three newcomers are within the spread of it.
START, SPREAD = 1500.0, 250.0
#: What each game adds to the deviation, for people change: 3.5 points in one game are
#: 35 in a hundred.
DRIFT = 3.5
#: Ratings of a larger deviation are told as provisional.
SETTLED = 100.0


def _shrinking(_scale: float, seats: int, *_: object, **__: object) -> float:
    """
    Return how fast deviations shrink: as 2 in so many seats.

    The pairs of one table share its luck, so three of them tell less than three games.
    """
    return 2 / seats


_MODEL = BradleyTerryFull(
    mu=START,
    sigma=SPREAD,
    beta=_UNIT / sqrt(2),
    tau=DRIFT,
    gamma=_shrinking,
)


#: The fixed points: of each bot, by the number of players and its name. Ochre is where
#: it was put, the others follow from the ladder as docs/ratings.md tells.
_BOT_POINTS: dict[int, dict[str, float]] = {
    2: {"Pebble": 740, "Thatch": 1120, "Ochre": 1800, "Ash": 2240, "Flint": 2390},
    3: {"Pebble": 600, "Thatch": 1000, "Ochre": 1800, "Ash": 2120, "Flint": 2340},
    4: {"Pebble": 690, "Thatch": 1000, "Ochre": 1800, "Ash": 2200, "Flint": 2520},
}


class Rating(NamedTuple):
    """
    How strong a player is taken to be, in points.

    The true strength is within two deviations of the mean in nine of ten cases. A fixed
    point of the scale has no deviation: no game moves it.
    """

    mean: float = START
    deviation: float = SPREAD

    @property
    def is_fixed(self) -> bool:
        return self.deviation == 0

    @property
    def is_settled(self) -> bool:
        """Whether enough games were played to go by the mean."""
        return self.deviation <= SETTLED


NEWCOMER = Rating()


def rate_table(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """
    Return the ratings of all at a table after a game, in the order given.

    ``ranks`` count from 1, equal for whoever shares one. Fixed points stay. Raise
    ValueError where there are not as many ranks as ratings, or fewer than two.
    """
    if len(before) != len(ranks) or len(before) < 2:
        raise ValueError("a game is rated for two or more, each with a rank")
    # The library divides by a deviation: it takes none of 0.
    own = [(each.mean, each.deviation or 1e-6) for each in before]
    teams = [[_MODEL.rating(mu=mean, sigma=deviation)] for mean, deviation in own]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        old if old.is_fixed else Rating(new.mu, new.sigma)
        for old, [new] in zip(before, after, strict=True)
    ]


def bot_rating(name: str, player_count: int) -> Rating | None:
    """Return where a bot stands; None for one that is not on the ladder any more."""
    points = _BOT_POINTS[player_count].get(name)
    return None if points is None else Rating(points, 0.0)
