"""Several uses in one go: the next command, and when the player has to decide."""

import pytest

from stoneage_core import notation
from stoneage_core.orders import Answered, next_command, parse
from tests.core.scenario import acting, busy, placing, resources, tribe, when

TWO_WOOD_ONE_BRICK, ONE_TO_SEVEN = 1, 26


def following(state, *places: str, has_rolled: bool = False) -> str | None:
    """Return the next command as text, or None if the player has to decide."""
    orders = parse("\n".join(f"use {place}" for place in places))
    answer = next_command(orders, state, 0, has_rolled=has_rolled)
    return notation.to_text(answer.command) if isinstance(answer, Answered) else None


def test_the_first_place_comes_first_whatever_the_board_says():
    state = acting(busy(hut=2, forest=2))
    assert following(state, "hut", "forest") == "use hut"
    assert following(state, "forest", "hut") == "use forest"


def test_places_without_people_are_skipped():
    state = acting(busy(forest=2))
    assert following(state, "hut", "forest") == "use forest"


def test_at_the_end_of_the_order_nothing_follows():
    state = acting(busy(forest=2))
    assert following(state, "hut", "field") is None


def test_a_price_that_can_be_paid_in_one_way_is_paid():
    state = acting(busy(building_1=1, resources="wood wood brick"), tops=(1, 2))
    command = when(state, 0, following(state, "building 1")).events[0]
    assert command.payment == resources("wood wood brick")


@pytest.mark.parametrize("purse", ["wood brick", "wood wood gold"])
def test_of_several_ways_to_pay_the_player_chooses(purse):
    state = acting(busy(card_1=1, resources=purse))
    assert following(state, "card 1") is None


def test_a_purchase_that_cannot_be_paid_is_left_to_the_player():
    state = acting(busy(card_2=1, resources="wood"))
    assert following(state, "card 2") is None
    assert following(state, "card 2", "river") is None


def test_dice_make_every_purchase_but_the_last_a_question():
    two = acting(busy(card_1=1, building_1=1, resources="wood"), tops=(1, 2))
    one = acting(busy(card_1=1, resources="wood"))
    assert following(two, "card 1") == "buy 1 wood"
    assert following(two, "card 1", has_rolled=True) is None
    assert following(one, "card 1", has_rolled=True) == "buy 1 wood"


def test_an_order_of_uses_answers_no_other_question():
    assert following(placing(tribe()), "forest") is None
    not_awaited = acting(tribe(), busy(forest=2), turn=1)
    assert following(not_awaited, "forest") is None


def test_dice_on_the_table_come_first():
    state = acting(busy(forest=3, tools="2"))
    rolled = when(state, 0, "use forest", dice=[1, 1, 2]).state
    assert rolled.question == "tools"
    assert following(rolled, "river") is None
