"""Phase 3 (rules: feeding)."""

import pytest

from stoneage_core import Phase, awaited
from stoneage_core.components.resources import NOTHING
from stoneage_core.events.feeding import (
    FoodProduced,
    FoodRanShort,
    TribeFed,
    TribeStarved,
)
from stoneage_core.events.rounds import PhaseStarted, RoundStarted
from tests.core.scenario import (
    acting,
    nightfall,
    options,
    refusal,
    resources,
    starving,
    sundown,
    tribe,
    when,
)

ANY_TWO = 36


def test_each_person_eats_one_food():
    outcome = nightfall(sundown(tribe(people=7, food=9), tribe(food=5)))
    assert outcome.of(PhaseStarted, TribeFed)[:3] == [
        PhaseStarted(Phase.FEEDING),
        TribeFed(0, 7, NOTHING),
        TribeFed(1, 5, NOTHING),
    ]
    assert (outcome.tribe(0).food, outcome.tribe(1).food) == (2, 0)


def test_everyone_first_receives_food_equal_to_the_food_track():
    fields = {"food": 0, "food_track": 6}
    outcome = nightfall(sundown(tribe(**fields), tribe(food=9)))
    assert outcome.of(FoodProduced) == [FoodProduced(0, 6)]
    assert outcome.tribe().food == 1


def test_tribes_eat_from_the_start_player_clockwise():
    everyone = (tribe(), tribe(card_1=1), tribe())
    state = acting(*everyone, players=3, turn=1, start_player=2)
    outcome = when(state, 1, "leave card 1")
    assert [fed.player for fed in outcome.of(TribeFed)] == [2, 0, 1]


def test_missing_food_is_owed_after_all_food_is_eaten():
    hungry = tribe(food=1, food_track=1, resources="wood wood wood")
    outcome = nightfall(sundown(hungry))
    assert outcome.of(FoodRanShort) == [FoodRanShort(0, 2, 3)]
    assert outcome.tribe().food == 0
    assert outcome.state.owing == (3, 0)
    assert awaited(outcome.state) == {0}


def test_a_newborn_person_eats_in_the_same_round():
    state = acting(tribe(hut=2, food=5), tribe(card_1=1))
    outcome = when(state, 0, "use hut")
    assert outcome.of(FoodRanShort) == [FoodRanShort(0, 5, 1)]


def test_missing_food_is_paid_with_one_resource_each():
    state = starving(tribe(resources="wood wood gold", food=0), owing=(2, 1))
    assert options(state) == ["pay: 2 resources of any kinds", "go hungry"]
    outcome = when(state, 0, "feed wood gold")
    assert outcome.events[0] == TribeFed(0, 0, resources("wood gold"))
    assert outcome.tribe().resources == resources("wood")
    assert outcome.state.owing[0] == 0


@pytest.mark.parametrize("payment", ["", "wood", "wood wood wood"])
def test_missing_food_is_paid_exactly(payment):
    state = starving(tribe(resources="wood " * 5), owing=(2, 0))
    assert refusal(state, 0, f"feed {payment}") == "wrong_payment"


def test_nobody_feeds_with_resources_they_do_not_have():
    state = starving(tribe(resources="wood wood"), owing=(2, 0))
    expected = "not_enough"
    assert refusal(state, 0, "feed gold gold") == expected


def test_a_tribe_that_cannot_cover_all_keeps_its_resources_and_loses_10_points():
    hungry = tribe(food=1, resources="wood wood wood", score=4)
    outcome = nightfall(sundown(hungry))
    assert outcome.of(TribeStarved) == [TribeStarved(0, 10)]
    assert outcome.tribe().resources == resources("wood wood wood")
    assert outcome.tribe().score == -6


def test_a_player_with_enough_resources_may_go_hungry():
    state = starving(tribe(resources="gold gold"), tribe(), owing=(1, 0))
    outcome = when(state, 0, "go hungry")
    assert outcome.events[0] == TribeStarved(0, 10)
    assert outcome.tribe().resources == resources("gold gold")


@pytest.mark.parametrize("food", [0, 4, 9])
def test_hunger_costs_10_points_for_any_number_of_people(food):
    outcome = nightfall(sundown(tribe(people=10, food=food)))
    assert outcome.tribe().score == -10


def test_a_fed_tribe_is_not_asked():
    state = starving(tribe(), tribe(resources="wood"), owing=(0, 1))
    expected = "not_awaited"
    assert refusal(state, 0, "go hungry") == expected
    assert refusal(state, 0, "feed") == expected


def test_all_hungry_tribes_are_asked_at_the_same_time():
    hungry = tribe(food=0, resources="wood " * 5)
    outcome = nightfall(sundown(hungry, tribe(), hungry, tribe(), players=4))
    assert awaited(outcome.state) == {0, 2}
    later = when(outcome.state, 2, "go hungry")
    assert later.events == (TribeStarved(2, 10),)
    assert awaited(later.state) == {0}
    last = when(later.state, 0, "feed wood 5")
    assert last.of(RoundStarted) == [RoundStarted(2, 1)]


def test_resources_of_an_open_card_may_feed_people():
    held = {"cards": (ANY_TWO,), "open_cards": (ANY_TWO,)}
    state = starving(tribe(resources="wood", **held), owing=(3, 0))
    taken = when(state, 0, "take gold wood")
    assert options(taken.state) == ["pay: 3 resources of any kinds", "go hungry"]
    fed = when(taken.state, 0, "feed wood wood gold")
    assert fed.events[0] == TribeFed(0, 0, resources("wood wood gold"))


def test_a_tribe_goes_hungry_if_its_open_card_is_not_enough():
    held = {"cards": (ANY_TWO,), "open_cards": (ANY_TWO,)}
    state = starving(tribe(**held), owing=(3, 0))
    outcome = when(state, 0, "take gold wood")
    assert outcome.of(TribeStarved) == [TribeStarved(0, 10)]
    assert outcome.tribe().resources == resources("wood gold")
