"""Prices and payments."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_core.commands import Build, BuyCard, Feed
from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resources
from stoneage_core.payments import Demand, Payments, price_of
from tests.core.scenario import resources

DEMANDS = [price_of(building) for building in BUILDINGS.values()]
DEMANDS += [Demand(count, count) for count in range(1, 9)]
PURSES = st.builds(Resources, *[st.integers(0, 5)] * 4)


def payments_by_hand(demand, purse):
    """Return every part of the purse that the demand accepts, by its definition."""
    pieces = [range(purse.of(kind) + 1) for kind in ("wood", "brick", "stone", "gold")]
    for counts in product(*pieces):
        kinds = sum(count > 0 for count in counts)
        if demand.exactly is not None:
            right = Resources(*counts) == demand.exactly
        else:
            right = demand.fewest <= sum(counts) <= demand.most
            right &= demand.kinds in (None, kinds)
        if right:
            yield Resources(*counts)


@given(st.sampled_from(DEMANDS), PURSES)
def test_payments_lists_all_accepted_payments_of_a_purse(demand, purse):
    payments = list(demand.payments(purse))
    by_hand = list(payments_by_hand(demand, purse))
    assert len(payments) == len(set(payments))
    assert set(payments) == set(by_hand)
    assert demand.payable(purse) is bool(by_hand)


@given(st.sampled_from(DEMANDS), PURSES)
def test_a_demand_accepts_only_right_payments(demand, payment):
    by_hand = payment in set(payments_by_hand(demand, payment))
    assert demand.accepts(payment) is by_hand


@pytest.mark.parametrize(
    ("demand", "purse", "payable"),
    [
        (Demand(4, 4, kinds=2), "wood 4", False),
        (Demand(4, 4, kinds=2), "wood brick stone gold", False),
        (Demand(4, 4, kinds=2), "wood brick brick brick", True),
        (Demand(5, 5, kinds=1), "wood wood wood wood brick", False),
        (Demand(1, 7), "", False),
        (Demand(1, 7), "gold", True),
        (Demand(3, 3, exactly=resources("wood wood brick")), "wood brick", False),
        (Demand(3, 3, exactly=resources("wood wood brick")), "wood wood brick", True),
    ],
)
def test_payable_says_whether_a_purse_suffices(demand, purse, payable):
    pieces = resources("wood " * 4 if purse == "wood 4" else purse)
    assert demand.payable(pieces) is payable


@pytest.mark.parametrize(
    ("demand", "words"),
    [
        (Demand(3, 3, exactly=resources("wood wood brick")), "2 wood and 1 brick"),
        (Demand(4, 4, kinds=1), "4 resources of one kind"),
        (Demand(5, 5, kinds=4), "5 resources of exactly 4 kinds"),
        (Demand(1, 1), "1 resource of any kind"),
        (Demand(3, 3), "3 resources of any kinds"),
        (Demand(1, 7), "1 to 7 resources of any kinds"),
    ],
)
def test_demands_in_words(demand, words):
    assert str(demand.phrase()) == words


@pytest.mark.parametrize(
    ("place", "command"),
    [
        (Place.CARD_2, BuyCard(Place.CARD_2, Resources(wood=2))),
        (Place.BUILDING_1, Build(Place.BUILDING_1, Resources(wood=2))),
        (None, Feed(Resources(wood=2))),
    ],
)
def test_the_command_of_a_payment_depends_on_the_place(place, command):
    payments = Payments(Demand(2, 2), Resources(wood=3), place)
    assert list(payments.commands()) == [command]
