"""Immediate benefits of civilization cards."""

import pytest

from stoneage_core.components.places import Place
from stoneage_core.events.actions import (
    DiceRolled,
    FoodTrackRaised,
    GoodsGathered,
    NothingGained,
    ToolMade,
)
from stoneage_core.events.purchases import (
    CardDrawn,
    CardKeptOpen,
    CardTaken,
    FoodGained,
    PointsScored,
    ResourcesGained,
)
from stoneage_core.state import Question
from tests.core.scenario import acting, busy, options, resources, tools, tribe, when

NEW_TOOL, FOOD_TRACK, ANOTHER_CARD = 29, 30, 32
ROLL_FOR_WOOD, ROLL_FOR_STONE, ROLL_FOR_GOLD = 23, 24, 25
ONCE_2, ANY_TWO = 33, 36


def bought(card, dice=(), picks=(), unseen=None, **facts):
    """Buy ``card`` from the first slot; return the events after that, and all."""
    slots = (card, *[other for other in (1, 2, 3, 4) if other != card][:3])
    changes = {"slots": slots} | ({} if unseen is None else {"unseen_cards": unseen})
    state = acting(busy(card_1=1, resources="wood", **facts), **changes)
    outcome = when(state, 0, "buy 1 wood", dice=dice, picks=picks)
    taken, *given = outcome.events
    assert taken == CardTaken(0, Place.CARD_1, card, resources("wood"))
    return given, outcome


@pytest.mark.parametrize(
    ("card", "amount"),
    [(11, 1), (12, 2), (13, 3), (14, 3), (15, 4), (16, 5), (17, 7)],
)
def test_food_cards_give_the_food_shown(card, amount):
    given, outcome = bought(card, food=2)
    assert given == [FoodGained(0, amount)]
    assert outcome.tribe().food == 2 + amount


@pytest.mark.parametrize(
    ("card", "gain"),
    [(18, "brick"), (19, "stone"), (20, "stone"), (21, "stone stone"), (22, "gold")],
)
def test_resource_cards_give_the_resources_shown(card, gain):
    given, outcome = bought(card)
    assert given == [ResourcesGained(0, resources(gain))]
    assert outcome.tribe().resources == resources(gain)


@pytest.mark.parametrize("card", [26, 27, 28])
def test_point_cards_score_3(card):
    given, outcome = bought(card, score=-4)
    assert given == [PointsScored(0, 3)]
    assert outcome.tribe().score == -1


@pytest.mark.parametrize(
    ("card", "good", "amount"),
    [
        (ROLL_FOR_WOOD, "wood", 3),
        (ROLL_FOR_STONE, "stone", 2),
        (ROLL_FOR_GOLD, "gold", 1),
    ],
)
def test_cards_roll_two_dice_for_a_resource(card, good, amount):
    given, outcome = bought(card, dice=(5, 6))
    assert given == [
        DiceRolled(0, Place.CARD_1, good, (5, 6)),
        GoodsGathered(0, Place.CARD_1, good, amount),
    ]
    assert outcome.tribe().resources.of(good) == amount


def test_tools_may_be_added_to_the_roll_of_a_card():
    given, outcome = bought(ROLL_FOR_GOLD, dice=(5, 6), tools="1")
    assert outcome.state.question is Question.TOOLS
    added = when(outcome.state, 0, "tools 1")
    assert given == [DiceRolled(0, Place.CARD_1, "gold", (5, 6))]
    assert added.tribe().resources == resources("gold gold")
    assert added.tribe().tools == tools("1*")


def test_the_turn_waits_for_the_tools_of_a_card_taken_last():
    last = tribe(card_1=1, resources="wood", tools="1")
    state = acting(last, busy(), slots=(ROLL_FOR_GOLD, 2, 3, 4))
    rolled = when(state, 0, "buy 1 wood", dice=(5, 6))
    assert (rolled.state.turn, rolled.state.question) == (0, Question.TOOLS)
    assert when(rolled.state, 0, "no tools").state.turn == 1


def test_the_roll_of_a_card_leaves_other_people_on_the_board():
    given, outcome = bought(ROLL_FOR_WOOD, dice=(1, 2), forest=2)
    assert given[-1] == GoodsGathered(0, Place.CARD_1, "wood", 1)
    assert outcome.tribe().on(Place.FOREST) == 2
    assert "use forest" in options(outcome.state)


def test_the_tool_card_gives_a_tool():
    given, outcome = bought(NEW_TOOL, tools="1 1* 1")
    assert given == [ToolMade(0, Place.CARD_1, 0, 2)]
    assert outcome.tribe().tools == tools("2 1* 1")


def test_a_tool_won_now_serves_a_later_roll_of_the_same_turn():
    _, outcome = bought(NEW_TOOL, forest=1)
    rolled = when(outcome.state, 0, "use river", "tools 1", dice=(5,))
    assert rolled.tribe().resources == resources("gold")


def test_a_13th_tool_from_a_card_gives_nothing():
    given, _ = bought(NEW_TOOL, tools="4 4 4")
    assert given == [NothingGained(0, Place.CARD_1)]


@pytest.mark.parametrize("card", [30, 31])
def test_food_track_cards_raise_it(card):
    given, outcome = bought(card, food_track=3)
    assert given == [FoodTrackRaised(0, Place.CARD_1, 4)]
    assert outcome.tribe().food_track == 4


def test_an_eleventh_step_on_the_food_track_gives_nothing():
    given, _ = bought(FOOD_TRACK, food_track=10)
    assert given == [NothingGained(0, Place.CARD_1)]


@pytest.mark.parametrize("drawn", [20, ONCE_2, ANY_TWO, 17])
def test_another_card_comes_from_the_deck_without_its_benefit(drawn):
    given, outcome = bought(ANOTHER_CARD, picks=[drawn], food=0)
    assert given == [CardDrawn(0, drawn)]
    assert outcome.tribe().cards == (ANOTHER_CARD, drawn)
    assert outcome.tribe().open_cards == ()
    assert outcome.tribe().food == 0
    assert drawn not in outcome.state.unseen_cards


def test_another_card_gives_nothing_if_the_deck_is_empty():
    given, outcome = bought(ANOTHER_CARD, unseen=())
    assert given == [NothingGained(0, Place.CARD_1)]
    assert outcome.tribe().cards == (ANOTHER_CARD,)


@pytest.mark.parametrize("card", [33, 34, 35, ANY_TWO])
def test_open_cards_are_kept_for_later(card):
    given, outcome = bought(card)
    assert given == [CardKeptOpen(0, card)]
    assert outcome.tribe().open_cards == (card,)
    assert outcome.tribe().cards == (card,)


def test_a_one_use_tool_can_be_used_in_the_turn_of_its_purchase():
    _, outcome = bought(ONCE_2, forest=1)
    rolled = when(outcome.state, 0, "use river", "tools once 2", dice=(4,))
    assert rolled.tribe().resources == resources("gold")
    assert rolled.tribe().open_cards == ()


def test_one_use_tools_are_no_tiles():
    _, outcome = bought(ONCE_2)
    assert outcome.tribe().tools == ()


def test_the_last_benefit_of_a_turn_comes_before_the_turn_passes():
    state = acting(
        tribe(card_1=1, resources="wood"), busy(card_2=1), slots=(17, 2, 3, 4)
    )
    outcome = when(state, 0, "buy 1 wood")
    assert outcome.events[1] == FoodGained(0, 7)
    assert outcome.state.turn == 1
