"""Orders made of plans: the steps of their player only."""

from random import Random

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from stoneage_core import awaited
from stoneage_core.chance import RandomChance
from stoneage_core.orders import parse, to_text
from stoneage_core.plan import (
    Course,
    PlanStep,
    follow_plan,
    orders_of_course,
    parse_plan,
)
from stoneage_core.simulation import opening, random_policy
from tests.core.scenario import acting, opened, starving, tribe

#: It gives food, and asks for nothing.
FOOD_CARD = 11


def ordered(state, text, player=0):
    course = follow_plan(state, parse_plan(text))
    assert course.refusal is None
    return to_text(orders_of_course(course, player))


def test_placements_give_way_to_those_after_them():
    plan = "1-hut,2-field,1-forest-2,2-river-1,1-card-2"
    assert ordered(opened(2), plan) == (
        "hut, forest 2, card 2\nforest 2, card 2\ncard 2"
    )


def test_steps_of_other_players_are_not_ordered():
    plan = "1-hut,2-field,1-forest-2"
    assert ordered(opened(2), plan, player=1) == "field"


@pytest.mark.parametrize(
    ("plan", "text"),
    [
        (
            "1-use-forest,1-buy-2-wood-wood",
            "use forest\nbuy 2 wood wood, buy 2 cheapest\ntools gain",
        ),
        (
            "1-buy-2-wood-wood,1-use-forest-dice-6-6",
            "buy 2 wood wood, buy 2 cheapest\nuse forest\ntools gain",
        ),
        ("1-leave-card-2", "leave card 2"),
    ],
)
def test_a_turn_is_ordered_in_its_order(plan, text):
    state = acting(
        tribe(resources="wood wood", forest=2, card_2=1, card_4=1),
        tribe(field=1),
        slots=(1, FOOD_CARD, 2, 3),
    )
    assert ordered(state, plan) == text


def test_tools_are_added_where_they_gain():
    state = acting(
        tribe(forest=1, river=1, field=1, tools="2", open_cards=(33,), cards=(33,)),
        tribe(field=1),
    )
    with_tile = "1-use-forest-dice-1,1-tools-2"
    with_card = "1-use-forest-dice-1,1-tools-once-2"
    assert ordered(state, with_tile) == "use forest\ntools gain"
    assert ordered(state, with_card) == "use forest\ntools gain cards"


@pytest.mark.parametrize(
    ("plan", "text"),
    [("1-feed-wood-1", "feed wood"), ("1-go-hungry", "go hungry")],
)
def test_a_meal_is_ordered(plan, text):
    state = starving(tribe(resources="wood wood"), tribe(), owing=(1, 1))
    assert ordered(state, plan) == text


def test_cards_and_buildings_of_later_rounds_are_not_ordered():
    state = starving(tribe(resources="wood"), tribe(resources="wood"), owing=(1, 1))
    plan = "1-feed-wood-1,2-feed-wood-1,2-card-1,1-hut,2-field,1-card-2"
    later = follow_plan(state, parse_plan(plan))
    assert later.refusal is None
    assert to_text(orders_of_course(later, 0)) == "hut\nfeed wood"


@for_all(st.integers(2, 4), st.integers(0, 2**32 - 1))
def test_all_plans_make_orders_that_can_be_kept(players, seed):
    dice = Random(seed)
    policy = random_policy(dice)
    start = opening(players, RandomChance(seed)).state
    course = Course(start)
    for _ in range(40):
        waiting = sorted(awaited(course.state))
        if not waiting:
            break
        step = PlanStep(waiting[0], policy(course.state, waiting[0]))
        course = Course(start, course.steps + follow_plan(course.state, [step]).steps)
    for player in range(players):
        orders = orders_of_course(course, player)
        assert parse(to_text(orders)) == orders
