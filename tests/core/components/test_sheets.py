"""Compares cards and buildings with a second, compact copy of the lists."""

from collections import Counter
from hashlib import sha256

import pytest

from stoneage_core.components.buildings import (
    ALL_BUILDINGS,
    BUILDINGS,
    STACK_SIZE,
    Fixed,
    Mixed,
    Open,
)
from stoneage_core.components.cards import (
    ALL_CARDS,
    CARDS,
    DIE_FOOD_TRACK,
    DIE_RESOURCES,
    DIE_TOOL,
    AnotherCard,
    AnyResources,
    DiceForAll,
    Food,
    FoodTrack,
    Goods,
    Green,
    NewTool,
    OneUseTool,
    Points,
    RollFor,
    Symbol,
)
from stoneage_core.components.places import PLACES

# Each card as 'benefit: symbol' or 'benefit: count figure'.
CARD_SHEET = """
1 dice: pottery           13 food 3: weaving         25 2 dice gold: art
2 dice: writing           14 food 3: 2 farmer        26 points 3: music
3 dice: time              15 food 4: 1 hut builder   27 points 3: music
4 dice: transport         16 food 5: medicine        28 points 3: 3 hut builder
5 dice: 1 hut builder     17 food 7: pottery         29 tool: art
6 dice: 2 hut builder     18 1 brick: 2 shaman       30 track: time
7 dice: 1 farmer          19 1 stone: 1 farmer       31 track: 1 farmer
8 dice: 2 farmer          20 1 stone: 1 shaman       32 card: writing
9 dice: 2 tool maker      21 2 stone: transport      33 once 2: 2 tool maker
10 dice: 2 tool maker     22 1 gold: 1 shaman        34 once 3: 1 tool maker
11 food 1: weaving        23 2 dice wood: 2 shaman   35 once 4: 1 tool maker
12 food 2: 2 hut builder  24 2 dice stone: 1 shaman  36 any 2: medicine
"""

# Fixed prices as initials of the resources, then 'count/kinds', then the ranges.
BUILDING_SHEET = (
    "wwb wws wbb wwg wbs wbs wss bbs wbg wbg bbg bss wsg wsg bsg bsg ssg "
    "4/1 4/2 4/3 4/4 5/1 5/2 5/3 5/4 1-7 1-7 1-7"
)
# SHA-256 of both sheets, computed from the publisher's lists, not from the engine.
CHECKSUM = "ea7f22b6b048c8e22fdedc168b4429733dde6056fcf37e9eb69334cc736f2f7b"

UPPER_HALVES = {
    DiceForAll: "dice",
    Food: "food {}",
    Goods: "{1} {0}",
    RollFor: "{1} dice {0}",
    Points: "points {}",
    NewTool: "tool",
    FoodTrack: "track",
    AnotherCard: "card",
    OneUseTool: "once {}",
    AnyResources: "any {}",
}


def upper_half(benefit):
    values = [str(getattr(benefit, name)) for name in benefit.__struct_fields__]
    return UPPER_HALVES[type(benefit)].format(*values)


def lower_half(scoring):
    if isinstance(scoring, Green):
        return str(scoring.symbol)
    return f"{scoring.count} {scoring.figure}"


def asked(price):
    match price:
        case Fixed(cost):
            return "".join(kind[0] * count for kind, count in cost)
        case Mixed(count, kinds):
            return f"{count}/{kinds}"
        case Open(fewest, most):
            return f"{fewest}-{most}"


def card_lines():
    return [
        f"{card.id} {upper_half(card.benefit)}: {lower_half(card.scoring)}"
        for card in CARDS.values()
    ]


def test_cards_match_the_sheet():
    rows = [row.split("  ") for row in CARD_SHEET.strip().splitlines()]
    sheet = {cell.strip() for row in rows for cell in row if cell.strip()}
    assert set(card_lines()) == sheet


def test_buildings_match_the_sheet():
    assert [asked(one.price) for one in BUILDINGS.values()] == BUILDING_SHEET.split()


def test_sheets_have_their_checksum():
    text = "\n".join([*card_lines(), BUILDING_SHEET])
    assert sha256(text.encode()).hexdigest() == CHECKSUM


@pytest.mark.parametrize(
    ("benefit", "cards"),
    [
        (DiceForAll, 10),
        (Food, 7),
        (Goods, 5),
        (RollFor, 3),
        (Points, 3),
        (OneUseTool, 3),
        (FoodTrack, 2),
        (NewTool, 1),
        (AnyResources, 1),
        (AnotherCard, 1),
    ],
)
def test_there_are_as_many_cards_of_each_benefit_as_in_the_rules(benefit, cards):
    assert sum(isinstance(card.benefit, benefit) for card in CARDS.values()) == cards


def test_there_are_36_cards_and_28_buildings_numbered_from_1():
    assert list(ALL_CARDS) == list(range(1, 37))
    assert list(ALL_BUILDINGS) == list(range(1, 29))
    assert len(ALL_BUILDINGS) == STACK_SIZE * 4


def test_every_symbol_is_on_two_cards():
    scorings = (card.scoring for card in CARDS.values())
    symbols = Counter(part.symbol for part in scorings if isinstance(part, Green))
    assert symbols == dict.fromkeys(Symbol, 2)


def test_there_are_as_many_figures_as_on_the_sheet():
    scorings = (card.scoring for card in CARDS.values())
    figures = Counter()
    for part in scorings:
        if not isinstance(part, Green):
            figures[str(part.figure)] += part.count
    assert figures == {"farmer": 7, "hut builder": 9, "shaman": 7, "tool maker": 8}


def test_faces_of_the_dice_for_all_give_each_good_once():
    assert DIE_RESOURCES == {1: "wood", 2: "brick", 3: "stone", 4: "gold"}
    assert (DIE_TOOL, DIE_FOOD_TRACK) == (5, 6)


def test_places_hold_as_many_people_as_the_board_shows():
    rings = {place.label: place.rings for place in PLACES}
    assert rings == {
        "hunting grounds": None,
        **dict.fromkeys(["forest", "clay pit", "quarry", "river"], 7),
        "tool maker": 1,
        "hut": 2,
        "field": 1,
        **{f"card {number}": 1 for number in (1, 2, 3, 4)},
        **{f"building {number}": 1 for number in (1, 2, 3, 4)},
    }


def test_places_are_numbered_in_board_order():
    assert [place.number for place in PLACES] == list(range(16))
    indexes = [*range(5), *range(3), *range(4), *range(4)]
    assert [place.index for place in PLACES] == indexes
