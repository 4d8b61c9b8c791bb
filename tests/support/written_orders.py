"""Orders of all kinds: as a strategy, and drawn by lot for whole games."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from stoneage_core import commands as c
from stoneage_core.components.places import BUILDING_STACKS, CARD_SLOTS, PLACES
from stoneage_core.components.resources import Resource, Resources
from stoneage_core.orders import Orders
from stoneage_core.orders.steps import (
    Budget,
    BuyWithin,
    FeedInTurn,
    Order,
    Step,
    ToolsThatGain,
)
from stoneage_core.rules.placement import MOST_PEOPLE, WHEN_EMPTY

T = TypeVar("T")

FOR_SALE = CARD_SLOTS + BUILDING_STACKS
PLACEMENTS: list[Order] = [each for place in WHEN_EMPTY for each in place[MOST_PEOPLE]]
USES: list[Order] = [
    *map(c.UsePlace, PLACES),
    *map(c.Leave, FOR_SALE),
    *(BuyWithin(place, way) for place in FOR_SALE for way in Budget),
    c.BuyCard(CARD_SLOTS[0], Resources(wood=1)),
    c.BuyCard(CARD_SLOTS[1], Resources(brick=2)),
    c.BuyCard(CARD_SLOTS[2], Resources(wood=1, stone=1, gold=1)),
    c.Build(BUILDING_STACKS[0], Resources(wood=2, brick=1)),
    c.Build(BUILDING_STACKS[1], Resources(brick=4)),
    c.Build(BUILDING_STACKS[3], Resources(gold=7)),
    c.TakeResources(Resources(wood=1, gold=1)),
]
TOOLS: list[Order] = [
    *(ToolsThatGain(one_use) for one_use in (False, True)),
    *(c.UseTools(), c.UseTools((2, 1)), c.UseTools((1,), (3,))),
]
FACES: list[Order] = list(map(c.PickDie, range(1, 7)))
MEALS: list[Order] = [
    *(FeedInTurn(kinds) for kinds in [tuple(Resource), (Resource.WOOD,)]),
    *(c.GoHungry(), c.Feed(Resources(wood=2, brick=1)), c.Feed(Resources(gold=1))),
]
KINDS = (PLACEMENTS, USES, TOOLS, FACES, MEALS)
#: How many steps there may be about each of these.
_MOST = (4, 8, 1, 1, 1)


def _steps(kind: Sequence[Order], most: int) -> st.SearchStrategy[list[Step]]:
    chosen = st.lists(st.sampled_from(kind), min_size=1, max_size=5, unique=True)
    return st.lists(chosen.map(tuple), max_size=most)


ALL_ORDERS: st.SearchStrategy[Orders] = st.tuples(*map(_steps, KINDS, _MOST)).map(
    lambda parts: tuple(step for part in parts for step in part)
)


def draw_orders(dice: Random) -> Orders:
    """Return orders drawn by lot: something of everything, or nothing."""
    return tuple(
        tuple(dice.sample(kind, min(len(kind), dice.randrange(1, 7))))
        for kind, most in zip(KINDS, _MOST, strict=True)
        for _ in range(dice.randrange(most + 1))
    )
