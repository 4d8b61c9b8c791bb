"""What the board refuses where a page or a record asks for it, and odd positions."""

import pytest
from msgspec.structs import replace

from stoneage_core import IllegalMove, autopilot
from stoneage_core.chance import RandomChance
from stoneage_core.commands import PlacePeople
from stoneage_core.components.places import Place
from stoneage_core.engine import create, join, start_from, take_beacon
from stoneage_core.errors import CorruptStream
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.chance import BeaconMissed
from stoneage_core.events.setup import Origin, PositionSetUp
from stoneage_core.events.staff import GameRolledBack, StaffActed
from stoneage_core.evolve import evolve
from stoneage_core.orders.following import Failed
from stoneage_core.orders.placing_ahead import expected_position, placements_behind
from stoneage_core.plan import PlannedChance, PlanStep, follow_plan
from stoneage_core.record.transcript import write_transcript
from stoneage_core.rules import placement
from stoneage_core.rules.dispatch import choices, waits_for_beacon
from stoneage_core.rules.soundness import is_sound
from stoneage_core.state import DiceDecision, Phase, Stack
from stoneage_core.terms import Terms
from tests.core.beaconed import PUBLISHED, BeaconedGame
from tests.core.scenario import acting, busy, opened, placing, starving, tribe

CHANCE = RandomChance(1)


def test_no_beacon_is_taken_by_a_game_that_waits_for_none():
    with pytest.raises(IllegalMove, match="can’t be done now"):
        take_beacon(opened(), BeaconMissed(1), CHANCE)


def test_no_game_goes_on_from_where_another_waits_for_its_beacon():
    source = BeaconedGame()
    source.takes_beacon(PUBLISHED[1000])
    source.waits()
    state = create(game="g", commitment="0" * 64, terms=Terms(2), chance=CHANCE).state
    for player in range(2):
        state = join(state, player, CHANCE).state
    origin = Origin("another", 9, "0" * 64)
    with pytest.raises(IllegalMove, match="No game goes on"):
        start_from(state, origin, source.state.position, CHANCE)


def test_no_position_of_a_turn_is_sound_while_its_dice_wait_for_a_beacon():
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


def test_a_position_is_set_up_for_those_who_are_there():
    position = opened(3).position
    with pytest.raises(CorruptStream, match="can’t follow"):
        evolve(opened(2), PositionSetUp(Origin("a", 1, "0" * 64), position))


def test_a_place_tells_why_nobody_can_be_sent_there():
    state = placing(tribe(people=5))
    assert placement.obstacle(state, 0, Place.FIELD) is None
    full = placing(tribe(people=5), tribe(field=1))
    assert isinstance(placement.obstacle(full, 0, Place.FIELD), IllegalMove)


def test_what_lies_nowhere_makes_a_position_unsound():
    elsewhere = replace(acting(tribe(card_1=1)), decision=DiceDecision((3,), (1,)))
    assert is_sound(elsewhere)
    for changes, emptied in (
        ({"card_1": 1}, {"slots": (None, *opened().slots[1:])}),
        ({"building_1": 1}, {"stacks": (Stack(None, 0), opened().stacks[1])}),
        ({}, {}),  # nobody has anybody left to use
    ):
        position = acting(tribe(**changes), **emptied)
        assert is_sound(acting(tribe(**changes))) is bool(changes)
        assert not is_sound(position)


def test_whose_turn_it_is_has_to_be_told_as_the_phase_wants_it():
    assert is_sound(replace(opened(), phase=Phase.ENDED))
    hungry = starving(tribe(), owing=(2, 0))
    assert is_sound(hungry)
    assert not is_sound(replace(hungry, turn=0))
    assert not is_sound(replace(opened(), turn=7))
    # Others are asked than whose turn it is.
    dice = replace(acting(busy()), decision=DiceDecision((3,), (1,)))
    assert is_sound(dice)
    fed = placing(tribe(people=5), turn=0, decision=DiceDecision((3,), (1,)))
    assert not is_sound(fed)


def test_a_plan_ends_with_the_game():
    step = PlanStep(0, PlacePeople(Place.FOREST, 1))
    course = follow_plan(replace(opened(), phase=Phase.ENDED, turn=None), [step])
    assert course.refusal is not None
    assert str(course.refusal) == "This game is over."
    assert PlannedChance(()).reveal() == ""


def test_autopilot_likes_its_own_choice_best_where_nobody_is_placed():
    state = acting(busy(forest=1))
    every = choices(state, 0)
    liked = autopilot.order_choices(state, 0, every)
    assert liked[0] == autopilot.choose(state, 0)
    assert sorted(map(str, liked)) == sorted(map(str, every))


def test_a_wish_that_is_not_possible_then_is_passed_over():
    state = placing(tribe(people=5), tribe(field=1))
    field = PlacePeople(Place.FIELD, 1)
    assert expected_position(state, 0, [(field,)]).players == state.players
    forest = PlacePeople(Place.FOREST, 2)
    behind = placements_behind(state, 0, forest)
    assert PlacePeople(Place.CLAY_PIT, 3) in behind
    assert not any(wish.place is Place.FOREST for wish in behind)


def test_orders_that_failed_say_so():
    assert "possible" in Failed().phrase().english


def test_a_transcript_of_nothing_is_a_header():
    assert write_transcript([]) == "Result: none after 0 events\n"
