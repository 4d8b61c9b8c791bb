"""The dice of each player against what dice are expected to show."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt

from games.positions import PastEvent
from stoneage_core import events as e
from stoneage_core.odds import expected
from stoneage_core.resources import DIVISORS

#: What a die shows on average, and how far a single one strays from it (squared).
MEAN, VARIANCE = 3.5, 35 / 12


@dataclass
class Luck:
    """
    A player's own rolls; ``goods`` is what they brought above expectation.

    Goods are those of the dice alone, without tools.
    """

    dice: int = 0
    pips: int = 0
    goods: dict[str, float] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """What the dice showed on average; 0 without any dice."""
        return self.pips / self.dice if self.dice else 0.0

    @property
    def luck(self) -> float:
        """How many pips more than expected, below 0 for fewer."""
        return self.pips - MEAN * self.dice

    @property
    def usual(self) -> float:
        """How far pips stray in 19 of 20 games with so many dice: two deviations."""
        return 2 * sqrt(VARIANCE * self.dice)

    @property
    def is_usual(self) -> bool:
        """Whether the luck is no greater than usual."""
        return abs(self.luck) <= self.usual


def luck_of(kept: Iterable[PastEvent], players: int) -> tuple[Luck, ...]:
    """
    Return each player's luck in all rolls that stood.

    Dice for all belong to nobody: everybody picks from them.
    """
    found = tuple(Luck() for _ in range(players))
    for one in kept:
        if isinstance(one.event, e.DiceRolled):
            _count(found[one.event.player], one.event)
    return found


def _count(luck: Luck, rolled: e.DiceRolled) -> None:
    dice, total = len(rolled.dice), sum(rolled.dice)
    luck.dice += dice
    luck.pips += total
    more = total // DIVISORS[rolled.good] - expected(rolled.good, dice)
    luck.goods[rolled.good] = luck.goods.get(rolled.good, 0.0) + more
