"""Exact probabilities of rolls."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from stoneage_core.components.odds import at_least, expected, sums, yields

DIVISORS = {"food": 2, "wood": 3, "brick": 4, "stone": 5, "gold": 6}


@pytest.mark.parametrize("dice", range(5))
def test_sums_match_all_rolls(dice):
    rolls = Counter(sum(roll) for roll in product(range(1, 7), repeat=dice))
    assert sums(dice) == {
        total: Fraction(count, 6**dice) for total, count in rolls.items()
    }


@pytest.mark.parametrize("good", DIVISORS)
@pytest.mark.parametrize("tools", [0, 3])
def test_yields_match_all_rolls(good, tools):
    rolls = list(product(range(1, 7), repeat=3))
    amounts = Counter((sum(roll) + tools) // DIVISORS[good] for roll in rolls)
    odds = {amount: Fraction(count, 216) for amount, count in amounts.items()}
    assert yields(good, 3, tools) == odds
    mean = sum(amount * chance for amount, chance in odds.items())
    assert expected(good, 3, tools) == pytest.approx(float(mean))


@pytest.mark.parametrize("dice", [1, 7, 10])
def test_chances_add_up_to_one(dice):
    assert sum(sums(dice).values()) == 1
    assert sum(yields("gold", dice).values()) == 1


@pytest.mark.parametrize(
    ("amount", "chance"), [(0, 1), (1, 1), (2, 5 / 6), (3, 3 / 6), (4, 1 / 6), (5, 0)]
)
def test_chance_of_at_least(amount, chance):
    assert at_least("food", 1, amount, tools=2) == pytest.approx(chance)
