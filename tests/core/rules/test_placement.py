"""Phase 1 (rules: placing people)."""

from itertools import permutations

import pytest

from stoneage_core import IllegalMove, Phase
from stoneage_core.commands import PlacePeople
from stoneage_core.components.places import PLACES, RESOURCE_PLACES, Place
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.events.rounds import PhaseStarted, TurnStarted
from stoneage_core.rules import placement
from tests.core.scenario import busy, opened, options, placing, refusal, tribe, when

PLAYER_COUNTS = (2, 3, 4)
VILLAGE = ("tool_maker", "hut", "field")
RESOURCE_NAMES = [place.value for place in RESOURCE_PLACES]


def numbers(state, place, player=0):
    """Return the numbers of people that a player may place."""
    prefix = place.replace("_", " ")
    found = [text for text in options(state, player) if text.startswith(prefix)]
    return [int(text.removeprefix(prefix) or 1) for text in found]


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_an_empty_board_offers_every_place_of_the_game(players):
    state = opened(players)
    for place in ["hunting_grounds", *RESOURCE_NAMES]:
        assert numbers(state, place) == [1, 2, 3, 4, 5]
    singles = ["tool maker", "hut", "field"]
    singles += [f"card {number}" for number in (1, 2, 3, 4)]
    singles += [f"building {number + 1}" for number in range(players)]
    assert options(state)[25:] == singles


@pytest.mark.parametrize("players", [2, 3])
def test_there_is_a_stack_for_each_player_only(players):
    place = f"building {players + 1}"
    assert refusal(opened(players), 0, place) == "place_closed"


def test_the_hut_takes_two_people_of_one_tribe():
    state = placing(tribe(hunting_grounds=4))
    assert numbers(state, "hut") == []
    assert refusal(state, 0, "hut") == "wrong_number"


@pytest.mark.parametrize("place", RESOURCE_NAMES)
def test_resource_places_hold_7_people_in_all(place):
    state = placing(tribe(), tribe(**{place: 4}), players=4)
    assert numbers(state, place) == [1, 2, 3]
    assert refusal(state, 0, f"{place.replace('_', ' ')} 4") == "wrong_number"


def test_ten_people_of_one_tribe_fill_no_more_than_7_rings():
    state = placing(tribe(people=10))
    assert numbers(state, "quarry") == [1, 2, 3, 4, 5, 6, 7]
    assert numbers(state, "hunting_grounds") == list(range(1, 11))


def test_hunting_grounds_have_no_limit():
    crowd = tribe(people=10, hunting_grounds=10)
    state = placing(tribe(people=10), crowd, crowd, crowd, players=4)
    assert numbers(state, "hunting_grounds") == list(range(1, 11))


def test_each_slot_and_stack_is_a_separate_place():
    state = placing(tribe(card_1=1, building_1=1))
    assert {"card 2", "building 2"} <= set(options(state))


@pytest.mark.parametrize(
    "command",
    [
        *("tool maker 2", "hut 1", "hut 3", "field 2", "card 1 2", "building 1 2"),
        *("forest 0", "forest 6", "hunting grounds 6"),
    ],
)
def test_each_place_takes_its_number_of_people(command):
    assert refusal(opened(), 0, command) == "wrong_number"


@pytest.mark.parametrize(
    ("place", "people"),
    [("river", 7), ("tool maker", 1), ("hut", 2), ("field", 1), ("card 3", 1)],
)
def test_a_full_place_takes_nobody(place, people):
    where = {place.replace(" ", "_"): people}
    state = placing(tribe(), tribe(people=7, **where), players=4)
    assert numbers(state, place) == []
    assert refusal(state, 0, "river 1" if place == "river" else place) == "place_full"


@pytest.mark.parametrize("place", PLACES[:13])
def test_nobody_places_twice_on_the_same_place(place):
    people = 2 if place is Place.HUT else 1
    state = placing(tribe(people=9, **{place.value: people}), players=4)
    assert numbers(state, place.label) == []
    assert refusal(state, 0, PlacePeople(place, people)) == "placed_already"


