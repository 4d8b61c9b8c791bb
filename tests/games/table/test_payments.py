"""Ways to pay that the dock sets ready: legal, different, and as good as they say."""

import pytest

from games.table.choices import Entered, Payment, payment_of
from stoneage_core import notation
from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resources
from stoneage_core.payments import Demand, Payments, price_of
from stoneage_core.state import GameState, Player
from stoneage_core.terms import Terms

#: A position in which nobody has reserved anything.
EMPTY = GameState(terms=Terms(2), players=(Player(), Player()))
CARD, BUILDING = Place.CARD_3, Place.BUILDING_1
THREE_OF_ANY = Demand(3, 3)
FIVE_OF_THREE_KINDS = Demand(5, 5, kinds=3)
ONE_TO_SEVEN = Demand(1, 7)
PURSE = Resources(wood=4, brick=2, stone=1, gold=2)


def paying(demand: Demand, place: Place | None, purse: Resources = PURSE) -> Payment:
    return payment_of(EMPTY, 0, Payments(demand, purse, place), Entered())


def test_a_building_begins_with_most_points_then_keeps_gold_then_saves() -> None:
    payment = paying(FIVE_OF_THREE_KINDS, BUILDING)
    assert [preset.command for preset in payment.presets] == [
        "build 1 brick brick stone gold gold",
        "build 1 wood wood brick brick stone",
        "build 1 wood wood wood brick stone",
    ]
    assert [preset.detail for preset in payment.presets] == [
        "most points: 25 points",
        "keep the gold: 19 points",
        "cheapest: 18 points",
    ]


def test_a_card_is_paid_as_cheaply_as_can_be() -> None:
    (preset,) = paying(THREE_OF_ANY, CARD).presets
    assert (preset.command, preset.detail) == ("buy 3 wood wood wood", "cheapest")


def test_hunger_is_fed_as_cheaply_as_can_be() -> None:
    (preset,) = paying(THREE_OF_ANY, None).presets
    assert preset.command == "feed wood 3"


def test_the_fields_of_a_building_hold_what_scores_most() -> None:
    payment = paying(ONE_TO_SEVEN, BUILDING)
    held = {field.name: field.entered for field in payment.fields}
    assert payment.presets[0].filled == "wood 2 brick 2 stone 1 gold 2"
    assert held == {"wood": 2, "brick": 2, "stone": 1, "gold": 2}


def test_entered_payment_is_kept() -> None:
    entered = Entered("buy 3", (("gold", 1),))
    payment = payment_of(EMPTY, 0, Payments(THREE_OF_ANY, PURSE, CARD), entered)
    held = {field.name: field.entered for field in payment.fields}
    assert held == {"wood": 0, "brick": 0, "stone": 0, "gold": 1}


def test_single_payment_has_no_fields() -> None:
    exact = paying(Demand(2, 2, exactly=Resources(wood=1, gold=1)), BUILDING)
    assert [preset.label for preset in exact.presets] == ["1 wood and 1 gold"]
    assert exact.fields == ()
    assert not exact.presets[0].detail.startswith("most")


@pytest.mark.parametrize("place", [CARD, BUILDING, None])
def test_presets_are_legal_and_no_two_are_alike(place: Place | None) -> None:
    purse = Resources(wood=5, brick=4, stone=3, gold=2)
    for demand in {price_of(tile) for tile in BUILDINGS.values()}:
        payments = Payments(demand, purse, place)
        legal = {notation.to_text(command) for command in payments.commands()}
        presets = payment_of(EMPTY, 0, payments, Entered()).presets
        offered = [preset.command for preset in presets]
        assert len(set(offered)) == len(offered), demand
        assert set(offered) <= legal, demand
