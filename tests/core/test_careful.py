"""Preselected choices in forms."""

import pytest

from stoneage_core import careful
from stoneage_core.careful import (
    choose_party,
    choose_payment,
    choose_tools,
    leaves_enough,
    order_uses,
)
from stoneage_core.chance import LoadedChance
from stoneage_core.commands import UseTools
from stoneage_core.components.buildings import BUILDINGS, Fixed
from stoneage_core.components.cards import CARDS, NewTool, OneUseTool, RollFor
from stoneage_core.components.places import PLACES, Place
from stoneage_core.engine import awaited, decide
from stoneage_core.orders import Answered, next_command, parse
from stoneage_core.payments import Payments
from stoneage_core.rules import gathering, placement, purchases
from stoneage_core.rules.feeding import legal as ways_to_feed
from stoneage_core.state import Question, ToolsDecision
from tests.core.scenario import acting, placing, resources, starving, tribe
from tests.core.simulated import random_positions

GAMES = [(2, 1), (3, 2), (4, 3), (2, 4)]


def card_with(benefit: type) -> int:
    return next(one.id for one in CARDS.values() if isinstance(one.benefit, benefit))


def rolled(dice, good="food", place=Place.HUNTING_GROUNDS, **facts):
    """Return a position in which player 0 may add tools to a roll."""
    facts = {place.value: len(dice)} | facts
    return acting(tribe(**facts), decision=ToolsDecision(0, place, good, dice))


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_a_one_use_tool_is_never_preselected(players, seed):
    asked = 0
    for state in random_positions(players, seed):
        if state.question is Question.TOOLS:
            (player,) = awaited(state)
            chosen = choose_tools(state, player)
            assert chosen is None or not chosen.once
            asked += 1
    assert asked


def test_the_tiles_that_gain_most_with_the_fewest_pips_are_preselected():
    assert choose_tools(rolled((3, 2), tools="1 1"), 0) == UseTools((1,))
    assert choose_tools(rolled((3, 3), tools="1 2"), 0) == UseTools((2,))
    assert choose_tools(rolled((3, 2), tools="1 1 2"), 0) == UseTools((2, 1))


def test_nothing_is_preselected_if_only_a_one_use_tool_helps():
    state = rolled((3, 2), open_cards=(card_with(OneUseTool),))
    assert gathering.one_use_tools(state.players[0])
    assert choose_tools(state, 0) is None


def test_no_tools_are_preselected_while_another_roll_may_follow():
    assert choose_tools(rolled((3, 2), tools="1", river=2), 0) is None
    roll_card = card_with(RollFor)
    state = rolled((3, 2), tools="1", card_1=1)
    slots = (roll_card, *(one for one in state.slots if one != roll_card))[:4]
    state = acting(state.players[0], decision=state.decision, slots=slots)
    assert choose_tools(state, 0) is None


def test_the_preselected_people_gather_something_in_nine_of_ten_rolls():
    state = placing(tribe(people=10))
    chosen = {}
    for place in (Place.HUNTING_GROUNDS, Place.FOREST, Place.RIVER):
        sendings = [one for one in placement.legal(state, 0) if one.place is place]
        chosen[place] = choose_party(state.players[0], sendings).people
    assert chosen == {Place.HUNTING_GROUNDS: 2, Place.FOREST: 2, Place.RIVER: 3}


def test_one_use_tools_do_not_reduce_the_preselected_people():
    spare = tribe(people=10, open_cards=(card_with(OneUseTool),))
    sendings = [
        one for one in placement.legal(placing(spare), 0) if one.place is Place.RIVER
    ]
    assert choose_party(spare, sendings).people == 3


def paying(own, place, **changes):
    state = acting(own, **changes)
    payments = next(
        one for one in purchases.legal(state, 0, place) if isinstance(one, Payments)
    )
    return choose_payment(state, 0, payments)


def test_a_card_is_paid_with_the_cheapest():
    own = tribe(card_2=1, forest=1, resources="wood wood brick gold")
    assert paying(own, Place.CARD_2) == resources("wood wood")


def test_a_payment_leaves_enough_for_other_reserved_places():
    fixed = next(
        one.id
        for one in BUILDINGS.values()
        if isinstance(one.price, Fixed)
        and one.price.cost.wood == 2
        and one.price.cost.brick == 1
    )
    other = next(one for one in BUILDINGS if one != fixed)
    own = tribe(card_1=1, building_1=1, resources="wood wood brick gold")
    assert paying(own, Place.CARD_1, tops=(fixed, other)) == resources("gold")
    own = tribe(card_1=1, building_1=1, resources="wood wood brick")
    assert paying(own, Place.CARD_1, tops=(fixed, other)) is None


@pytest.mark.parametrize(
    ("purse", "owed", "chosen"),
    [
        ("wood wood gold", 2, "wood wood"),
        ("wood wood wood brick", 3, "wood wood wood"),
        ("gold gold stone stone", 2, "stone stone"),
        ("gold gold gold", 2, None),
        ("wood wood wood wood brick", 4, None),
    ],
)
def test_missing_food_is_paid_if_hunger_costs_as_much(purse, owed, chosen):
    state = starving(tribe(resources=purse, food=0), tribe(), owing=(owed, 0))
    payments = next(one for one in ways_to_feed(state, 0) if isinstance(one, Payments))
    expected = None if chosen is None else resources(chosen)
    assert choose_payment(state, 0, payments) == expected


def test_a_card_with_a_tool_comes_before_the_rolls():
    tool_card = card_with(NewTool)
    own = tribe(card_1=1, quarry=2, hut=2, resources="wood")
    rest = tuple(one for one in CARDS if one != tool_card)
    state = acting(own, slots=(tool_card, *rest[:3]))
    places = [place for place in PLACES if own.on(place)]
    order = [Place.HUT, Place.CARD_1, Place.QUARRY]
    assert list(order_uses(state, 0, places)) == order
    poor = acting(tribe(card_1=1, quarry=2, hut=2), slots=(tool_card, *rest[:3]))
    order = [Place.HUT, Place.QUARRY, Place.CARD_1]
    assert list(order_uses(poor, 0, places)) == order


def test_a_run_asks_before_a_purchase_that_leaves_too_little_for_another():
    own = tribe(card_1=1, card_2=1, hut=2, resources="wood wood")
    state = acting(own)
    order = parse("use hut; use card 2; use card 1")
    use = next_command(order, state, 0, has_rolled=False)
    assert isinstance(use, Answered)
    state = decide(state, 0, use.command, LoadedChance()).state
    assert not leaves_enough(state, 0, Place.CARD_2, resources("wood wood"))
    assert next_command(use.orders, state, 0, has_rolled=False) is None


def test_the_rules_are_written_down():
    for what in ("people", "tools", "die", "payment", "order", "votes"):
        assert what in careful.__doc__.lower()
