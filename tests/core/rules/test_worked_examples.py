"""All worked examples of the rulebooks."""

import pytest

from stoneage_core.components.places import Place
from stoneage_core.events.actions import FoodTrackRaised, GoodsGathered, ToolMade
from stoneage_core.events.purchases import BuildingBuilt, ResourcesGained
from stoneage_core.events.rounds import CardRevealed, CardsSlid
from stoneage_core.rules.scoring import final_score
from tests.core.scenario import (
    acting,
    busy,
    nightfall,
    options,
    placing,
    resources,
    sundown,
    tribe,
    when,
)


@pytest.mark.parametrize(
    ("place", "dice", "tiles", "commands", "gained"),
    [
        pytest.param(
            *("hunting grounds", (2, 2, 3, 3, 4), "", [], 7),
            id="five hunters roll 14 without tools and take 7 food",
        ),
        pytest.param(
            *("hunting grounds", (3, 4, 4), "1", ["tools 1"], 6),
            id="three hunters roll 11 and one tool of 1 makes it 6 food",
        ),
        pytest.param(
            *("hunting grounds", (2, 2), "1 1", ["tools 1 1"], 3),
            id="two hunters roll 4 and two tools of 1 make it 3 food",
        ),
        pytest.param(
            *("river", (2, 3), "1*", [], 0),
            id="two at the river roll 5, their tool was used in the hunt: 0 gold",
        ),
        pytest.param(
            *("river", (1, 2, 4), "2 2 2", ["tools 2 2 2"], 2),
            id="three at the river roll 7 and three tools of 2 make it 2 gold",
        ),
        pytest.param(
            *("clay pit", (5, 6), "1", ["tools 1"], 3),
            id="eleven in the clay pit and one tool of 1 are 3 brick",
        ),
        pytest.param(
            *("clay pit", (5, 6), "1", ["no tools"], 2),
            id="eleven in the clay pit are 2 brick without the tool",
        ),
    ],
)
def test_gathering(place, dice, tiles, commands, gained):
    where = place.replace(" ", "_")
    others = {"forest": 1, "quarry": 1}
    state = acting(tribe(**others, **{where: len(dice)}, tools=tiles))
    outcome = when(state, 0, f"use {place}", *commands, dice=dice)
    (gathered,) = outcome.of(GoodsGathered)
    assert gathered.amount == gained


@pytest.mark.parametrize(
    ("building", "payment", "points"),
    [
        pytest.param(1, "wood wood brick", 10, id="fixed, for 2 wood and 1 brick"),
        pytest.param(
            19, "stone stone stone wood", 18, id="4 of exactly 2 kinds, 3 stone 1 wood"
        ),
        pytest.param(22, "wood " * 5, 15, id="5 of exactly 1 kind, in wood"),
        pytest.param(22, "gold " * 5, 30, id="5 of exactly 1 kind, in gold"),
    ],
)
def test_building(building, payment, points):
    state = acting(busy(building_1=1, resources=payment), tops=(building, 2))
    outcome = when(state, 0, f"build 1 {payment}")
    (built,) = outcome.of(BuildingBuilt)
    assert built.points == points
    assert outcome.tribe().score == points


def test_forest_with_4_of_red_2_of_yellow_1_of_blue_is_full():
    red, yellow, blue = (tribe(forest=people) for people in (4, 2, 1))
    state = placing(red, yellow, blue, players=4, turn=3)
    assert not any("forest" in text for text in options(state, 3))


def test_dice_for_all_give_red_a_tool_blue_the_food_track_and_green_and_yellow_brick():
    red, blue, green, yellow = range(4)
    state = acting(busy(card_1=1, resources="wood"), players=4, slots=(5, 2, 3, 4))
    rolled = when(state, red, "buy 1 wood", dice=(2, 2, 5, 6))
    red_picked = when(rolled.state, red, "pick 5")
    blue_picked = when(red_picked.state, blue, "pick 6")
    assert red_picked.of(ToolMade) == [ToolMade(red, None, 0, 1)]
    assert blue_picked.of(FoodTrackRaised, ResourcesGained) == [
        FoodTrackRaised(blue, None, 1),
        ResourcesGained(green, resources("brick")),
        ResourcesGained(yellow, resources("brick")),
    ]


def test_roll_for_wood_two_dice_showing_9_are_3_wood():
    state = acting(busy(card_1=1, resources="gold"), slots=(23, 2, 3, 4))
    outcome = when(state, 0, "buy 1 gold", dice=(4, 5))
    assert outcome.tribe().resources == resources("wood wood wood")


def test_cards_slide_when_slots_2_and_3_were_bought():
    outcome = nightfall(sundown(slots=(1, None, None, 4)), picks=(20, 30))
    assert outcome.of(CardsSlid, CardRevealed) == [
        CardsSlid((1, 4, None, None)),
        CardRevealed(Place.CARD_3, 20),
        CardRevealed(Place.CARD_4, 30),
    ]


POTTERY, WRITING, TIME, TRANSPORT, WEAVING, SECOND_POTTERY, ART = 1, 2, 3, 4, 11, 17, 25
FIVE_SYMBOLS = (POTTERY, WRITING, TIME, TRANSPORT, WEAVING)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param(FIVE_SYMBOLS, 25, id="5 symbols"),
        pytest.param((*FIVE_SYMBOLS, SECOND_POTTERY), 26, id="and a second pottery"),
        pytest.param((*FIVE_SYMBOLS, ART), 36, id="6 symbols"),
    ],
)
def test_green_cards(cards, points):
    assert final_score(tribe(cards=cards)).green == points


@pytest.mark.parametrize(
    ("line", "cards", "facts", "points"),
    [
        pytest.param(
            *("farmers", (7, 8, 14), {"food_track": 7}, 35),
            id="5 farmers, food track 7",
        ),
        pytest.param(
            *("tool_makers", (33, 34), {"tools": "3 2 2"}, 21),
            id="3 tool makers, tools 7",
        ),
        pytest.param(
            *("hut_builders", (5, 6, 15, 28), {"buildings": (1, 2, 3, 4, 5, 6)}, 42),
            id="7 hut builders, 6 buildings",
        ),
        pytest.param("shamans", (18, 20), {"people": 8}, 24, id="3 shamans, 8 people"),
    ],
)
def test_sand_cards(line, cards, facts, points):
    assert getattr(final_score(tribe(cards=cards, **facts)), line) == points
