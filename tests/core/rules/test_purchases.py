"""Civilization cards and buildings: pay and take, or leave (rules: phase 2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_core import legal_commands
from stoneage_core.commands import Build, BuyCard, Leave
from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.places import Place
from stoneage_core.components.resources import NOTHING, Resources
from stoneage_core.events.actions import ActionDeclined
from stoneage_core.events.purchases import BuildingBuilt, CardTaken, FoodGained
from stoneage_core.events.rounds import BuildingRevealed
from stoneage_core.payments import Payments
from stoneage_core.state import Stack
from tests.core.scenario import acting, busy, options, refusal, resources, when

ONE_FOOD = 11
FIXED, FOUR_OF_TWO_KINDS, FIVE_OF_ONE_KIND, ONE_TO_SEVEN = 1, 19, 22, 26


def buying(slot, purse, card=ONE_FOOD, **facts):
    """Return a position with a person on a card."""
    slots = tuple(card if at == slot else at for at in (1, 2, 3, 4))
    where = {f"card_{slot}": 1}
    return acting(busy(resources=purse, **where, **facts), slots=slots)


def building(tile, purse):
    """Return a position with a person on the first stack, which shows ``tile``."""
    return acting(busy(resources=purse, building_1=1), tops=(tile, 2))


@pytest.mark.parametrize("slot", [1, 2, 3, 4])
def test_a_card_costs_as_many_resources_as_its_slot(slot):
    state = buying(slot, "wood " * 5)
    kinds = "1 resource of any kind" if slot == 1 else f"{slot} resources of any kinds"
    assert f"pay for card {slot}: {kinds}" in options(state)
    outcome = when(state, 0, f"buy {slot}" + " wood" * slot)
    assert outcome.tribe().resources == Resources(wood=5 - slot)


def test_a_card_is_paid_with_any_mix():
    outcome = when(buying(3, "wood wood brick gold"), 0, "buy 3 wood brick gold")
    payment = resources("wood brick gold")
    assert outcome.events == (
        CardTaken(0, Place.CARD_3, ONE_FOOD, payment),
        FoodGained(0, 1),
    )
    assert outcome.tribe().resources == resources("wood")


def test_a_card_taken_leaves_its_slot_empty_until_the_next_round():
    outcome = when(buying(2, "wood wood"), 0, "buy 2 wood wood")
    assert outcome.state.slots == (1, None, 3, 4)
    assert (outcome.tribe().cards, outcome.tribe().on(Place.CARD_2)) == ((ONE_FOOD,), 0)


def test_food_never_pays():
    state = buying(2, "wood", food=20)
    assert "leave card 2" in options(state)
    assert not any(text.startswith("pay") for text in options(state))


@pytest.mark.parametrize("payment", ["", "wood", "wood wood wood"])
def test_a_card_asks_for_its_cost_and_no_other(payment):
    expected = "wrong_payment"
    assert refusal(buying(2, "wood " * 5), 0, f"buy 2 {payment}") == expected


@pytest.mark.parametrize(
    ("purse", "command"),
    [
        ("wood wood brick", "buy 2 gold gold"),
        ("", "buy 2 gold gold"),
        ("wood " * 5, BuyCard(Place.CARD_2, Resources(3, -1))),
    ],
)
def test_nobody_pays_what_they_do_not_have(purse, command):
    assert refusal(buying(2, purse), 0, command) == "not_enough"


@pytest.mark.parametrize(
    ("state", "place"),
    [
        (buying(1, "wood"), Place.CARD_1),
        (building(FIXED, "wood wood brick"), Place.BUILDING_1),
    ],
)
def test_a_card_or_building_may_be_left(state, place):
    outcome = when(state, 0, Leave(place))
    assert outcome.events == (ActionDeclined(0, place),)
    assert (outcome.state.slots, outcome.state.stacks) == (state.slots, state.stacks)
    assert outcome.tribe().on(place) == 0


def test_a_fixed_building_is_paid_exactly():
    outcome = when(building(FIXED, "wood wood brick gold"), 0, "build 1 wood 2 brick")
    payment = resources("wood wood brick")
    assert outcome.of(BuildingBuilt) == [
        BuildingBuilt(0, Place.BUILDING_1, FIXED, payment, 10)
    ]
    assert outcome.tribe().resources == resources("gold")
    assert outcome.tribe().buildings == (FIXED,)
    assert outcome.tribe().on(Place.BUILDING_1) == 0


@pytest.mark.parametrize(
    ("tile", "payment", "asked"),
    [
        (FIXED, "wood 3", "2 wood and 1 brick"),
        (FIXED, "wood 2 brick 2", "2 wood and 1 brick"),
        (FOUR_OF_TWO_KINDS, "wood 4", "4 resources of exactly 2 kinds"),
        (FOUR_OF_TWO_KINDS, "wood 2 brick gold", "4 resources of exactly 2 kinds"),
        (FOUR_OF_TWO_KINDS, "wood 3 brick 2", "4 resources of exactly 2 kinds"),
        (FIVE_OF_ONE_KIND, "wood 4 brick", "5 resources of one kind"),
        (FIVE_OF_ONE_KIND, "wood 4", "5 resources of one kind"),
        (ONE_TO_SEVEN, "wood 8", "1 to 7 resources of any kinds"),
        (ONE_TO_SEVEN, "", "1 to 7 resources of any kinds"),
    ],
)
def test_a_building_asks_for_its_price_and_no_other(tile, payment, asked):
    purse = "wood " * 9 + "brick " * 9 + "gold " * 9
    state = building(tile, purse)
    assert f"pay for building 1: {asked[0].upper()}{asked[1:]}" in options(state)
    assert refusal(state, 0, f"build 1 {payment}") == "wrong_payment"


@given(st.sampled_from([*BUILDINGS]), st.data())
def test_a_building_scores_the_values_paid(tile, data):
    state = building(tile, "wood brick stone gold " * 7)
    [offered] = [
        each for each in legal_commands(state, 0) if isinstance(each, Payments)
    ]
    payment = data.draw(st.sampled_from([*offered.demand.payments(offered.purse)]))
    outcome = when(state, 0, Build(Place.BUILDING_1, payment))
    counts = (payment.wood, payment.brick, payment.stone, payment.gold)
    points = sum(
        count * value for count, value in zip(counts, (3, 4, 5, 6), strict=True)
    )
    assert outcome.tribe().score == points
    assert outcome.tribe().resources == offered.purse - payment


def test_next_tile_of_the_stack_is_turned_up_at_once():
    state = building(FIXED, "wood wood brick")
    outcome = when(state, 0, "build 1 wood wood brick", picks=[20])
    assert outcome.events[-1] == BuildingRevealed(Place.BUILDING_1, 20)
    assert outcome.state.stacks[0] == Stack(20, 6)
    assert 20 not in outcome.state.unseen_buildings


def test_last_tile_of_a_stack_leaves_it_empty():
    state = acting(
        busy(resources="wood wood brick", building_1=1),
        stacks=(Stack(FIXED, 1), Stack(2, 7)),
    )
    outcome = when(state, 0, "build 1 wood wood brick")
    assert outcome.of(BuildingRevealed) == []
    assert outcome.state.stacks[0] == Stack(None, 0)


@pytest.mark.parametrize(
    "command",
    [
        *("buy 2 wood", "build 1 wood", "leave card 2", "leave building 1"),
        *("leave river", "use card 1", "use forest"),
        Build(Place.CARD_1, resources("wood")),
        BuyCard(Place.RIVER, NOTHING),
    ],
)
def test_places_without_own_people_cannot_be_bought_or_left(command):
    assert refusal(buying(1, "wood"), 0, command) == "nobody_there"


def test_a_purchase_that_cannot_be_paid_is_left_automatically():
    state = acting(busy(hunting_grounds=0, river=1, card_4=1, resources="wood"))
    outcome = when(state, 0, "use river", dice=(1,))
    assert outcome.of(ActionDeclined) == [ActionDeclined(0, Place.CARD_4)]