@pytest.mark.parametrize(("players", "occupied"), [(2, 2), (3, 2), (4, 3)])
def test_one_village_place_stays_empty_with_two_and_three_players(players, occupied):
    for order in permutations(VILLAGE):
        for count in range(3):
            there = dict.fromkeys(order[:count], 1)
            state = placing(tribe(), tribe(**there), players=players)
            place = order[count]
            is_open = count < occupied
            assert bool(numbers(state, place)) is is_open
            if not is_open:
                name = place.replace("_", " ")
                assert refusal(state, 0, name) == "place_closed"


@pytest.mark.parametrize(("players", "tribes"), [(2, 1), (3, 2), (4, 4)])
def test_resource_places_admit_few_tribes_when_few_play(players, tribes):
    for place in RESOURCE_PLACES:
        for there in range(players):
            others = [tribe(**{place.value: 1}) for _ in range(there)]
            state = placing(tribe(), *others, players=players)
            is_open = there < tribes
            assert bool(numbers(state, place.value)) is is_open
            if not is_open:
                assert refusal(state, 0, PlacePeople(place, 1)) == "place_closed"


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_hunting_grounds_admit_every_tribe(players):
    others = [tribe(hunting_grounds=5)] * (players - 1)
    state = placing(tribe(), *others, players=players)
    assert numbers(state, "hunting_grounds") == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("facts", "place"),
    [
        ({"people": 10}, "hut"),
        ({"food_track": 10}, "field"),
        ({"tools": "4 4 4"}, "tool maker"),
    ],
)
def test_places_may_be_occupied_without_any_gain(facts, place):
    assert place in options(placing(tribe(**facts)))


def test_people_are_placed_and_the_turn_passes_clockwise():
    outcome = when(opened(3), 0, "forest 3")
    assert outcome.events == (PeoplePlaced(0, Place.FOREST, 3), TurnStarted(1))
    assert (outcome.tribe().on(Place.FOREST), outcome.tribe().unplaced) == (3, 2)


def test_a_player_with_nobody_left_is_skipped():
    state = placing(tribe(), tribe(hunting_grounds=5), players=3)
    assert when(state, 0, "forest 3").events[-1] == TurnStarted(2)


def test_a_player_alone_with_people_left_goes_on_placing():
    state = placing(tribe(people=6), tribe(hunting_grounds=5))
    assert when(state, 0, "forest 2").events[-1] == TurnStarted(0)


def test_the_phase_ends_when_nobody_can_place_people():
    gathering = dict.fromkeys(["hunting_grounds", *RESOURCE_NAMES], 1)
    stuck = tribe(people=10, tool_maker=1, hut=2, card_1=1, **gathering)
    other = tribe(card_2=1, card_3=1, card_4=1, building_1=1)
    outcome = when(placing(stuck, other, turn=1), 1, "building 2")
    assert outcome.tribe(0).unplaced == 1
    assert outcome.events[1:] == (PhaseStarted(Phase.ACTIONS), TurnStarted(0))


def test_the_last_person_goes_hunting_if_all_else_is_closed():
    gathering = dict.fromkeys(RESOURCE_NAMES, 1)
    one_left = tribe(people=10, tool_maker=1, hut=2, card_1=1, card_2=1, **gathering)
    other = tribe(card_3=1, card_4=1, building_1=1, hunting_grounds=1)
    outcome = when(placing(one_left, other, turn=1), 1, "building 2")
    assert outcome.of(PeoplePlaced)[1:] == [PeoplePlaced(0, Place.HUNTING_GROUNDS, 1)]
    assert outcome.state.phase is Phase.ACTIONS


def test_a_single_legal_placement_is_made_automatically():
    state = placing(tribe(people=2, river=1), busy(people=2))
    outcome = when(state, 0, "hunting grounds 1")
    assert PhaseStarted(Phase.ACTIONS) in outcome.events


def test_actions_begin_with_the_start_player_after_the_last_placement():
    state = placing(
        busy(people=4, forest=1), busy(people=4, quarry=2), start_player=1, turn=0
    )
    outcome = when(state, 0, "card 1")
    assert outcome.events == (
        PeoplePlaced(0, Place.CARD_1, 1),
        PhaseStarted(Phase.ACTIONS),
        TurnStarted(1),
    )


def test_obstacle_returns_why_a_place_is_closed():
    state = placing(tribe(people=5))
    assert placement.obstacle(state, 0, Place.FIELD) is None
    full = placing(tribe(people=5), tribe(field=1))
    assert isinstance(placement.obstacle(full, 0, Place.FIELD), IllegalMove)
