"""Standing orders of all kinds, as a Hypothesis strategy and for whole games."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from stoneage_core.components.places import BUILDING_STACKS, CARD_SLOTS, PLACES
from stoneage_core.components.resources import Resource, Resources
from stoneage_core.rules.placement import MOST_PEOPLE, WHEN_EMPTY
from stoneage_core.standing import StandingOrders, ToolsOrder
from stoneage_core.standing.orders import Budget, Purchase, PurchaseOrder

T = TypeVar("T")

PLACEMENTS = [each for place in WHEN_EMPTY for each in place[MOST_PEOPLE]]
BUDGETS = [Purchase(p, way) for p in CARD_SLOTS + BUILDING_STACKS for way in Budget]
EXACT = [
    Purchase(CARD_SLOTS[0], Resources(wood=1)),
    Purchase(CARD_SLOTS[1], Resources(brick=2)),
    Purchase(CARD_SLOTS[2], Resources(wood=1, stone=1, gold=1)),
    Purchase(BUILDING_STACKS[0], Resources(wood=2, brick=1)),
    Purchase(BUILDING_STACKS[1], Resources(brick=4)),
    Purchase(BUILDING_STACKS[3], Resources(gold=7)),
]


def _some(
    things: Sequence[T], least: int = 1, most: int = 7
) -> st.SearchStrategy[tuple[T, ...]]:
    chosen = st.lists(
        st.sampled_from(things), min_size=least, max_size=most, unique=True
    )
    return chosen.map(tuple)


ALL_ORDERS = st.builds(
    StandingOrders,
    placements=st.lists(_some(PLACEMENTS, most=5), max_size=4).map(tuple),
    purchases=st.lists(
        st.builds(PurchaseOrder, _some(BUDGETS + EXACT, most=5), st.booleans()),
        max_size=4,
    ).map(tuple),
    uses=_some(PLACES, least=0, most=12),
    faces=_some(range(1, 7), least=0),
    meal=st.none() | _some(list(Resource), least=0),
    tools=st.none() | st.sampled_from(ToolsOrder),
)


def draw_orders(dice: Random) -> StandingOrders:
    """Return random orders: some of everything, or nothing."""
    return StandingOrders(
        placements=tuple(
            tuple(dice.sample(PLACEMENTS, 6)) for _ in range(dice.randrange(4))
        ),
        purchases=tuple(_draw_purchases(dice) for _ in range(dice.randrange(6))),
        uses=tuple(dice.sample(PLACES, dice.randrange(9))),
        faces=tuple(dice.sample(range(1, 7), dice.randrange(7))),
        meal=dice.choice([None, (), tuple(dice.sample([*Resource], 2)), (*Resource,)]),
        tools=dice.choice([None, *ToolsOrder]),
    )


def _draw_purchases(dice: Random) -> PurchaseOrder:
    wishes = dice.sample(BUDGETS + EXACT, dice.randrange(1, 7))
    return PurchaseOrder(tuple(wishes), dice.choice([True, False]))
