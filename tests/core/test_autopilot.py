"""The decisions of autopilot."""

import pytest
from msgspec.structs import replace

from stoneage_core import Phase, awaited, decide
from stoneage_core.autopilot import (
    RULES,
    AutopilotRule,
    choose,
    is_repeatable,
    order_choices,
)
from stoneage_core.chance import RandomChance
from stoneage_core.commands import (
    Build,
    BuyCard,
    Feed,
    GoHungry,
    Leave,
    PickDie,
    PlacePeople,
    TakeResources,
    UsePlace,
    UseTools,
)
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resources
from stoneage_core.model import ESTIMATES
from stoneage_core.model.styles import find_weights, load_styles
from stoneage_core.notation import to_text
from stoneage_core.rules.dispatch import choices
from stoneage_core.rules_versions import RULES_VERSION
from stoneage_core.simulation import opening
from stoneage_core.terms import OPTIONS
from tests.core.scenario import (
    acting,
    busy,
    opened,
    placing,
    resources,
    starving,
    tribe,
    when,
)

ANY_TWO = {"cards": (36,), "open_cards": (36,)}


def chosen(state, player=0):
    return to_text(choose(state, player))


def test_the_same_position_gives_the_same_decision():
    assert choose(opened(4), 0) == choose(opened(4), 0)


def test_people_go_to_the_village_first():
    assert chosen(placing()) == "hut"
    assert chosen(placing(tribe(), tribe(hut=2))) == "field"
    assert chosen(placing(tribe(), tribe(hut=2, field=1), players=4)) == "tool maker"


@pytest.mark.parametrize(
    "facts", [{"people": 10, "food": 50}, {"food_track": 10, "food": 50}]
)
def test_places_without_a_gain_are_avoided(facts):
    state = placing(tribe(**facts))
    command = choose(state, 0)
    assert isinstance(command, PlacePeople)
    assert command.place is not (Place.HUT if "people" in facts else Place.FIELD)


def test_the_hut_is_left_when_the_game_is_about_to_end():
    state = placing(tribe(food=50, resources="gold " * 5))
    assert chosen(state) == "hut"
    last = replace(state, unseen_cards=state.unseen_cards[:1])
    assert chosen(last) != "hut"


def test_a_tribe_that_lacks_food_hunts():
    full = tribe(hut=2, field=1)
    hungry = placing(tribe(food=0), full, players=3)
    assert chosen(hungry).startswith("hunting grounds")
    fed = placing(tribe(food=50), full, players=3)
    assert not chosen(fed).startswith("hunting grounds")


def test_a_payable_card_gets_a_person():
    state = placing(tribe(food=50, resources="wood"), tribe(hut=2, field=1), round=12)
    assert chosen(state) == "card 1"


def test_places_are_used_to_grow_then_to_gather_then_to_spend():
    everything = {"hut": 2, "forest": 1, "building_1": 1, "card_1": 1}
    state = acting(tribe(resources="wood wood brick gold", **everything))
    assert choose(state, 0) == UsePlace(Place.HUT)
    grown = when(state, 0, "use hut").state
    assert choose(grown, 0) == UsePlace(Place.FOREST)
    gathered = when(grown, 0, "use forest", dice=(1,)).state
    assert choose(gathered, 0) == BuyCard(Place.CARD_1, Resources(gold=1))
    bought = when(gathered, 0, "buy 1 gold", dice=(1, 2)).state
    assert choose(bought, 0) == PickDie(2)
    picked = when(bought, 0, "pick 2").state
    assert choose(picked, 0) == Build(Place.BUILDING_1, Resources(2, 1))


def test_a_card_with_a_tool_is_bought_before_a_roll_that_it_may_help():
    with_tool = acting(busy(card_1=1, quarry=2, resources="wood"), slots=(29, 2, 3, 4))
    assert choose(with_tool, 0) == BuyCard(Place.CARD_1, Resources(wood=1))


def test_wood_that_a_building_asks_for_is_not_spent_on_a_tool_before_a_roll():
    tribes = busy(card_1=1, quarry=2, building_1=1, resources="wood wood brick")
    state = acting(tribes, slots=(29, 2, 3, 4))
    assert isinstance(choose(state, 0), UsePlace)


def test_a_card_is_paid_with_the_cheapest():
    state = acting(tribe(card_2=1, resources="gold brick brick"))
    assert choose(state, 0) == BuyCard(Place.CARD_2, Resources(brick=2))


def test_a_building_is_paid_with_the_dearest():
    state = acting(tribe(building_1=1, resources="wood gold gold"), tops=(26, 2))
    assert choose(state, 0) == Build(Place.BUILDING_1, Resources(1, 0, 0, 2))


def test_unpayable_cards_and_buildings_are_left():
    state = acting(tribe(card_4=1, resources="wood"))
    assert choose(state, 0) == Leave(Place.CARD_4)


def test_the_open_card_is_used_if_it_makes_a_purchase_possible():
    state = acting(tribe(card_3=1, resources="wood", **ANY_TWO))
    assert isinstance(choose(state, 0), TakeResources)
    dear = acting(tribe(card_4=1, resources="wood", **ANY_TWO))
    assert choose(dear, 0) == Leave(Place.CARD_4)


def test_the_open_card_is_used_to_pay_a_building():
    state = acting(tribe(building_1=1, resources="wood", **ANY_TWO))
    assert choose(state, 0) == TakeResources(Resources(wood=1, brick=1))


