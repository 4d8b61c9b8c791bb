"""The four resources (rules: names)."""

import pytest

from stoneage_core.components.resources import (
    DIVISORS,
    NOTHING,
    VALUES,
    Resources,
    amount,
    one,
)
from stoneage_core.phrases import show_english
from tests.core.scenario import resources


def test_values_are_those_of_the_rules():
    assert VALUES == {"wood": 3, "brick": 4, "stone": 5, "gold": 6}
    assert DIVISORS == {"food": 2, "wood": 3, "brick": 4, "stone": 5, "gold": 6}


def test_resources_are_counted_by_pieces_kinds_and_points():
    purse = resources("wood wood stone gold")
    assert (purse.total, purse.kinds, purse.points) == (4, 3, 17)
    assert [purse.of(kind) for kind in VALUES] == [2, 0, 1, 1]
    assert list(purse) == [("wood", 2), ("stone", 1), ("gold", 1)]
    assert (NOTHING.total, NOTHING.kinds, NOTHING.points) == (0, 0, 0)


def test_resources_can_be_added_and_subtracted():
    some = Resources(3, 2, 1, 0)
    more = Resources(1, 1, 1, 1)
    assert some + more == Resources(4, 3, 2, 1)
    assert some - more == Resources(2, 1, 0, -1)


@pytest.mark.parametrize(
    ("payment", "covered"),
    [
        (Resources(), True),
        (Resources(2, 2, 2, 2), True),
        (Resources(1, 0, 2, 0), True),
        (Resources(3), False),
        (Resources(brick=3), False),
        (Resources(stone=3), False),
        (Resources(gold=3), False),
        (Resources(wood=-1), False),
        (Resources(brick=-1), False),
        (Resources(stone=-1), False),
        (Resources(gold=-1), False),
    ],
)
def test_resources_cover_smaller_payments(payment, covered):
    assert Resources(2, 2, 2, 2).covers(payment) is covered


@pytest.mark.parametrize(
    ("purse", "words"),
    [
        ("", "nothing"),
        ("gold", "1 gold"),
        ("gold wood wood", "2 wood and 1 gold"),
        ("gold stone brick wood", "1 wood, 1 brick, 1 stone and 1 gold"),
    ],
)
def test_resources_in_words(purse, words):
    assert show_english(resources(purse).words()) == words


def test_goods_in_words():
    assert show_english(amount("food", 7)) == "7 food"


@pytest.mark.parametrize("kind", ["wood", "brick", "stone", "gold"])
def test_one_makes_a_single_kind(kind):
    assert one(kind) == resources(kind)
    assert one(kind, 3) == resources(f"{kind} {kind} {kind}")


def test_food_is_not_a_resource():
    with pytest.raises(ValueError, match="food"):
        one("food")
