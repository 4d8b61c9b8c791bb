"""Tool maker, hut and field (rules: phase 2)."""

from itertools import pairwise

import pytest

from stoneage_core.components.places import Place
from stoneage_core.events.actions import (
    FoodTrackRaised,
    GoodsGathered,
    NothingGained,
    PersonBorn,
    ToolMade,
)
from tests.core.scenario import (
    acting,
    busy,
    nightfall,
    options,
    sundown,
    tools,
    tribe,
    when,
)

TILES_IN_TURN = [
    *("1", "1 1", "1 1 1"),
    *("2 1 1", "2 2 1", "2 2 2"),
    *("3 2 2", "3 3 2", "3 3 3"),
    *("4 3 3", "4 4 3", "4 4 4"),
]


def with_a_new_tool(tiles):
    state = acting(busy(tool_maker=1, tools=tiles))
    return when(state, 0, "use tool maker")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        *pairwise(["", *TILES_IN_TURN]),
        # A raised tile stays used or unused.
        *[("1* 1* 1*", "2* 1* 1*"), ("2 1* 1*", "2 2* 1*"), ("2* 2* 1", "2* 2* 2")],
        # Of several lowest tiles, an unused one is raised first.
        *[("1* 1 1", "1* 2 1"), ("1* 1* 1", "1* 1* 2"), ("2 1* 1", "2 1* 2")],
    ],
)
def test_a_new_tool_fills_a_slot_or_raises_the_lowest_tile(before, after):
    assert with_a_new_tool(before).tribe().tools == tools(after)


def test_a_new_tool_is_recorded_with_slot_and_value():
    outcome = with_a_new_tool("2 1 1")
    assert outcome.events == (ToolMade(0, Place.TOOL_MAKER, 1, 2),)
    assert outcome.tribe().on(Place.TOOL_MAKER) == 0


def test_a_13th_tool_yields_nothing():
    outcome = with_a_new_tool("4 4* 4")
    assert outcome.events == (NothingGained(0, Place.TOOL_MAKER),)
    assert outcome.tribe().tools == tools("4 4* 4")
    assert outcome.tribe().on(Place.TOOL_MAKER) == 0


def test_a_new_tool_is_usable_at_once():
    state = acting(tribe(tool_maker=1, forest=1, quarry=1, river=1))
    outcome = when(state, 0, "use tool maker", "use forest", "tools 1", dice=(2,))
    assert outcome.of(GoodsGathered) == [GoodsGathered(0, Place.FOREST, "wood", 1)]


def test_tools_are_ready_again_in_the_next_round():
    outcome = nightfall(sundown(tribe(tools="1* 2 3*")))
    assert outcome.tribe().tools == tools("1 2 3")


def test_the_hut_gives_one_more_person():
    outcome = when(acting(busy(hut=2)), 0, "use hut")
    assert outcome.events == (PersonBorn(0, Place.HUT),)
    assert (outcome.tribe().people, outcome.tribe().on(Place.HUT)) == (6, 0)


def test_a_new_person_is_placed_from_the_next_round_on():
    born = when(acting(tribe(hut=2), tribe(card_1=1)), 0, "use hut")
    assert (born.state.round, born.tribe().unplaced) == (2, 6)
    assert "hunting grounds 6" in options(when(born.state, 1, "field").state, 0)


def test_an_eleventh_person_is_not_born():
    outcome = when(acting(busy(hut=2, people=10)), 0, "use hut")
    assert outcome.events == (NothingGained(0, Place.HUT),)
    assert (outcome.tribe().people, outcome.tribe().on(Place.HUT)) == (10, 0)


def test_the_field_raises_the_food_track():
    outcome = when(acting(busy(field=1, food_track=9)), 0, "use field")
    assert outcome.events == (FoodTrackRaised(0, Place.FIELD, 10),)
    assert (outcome.tribe().food_track, outcome.tribe().on(Place.FIELD)) == (10, 0)


def test_the_food_track_ends_at_10():
    outcome = when(acting(busy(field=1, food_track=10)), 0, "use field")
    assert outcome.events == (NothingGained(0, Place.FIELD),)
    assert (outcome.tribe().food_track, outcome.tribe().on(Place.FIELD)) == (10, 0)