@pytest.mark.parametrize(
    ("dice", "tiles", "use"),
    [
        ((2,), "1 2", UseTools((1,))),
        ((1,), "1 2", UseTools((2,))),
        ((4,), "1 1 2", UseTools((2,))),
        ((4,), "1 1", UseTools((1, 1))),
        ((2, 2), "1 4", UseTools((4, 1))),
    ],
)
def test_the_fewest_tools_that_gain_most_are_added(dice, tiles, use):
    state = acting(busy(forest=len(dice), tools=tiles))
    rolled = when(state, 0, "use forest", dice=dice).state
    assert choose(rolled, 0) == use


def test_tiles_are_added_before_one_use_tools():
    held = {"cards": (33,), "open_cards": (33,)}
    state = acting(busy(forest=1, tools="2", **held))
    rolled = when(state, 0, "use forest", dice=(1,)).state
    assert choose(rolled, 0) == UseTools((2,))


def test_even_a_high_tile_is_added_before_a_low_one_use_tool():
    held = {"cards": (33,), "open_cards": (33,)}
    state = acting(busy(tools="4", **held))
    rolled = when(state, 0, "use river", dice=(4,)).state
    assert choose(rolled, 0) == UseTools((4,))


@pytest.mark.parametrize(
    ("dice", "face"),
    [((1, 2, 5, 6), 6), ((1, 2, 4, 5), 5), ((1, 2, 3, 4), 4), ((1, 1, 2, 3), 3)],
)
def test_the_best_die_is_picked(dice, face):
    state = acting(busy(card_1=1, resources="wood"), players=4)
    rolled = when(state, 0, "buy 1 wood", dice=dice).state
    assert choose(rolled, 0) == PickDie(face)


def test_the_tribe_is_fed_with_the_cheapest():
    state = starving(tribe(resources="gold stone wood"), owing=(2, 0))
    assert choose(state, 0) == Feed(Resources(wood=1, stone=1))


def test_the_tribe_goes_hungry_if_that_costs_less():
    state = starving(tribe(resources="gold gold gold gold"), owing=(4, 0))
    assert choose(state, 0) == GoHungry()


def test_the_tribe_goes_hungry_if_it_cannot_pay():
    state = starving(tribe(resources="wood", **ANY_TWO), owing=(5, 0))
    assert choose(state, 0) == GoHungry()
    taken = starving(tribe(resources="wood", **ANY_TWO), owing=(3, 0))
    assert choose(taken, 0) == TakeResources(resources("wood wood"))


def test_cautious_autopilot_keeps_one_use_tools():
    held = {"cards": (33,), "open_cards": (33,)}
    state = acting(busy(forest=1, **held))
    rolled = when(state, 0, "use forest", dice=(1,)).state
    assert choose(rolled, 0) == UseTools(once=(2,))
    assert choose(rolled, 0, cautious=True) == UseTools()


def test_cautious_autopilot_uses_the_open_card_only_against_hunger():
    state = acting(tribe(card_3=1, resources="wood", **ANY_TWO))
    assert choose(state, 0, cautious=True) == Leave(Place.CARD_3)
    hungry = starving(tribe(resources="wood", **ANY_TWO), owing=(3, 0))
    command = choose(hungry, 0, cautious=True)
    assert command == TakeResources(resources("wood wood"))


def test_autopilot_sorts_its_own_choice_first():
    state = acting(busy(forest=1))
    every = choices(state, 0)
    liked = order_choices(state, 0, every)
    assert liked[0] == choose(state, 0)
    assert sorted(map(str, liked)) == sorted(map(str, every))


HOUSE_RULES = [
    (option.field, choice.value)
    for option in OPTIONS
    if option.is_rule
    for choice in option.choices
]


@pytest.mark.parametrize("cautious", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("field", "value"), HOUSE_RULES)
def test_autopilot_plays_a_whole_game_by_every_house_rule(
    field, value, players, cautious
):
    chance = RandomChance(7)
    state = opening(players, chance, **{field: value}).state
    while waiting := sorted(awaited(state)):
        command = choose(state, waiting[0], cautious=cautious)
        state = decide(state, waiting[0], command, chance).state
    assert state.phase is Phase.ENDED


def test_the_weights_of_every_rule_are_kept():
    assert all(find_weights(rule.weights) for rule in RULES.values())
    assert max(RULES) <= RULES_VERSION


@pytest.fixture
def later_rule(monkeypatch):
    """Let version 2 of the rules bring weights that starve the tribe."""
    starver = AutopilotRule(load_styles()["starver"].digest, ESTIMATES)
    monkeypatch.setitem(RULES, 2, starver)


def test_games_keep_the_weights_of_their_version_of_the_rules(later_rule):
    hungry = placing(tribe(food=0), tribe(hut=2, field=1), players=3)
    later = replace(hungry, rules_version=2)
    assert chosen(hungry).startswith("hunting grounds")
    assert not chosen(later).startswith("hunting grounds")
    assert choose(replace(hungry, rules_version=3), 0) == choose(later, 0)


def test_decisions_by_estimates_of_another_version_cannot_be_repeated(monkeypatch):
    state = placing()
    assert is_repeatable(state)
    monkeypatch.setattr("stoneage_core.autopilot.ESTIMATES", ESTIMATES + 1)
    assert not is_repeatable(state)
