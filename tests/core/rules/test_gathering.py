"""Dice and tools (rules: phase 2, hunting grounds to river)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_core.commands import UseTools
from stoneage_core.components.places import GATHERING, Place
from stoneage_core.events.actions import DiceRolled, GoodsGathered, ToolsUsed
from stoneage_core.events.rounds import TurnStarted
from stoneage_core.state import Question, ToolsDecision
from tests.core.scenario import acting, options, refusal, tools, tribe, when

DIVISORS = {"food": 2, "wood": 3, "brick": 4, "stone": 5, "gold": 6}

#: Cards that are kept open as one-use tools of 2, 3 and 4.
ONCE_2, ONCE_3, ONCE_4 = 33, 34, 35


def foresters(people=2, **facts):
    """Return a tribe with people in the forest and on two other places."""
    return tribe(forest=people, clay_pit=1, quarry=1, **facts)


def rolled(*dice, **facts):
    """Return the state after a roll for wood to which tools may be added."""
    outcome = when(acting(foresters(len(dice), **facts)), 0, "use forest", dice=dice)
    assert outcome.state.question is Question.TOOLS
    return outcome.state


@given(
    st.sampled_from(GATHERING),
    st.lists(st.integers(1, 6), min_size=1, max_size=10),
    st.integers(0, 9),
)
def test_the_sum_of_a_roll_is_divided_and_added_to_what_there_is(place, dice, had):
    people = min(len(dice), place.rings or 10)
    dice = tuple(dice[:people])
    is_food = place.good == "food"
    stock = {"food": had} if is_food else {"resources": f"{place.good} " * had}
    others = {"tool_maker": 1, "field": 1}
    state = acting(tribe(people=12, **{place.value: people}, **others, **stock))
    outcome = when(state, 0, f"use {place.label}", dice=dice)
    amount = sum(dice) // DIVISORS[place.good]
    assert outcome.events == (
        DiceRolled(0, place, place.good, dice),
        GoodsGathered(0, place, place.good, amount),
    )
    after = outcome.tribe()
    has = after.food if is_food else after.resources.of(place.good)
    assert has == had + amount


def test_people_come_home_after_their_roll():
    outcome = when(acting(foresters()), 0, "use forest", dice=(6, 5))
    assert outcome.tribe().on(Place.FOREST) == 0
    assert refusal(outcome.state, 0, "use forest") == "nobody_there"


def test_tools_are_asked_for_after_the_dice_are_seen():
    state = rolled(1, 4, tools="1 2")
    assert state.decision == ToolsDecision(0, Place.FOREST, "wood", (1, 4))
    assert options(state) == ["no tools", "tools 2", "tools 1", "tools 2 1"]


def test_tools_are_not_asked_for_if_none_raises_the_yield():
    outcome = when(acting(foresters(tools="1")), 0, "use forest", dice=(3, 4))
    assert outcome.events[1:] == (GoodsGathered(0, Place.FOREST, "wood", 2),)


def test_tools_are_added_whole_and_are_used_up():
    outcome = when(rolled(1, 3, tools="1 4 1"), 0, "tools 4")
    assert outcome.events == (
        ToolsUsed(0, (1,), (), 4),
        GoodsGathered(0, Place.FOREST, "wood", 2),
    )
    assert outcome.tribe().tools == tools("1 4* 1")


def test_tools_used_before_stay_used():
    outcome = when(rolled(1, 3, tools="1* 2 2*"), 0, "tools 2")
    assert outcome.tribe().tools == tools("1* 2* 2*")


def test_no_tools_leaves_all_tools_unused():
    outcome = when(rolled(1, 4, tools="1"), 0, "no tools")
    assert outcome.events == (GoodsGathered(0, Place.FOREST, "wood", 1),)
    assert outcome.tribe().tools == tools("1")


def test_equal_tools_are_offered_once_and_taken_from_the_first_slot():
    state = rolled(1, 4, tools="1* 1 1")
    assert options(state) == ["no tools", "tools 1", "tools 1 1"]
    assert when(state, 0, "tools 1").of(ToolsUsed) == [ToolsUsed(0, (1,), (), 1)]
    assert when(state, 0, "tools 1 1").of(ToolsUsed) == [ToolsUsed(0, (1, 2), (), 2)]


def test_a_tool_is_used_once_in_a_round():
    state = rolled(1, 4, tools="1* 2")
    assert options(state) == ["no tools", "tools 2"]
    assert refusal(state, 0, "tools 1") == "no_such_tool"
    assert refusal(state, 0, "tools 2 2") == "no_such_tool"


def test_one_use_tools_are_added_alone_or_with_others():
    state = rolled(1, 4, tools="1", cards=(ONCE_2, ONCE_3), open_cards=(ONCE_2, ONCE_3))
    assert options(state) == [
        *("no tools", "tools once 3", "tools once 2", "tools once 3 2"),
        *("tools 1", "tools 1 once 3", "tools 1 once 2", "tools 1 once 3 2"),
    ]


def test_a_one_use_tool_adds_its_value_once_in_the_game():
    held = {"cards": (ONCE_2, ONCE_4), "open_cards": (ONCE_2, ONCE_4)}
    outcome = when(rolled(1, 1, tools="1", **held), 0, "tools 1 once 4")
    assert outcome.events == (
        ToolsUsed(0, (0,), (ONCE_4,), 5),
        GoodsGathered(0, Place.FOREST, "wood", 2),
    )
    assert outcome.tribe().open_cards == (ONCE_2,)
    assert outcome.tribe().cards == (ONCE_2, ONCE_4)


@pytest.mark.parametrize(
    "command", ["tools once 4", "tools once 3 3", "tools 1 once 2", "tools once 0"]
)
def test_missing_one_use_tools_cannot_be_used(command):
    state = rolled(1, 4, tools="1", cards=(ONCE_3,), open_cards=(ONCE_3,))
    assert refusal(state, 0, command) == "no_such_tool"


def test_tools_are_named_from_high_to_low():
    held = {"cards": (ONCE_2, ONCE_3), "open_cards": (ONCE_2, ONCE_3)}
    state = rolled(1, 4, tools="1 2", **held)
    expected = "no_such_tool"
    assert refusal(state, 0, UseTools((1, 2))) == expected
    assert refusal(state, 0, UseTools((), (2, 3))) == expected


def test_turn_passes_when_all_people_came_home():
    state = acting(tribe(forest=1), tribe(forest=1, river=1))
    outcome = when(state, 0, "use forest", dice=(3,))
    assert outcome.events[-1] == TurnStarted(1)


def test_turn_waits_for_the_tools_of_the_last_roll():
    state = acting(tribe(forest=1, tools="1"), tribe(forest=1, river=1))
    outcome = when(state, 0, "use forest", dice=(2,))
    assert (outcome.state.turn, outcome.state.question) == (0, Question.TOOLS)
    assert when(outcome.state, 0, "tools 1").events[-1] == TurnStarted(1)


def test_people_are_used_in_any_order():
    everywhere = {place.value: 1 for place in GATHERING}
    state = acting(tribe(hut=2, tool_maker=1, field=1, people=10, **everywhere))
    assert options(state) == [
        *(f"use {place.label}" for place in GATHERING),
        *("use tool maker", "use hut", "use field"),
    ]
