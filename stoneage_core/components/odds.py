"""Exact probabilities of rolls."""

from fractions import Fraction
from functools import cache

from stoneage_core.components.resources import DIVISORS

Odds = dict[int, Fraction]


@cache
def sums(dice: int) -> Odds:
    """Return the probability of each sum of ``dice`` dice."""
    if not dice:
        return {0: Fraction(1)}
    odds: Odds = {}
    for total, chance in sums(dice - 1).items():
        for face in range(1, 7):
            odds[total + face] = odds.get(total + face, Fraction(0)) + chance / 6
    return odds


@cache
def yields(good: str, dice: int, tools: int = 0) -> Odds:
    """Return the probability of each amount of ``good``, with ``tools`` added."""
    odds: Odds = {}
    for total, chance in sums(dice).items():
        amount = (total + tools) // DIVISORS[good]
        odds[amount] = odds.get(amount, Fraction(0)) + chance
    return odds


@cache
def expected(good: str, dice: int, tools: int = 0) -> float:
    """Return the expected amount of ``good``, with ``tools`` added."""
    odds = yields(good, dice, tools)
    return float(sum(amount * chance for amount, chance in odds.items()))


@cache
def at_least(good: str, dice: int, amount: int, tools: int = 0) -> float:
    """Return the probability of at least ``amount`` of ``good``."""
    odds = yields(good, dice, tools)
    return float(sum(chance for got, chance in odds.items() if got >= amount))
