"""Soundness: positions from which a game can go on."""

import pytest
from msgspec.structs import replace

from stoneage_core.chance import RandomChance
from stoneage_core.components.places import BUILDING_STACKS, CARD_SLOTS
from stoneage_core.components.resources import Resources
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.staff import GameRolledBack, StaffActed
from stoneage_core.rules.dispatch import waits_for_beacon
from stoneage_core.rules.soundness import is_sound
from stoneage_core.state import DiceDecision, Phase, Stack
from tests.core.beaconed import PUBLISHED, BeaconedGame
from tests.core.scenario import acting, busy, opened, placing, starving, tribe

CHANCE = RandomChance(1)


def test_a_turn_that_awaits_a_beacon_is_unsound():
    game = BeaconedGame()
    game.takes_beacon(PUBLISHED[1000])
    game.waits()
    game.takes_beacon()
    acting = len(game.events)
    while not any(isinstance(event, DiceRolled) for event in game.events):
        game.plays()
    assert is_sound(game.state)
    game.decides(StaffActed("roll_back", None, "0" * 64), source="staff")
    game.decides(GameRolledBack(acting), source="staff")
    assert game.state.turn is not None
    assert waits_for_beacon(game.state)
    assert not is_sound(game.state)


@pytest.mark.parametrize(
    "facts",
    [
        {"people": 11},
        {"people": 0, "hunting_grounds": 1},
        {"food_track": 11},
        {"food_track": -1},
        {"food": -1},
        {"food": 1001},
        {"score": 1001},
        {"score": -1001},
        {"resources": "wood " * 1001},
        {"resources": Resources(wood=-1)},
        {"tools": "1 1 1 1"},
        {"tools": "0"},
        {"tools": "5"},
        {"open_cards": (36,)},
        {"buildings": tuple(range(29))},
        {"hunting_grounds": -1},
    ],
)
def test_a_tribe_beyond_the_limits_of_the_rules_is_unsound(facts):
    assert is_sound(acting(busy(), tribe()))
    assert not is_sound(acting(busy(), tribe(**{"people": 5} | facts)))


@pytest.mark.parametrize("place", [*CARD_SLOTS, *BUILDING_STACKS[:2]])
def test_people_on_an_empty_slot_or_stack_are_unsound(place):
    state = acting(tribe(**{place.value: 1}))
    assert is_sound(state)
    if place in CARD_SLOTS:
        slots = swapped(state.slots, place.index, None)
        assert not is_sound(replace(state, slots=slots))
    else:
        stacks = swapped(state.stacks, place.index, Stack(None, 0))
        assert not is_sound(replace(state, stacks=stacks))


def swapped(items, at, item):
    return (*items[:at], item, *items[at + 1 :])


def test_people_on_a_stack_that_is_not_there_are_unsound():
    assert not is_sound(acting(tribe(building_3=1)))


def test_a_player_in_turn_without_people_is_unsound():
    assert not is_sound(acting(tribe()))


def test_a_turn_that_does_not_fit_the_phase_is_unsound():
    assert is_sound(replace(opened(), phase=Phase.ENDED))
    hungry = starving(tribe(), owing=(2, 0))
    assert is_sound(hungry)
    assert not is_sound(replace(hungry, turn=0))
    assert not is_sound(replace(opened(), turn=7))
    # A player other than the one in turn is asked.
    dice = replace(acting(busy()), decision=DiceDecision((3,), (1,)))
    assert is_sound(dice)
    fed = placing(tribe(people=5), turn=0, decision=DiceDecision((3,), (1,)))
    assert not is_sound(fed)
