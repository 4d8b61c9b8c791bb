"""Phase 1 (rules: placing people)."""

import pytest

from stoneage_core import Phase
from stoneage_core.components.places import PLACES, RESOURCE_PLACES, Place
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.events.rounds import PhaseStarted, TurnStarted
from tests.core.scenario import busy, opened, options, placing, refusal, tribe, when

PLAYER_COUNTS = (2, 3, 4)
VILLAGE = ("tool_maker", "hut", "field")
RESOURCE_NAMES = [place.value for place in RESOURCE_PLACES]


def numbers(state, place, player=0):
    """With how many people a player may occupy a place."""
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
def test_stacks_beyond_the_number_of_players_are_not_there(players):
    place = f"building {players + 1}"
    assert refusal(opened(players), 0, place) == (
        "place_closed",
        f"Building {players + 1} is closed to you in this round",
    )


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("tool maker 2", "The tool maker takes exactly 1 of your people now"),
        ("hut 1", "The hut takes exactly 2 of your people now"),
        ("hut 3", "The hut takes exactly 2 of your people now"),
        ("field 2", "The field takes exactly 1 of your people now"),
        ("card 1 2", "Card 1 takes exactly 1 of your people now"),
        ("building 1 2", "Building 1 takes exactly 1 of your people now"),
        ("forest 0", "The forest takes 1 to 5 of your people now"),
        ("forest 6", "The forest takes 1 to 5 of your people now"),
        ("hunting grounds 6", "The hunting grounds takes 1 to 5 of your people now"),
    ],
)
def test_each_place_takes_its_number_of_people(command, sentence):
    assert refusal(opened(), 0, command) == ("wrong_number", sentence)


def test_people_of_the_hut_are_two_of_one_tribe():
    state = placing(tribe(hunting_grounds=4))
    assert numbers(state, "hut") == []
    assert refusal(state, 0, "hut") == (
        "wrong_number",
        "The hut takes two people and you have one left",
    )


@pytest.mark.parametrize("place", RESOURCE_NAMES)
def test_resource_places_hold_7_people_in_all(place):
    state = placing(tribe(), tribe(**{place: 4}), players=4)
    assert numbers(state, place) == [1, 2, 3]
    assert refusal(state, 0, f"{place.replace('_', ' ')} 4")[0] == "wrong_number"


def test_ten_people_of_one_tribe_fill_no_more_than_7_rings():
    state = placing(tribe(people=10))
    assert numbers(state, "quarry") == [1, 2, 3, 4, 5, 6, 7]
    assert numbers(state, "hunting_grounds") == list(range(1, 11))


def test_hunting_grounds_have_no_limit():
    crowd = tribe(people=10, hunting_grounds=10)
    state = placing(tribe(people=10), crowd, crowd, crowd, players=4)
    assert numbers(state, "hunting_grounds") == list(range(1, 11))


def test_a_full_place_says_so():
    state = placing(tribe(), tribe(people=7, river=7), players=4)
    sentence = "The river has no room left"
    assert refusal(state, 0, "river 1") == ("place_full", sentence)


@pytest.mark.parametrize(
    "place", ["tool maker", "hut", "field", "card 3", "building 2"]
)
def test_places_of_one_tribe_are_full_with_it(place):
    where = place.replace(" ", "_")
    state = placing(tribe(), tribe(**{where: 2 if place == "hut" else 1}), players=4)
    assert place not in options(state)
    assert refusal(state, 0, place)[0] == "place_full"


@pytest.mark.parametrize("place", [place.label for place in PLACES[:12]])
def test_nobody_places_twice_on_the_same_place(place):
    where = place.replace(" ", "_")
    people = 2 if place == "hut" else 1
    state = placing(tribe(people=9, **{where: people}), players=4)
    assert place not in {text.rstrip(" 1234567890") for text in options(state)}
    code, sentence = refusal(state, 0, f"{place} {people}")
    assert code == "placed_already"
    assert sentence.startswith("You have people at")


