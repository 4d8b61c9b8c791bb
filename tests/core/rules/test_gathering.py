"""Dice and tools (rules: phase 2, hunting grounds to river)."""

import pytest

from stoneage_core.commands import UseTools
from stoneage_core.components.places import GATHERING, Place
from stoneage_core.components.resources import Resources
from stoneage_core.events.actions import DiceRolled, GoodsGathered, ToolsUsed
from stoneage_core.events.rounds import TurnStarted
from stoneage_core.rules.gathering import gain
from stoneage_core.state import Question, ToolsDecision
from tests.core.scenario import acting, options, refusal, tools, tribe, when

DIVISORS = {"food": 2, "wood": 3, "brick": 4, "stone": 5, "gold": 6}

#: Cards that are kept open as one-use tools of 2, 3 and 4.
ONCE_2, ONCE_3, ONCE_4 = 33, 34, 35


def foresters(people=2, **facts):
    """A tribe in the forest that has still other things to do."""
    return tribe(forest=people, clay_pit=1, quarry=1, **facts)


def rolled(*dice, **facts):
    """Dice for wood lie on the table and tools may be added."""
    outcome = when(acting(foresters(len(dice), **facts)), 0, "use forest", dice=dice)
    assert outcome.state.question is Question.TOOLS
    return outcome.state


@pytest.mark.parametrize("place", GATHERING)
def test_a_roll_is_divided_and_rounded_down(place):
    for total in range(1, 31):
        roll = ToolsDecision(0, place, place.good, (total,))
        assert gain(roll) == total // DIVISORS[place.good], total


@pytest.mark.parametrize("place", GATHERING)
def test_one_die_is_rolled_for_each_person(place):
    others = {"forest": 1, "clay_pit": 1, "quarry": 1} | {place.value: 3}
    outcome = when(acting(tribe(**others)), 0, f"use {place.label}", dice=(6, 6, 6))
    amount = 18 // DIVISORS[place.good]
    assert outcome.events == (
        DiceRolled(0, place, place.good, (6, 6, 6)),
        GoodsGathered(0, place, place.good, amount),
    )


def test_food_is_added_to_the_food_there_is():
    state = acting(tribe(hunting_grounds=2, forest=1, river=1, food=3))
    outcome = when(state, 0, "use hunting grounds", dice=(6, 5))
    assert (outcome.tribe().food, outcome.tribe().resources) == (8, Resources())


def test_resources_are_added_to_those_there_are():
    outcome = when(
        acting(foresters(resources="wood gold")), 0, "use forest", dice=(6, 5)
    )
    assert outcome.tribe().resources == Resources(wood=4, gold=1)


def test_people_come_home_and_the_place_is_rolled_once():
    outcome = when(acting(foresters()), 0, "use forest", dice=(6, 5))
    assert outcome.tribe().on(Place.FOREST) == 0
    sentence = "None of your people can do that at the forest"
    assert refusal(outcome.state, 0, "use forest") == ("nobody_there", sentence)


def test_more_than_seven_people_roll_more_dice():
    state = acting(tribe(people=10, hunting_grounds=10))
    outcome = when(state, 0, "use hunting grounds", dice=(1,) * 10)
    assert outcome.of(DiceRolled)[0].dice == (1,) * 10


def test_tools_are_asked_for_after_the_dice_are_seen():
    state = rolled(1, 4, tools="1 2")
    assert state.decision == ToolsDecision(0, Place.FOREST, "wood", (1, 4))
    assert options(state) == ["no tools", "tools 2", "tools 1", "tools 2 1"]


def test_nothing_is_asked_where_no_tool_would_raise_the_yield():
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


def test_no_tool_is_used_up_by_adding_none():
    outcome = when(rolled(1, 4, tools="1"), 0, "no tools")
    assert outcome.events == (GoodsGathered(0, Place.FOREST, "wood", 1),)
    assert outcome.tribe().tools == tools("1")


def test_equal_tools_are_offered_once_and_taken_from_the_first_slot():
    state = rolled(1, 4, tools="1* 1 1")
    assert options(state) == ["no tools", "tools 1", "tools 1 1"]
    assert when(state, 0, "tools 1").of(ToolsUsed) == [ToolsUsed(0, (1,), (), 1)]
    assert when(state, 0, "tools 1 1").of(ToolsUsed) == [ToolsUsed(0, (1, 2), (), 2)]


def test_a_tool_serves_once_in_a_round():
    state = rolled(1, 4, tools="1* 2")
    assert options(state) == ["no tools", "tools 2"]
    sentence = "You have no unused tool of value 1 left for this"
    assert refusal(state, 0, "tools 1") == ("no_such_tool", sentence)
    assert refusal(state, 0, "tools 2 2")[0] == "no_such_tool"


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
def test_one_use_tools_that_are_not_there_cannot_be_used(command):
    state = rolled(1, 4, tools="1", cards=(ONCE_3,), open_cards=(ONCE_3,))
    code, sentence = refusal(state, 0, command)
    assert code == "no_such_tool"
    assert sentence.startswith("You have no one-use tool of value")


def test_tools_are_named_from_high_to_low():
    held = {"cards": (ONCE_2, ONCE_3), "open_cards": (ONCE_2, ONCE_3)}
    state = rolled(1, 4, tools="1 2", **held)
    expected = ("no_such_tool", "Name the tools from high to low")
    assert refusal(state, 0, UseTools((1, 2))) == expected
    assert refusal(state, 0, UseTools((), (2, 3))) == expected


def test_tools_cannot_be_used_without_a_roll():
    state = acting(foresters(tools="1"))
    assert refusal(state, 0, "tools 1") == ("wrong_phase", "That can’t be done now")


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