def test_card_slots_and_stacks_are_places_of_their_own():
    state = placing(tribe(card_1=1, building_1=1))
    assert {"card 2", "building 2"} <= set(options(state))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("empty", VILLAGE)
def test_third_village_place_stays_empty_with_two_and_three_players(players, empty):
    first, second = (place for place in VILLAGE if place != empty)
    state = placing(tribe(), tribe(**{first: 1, second: 1}), players=players)
    assert numbers(state, empty) == []
    name = empty.replace("_", " ")
    sentence = f"The {name} is closed to you in this round"
    assert refusal(state, 0, name) == ("place_closed", sentence)


@pytest.mark.parametrize("players", [2, 3])
def test_second_village_place_is_open_with_two_and_three_players(players):
    state = placing(tribe(), tribe(hut=2), players=players)
    assert numbers(state, "tool_maker") == [1]
    assert numbers(state, "field") == [1]


@pytest.mark.parametrize("empty", VILLAGE)
def test_all_village_places_are_open_with_four_players(empty):
    first, second = (place for place in VILLAGE if place != empty)
    state = placing(tribe(), tribe(**{first: 1, second: 1}), players=4)
    assert numbers(state, empty) != []


@pytest.mark.parametrize("place", RESOURCE_NAMES)
@pytest.mark.parametrize(("players", "tribes"), [(2, 1), (3, 2), (4, 4)])
def test_resource_places_admit_few_tribes_when_few_play(place, players, tribes):
    for there in range(players):
        others = [tribe(**{place: 1}) for _ in range(there)]
        state = placing(tribe(), *others, players=players)
        assert bool(numbers(state, place)) is (there < tribes)


def test_resource_place_that_admits_no_further_tribe_is_closed():
    state = placing(tribe(), tribe(forest=1))
    sentence = "The forest is closed to you in this round"
    assert refusal(state, 0, "forest 1") == ("place_closed", sentence)


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
def test_places_that_yield_no_more_may_be_blocked(facts, place):
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


def test_phase_ends_when_those_with_people_left_can_place_nowhere():
    gathering = dict.fromkeys(["hunting_grounds", *RESOURCE_NAMES], 1)
    stuck = tribe(people=10, tool_maker=1, hut=2, card_1=1, **gathering)
    other = tribe(card_2=1, card_3=1, card_4=1, building_1=1)
    outcome = when(placing(stuck, other, turn=1), 1, "building 2")
    assert outcome.tribe(0).unplaced == 1
    assert outcome.events[1:] == (PhaseStarted(Phase.ACTIONS), TurnStarted(0))


def test_the_last_person_goes_hunting_when_nothing_else_is_open():
    gathering = dict.fromkeys(RESOURCE_NAMES, 1)
    one_left = tribe(people=10, tool_maker=1, hut=2, card_1=1, card_2=1, **gathering)
    other = tribe(card_3=1, card_4=1, building_1=1, hunting_grounds=1)
    outcome = when(placing(one_left, other, turn=1), 1, "building 2")
    assert outcome.of(PeoplePlaced)[1:] == [PeoplePlaced(0, Place.HUNTING_GROUNDS, 1)]
    assert outcome.state.phase is Phase.ACTIONS


def test_last_single_placement_happens_by_itself():
    state = placing(tribe(people=2, river=1), busy(people=2))
    outcome = when(state, 0, "hunting grounds 1")
    assert PhaseStarted(Phase.ACTIONS) in outcome.events


def test_actions_begin_with_the_start_player_when_nobody_can_place_any_more():
    state = placing(
        busy(people=4, forest=1), busy(people=4, quarry=2), start_player=1, turn=0
    )
    outcome = when(state, 0, "card 1")
    assert outcome.events == (
        PeoplePlaced(0, Place.CARD_1, 1),
        PhaseStarted(Phase.ACTIONS),
        TurnStarted(1),
    )
