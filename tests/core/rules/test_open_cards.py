"""The open card that gives two resources (rules: immediate benefits)."""

import pytest

from stoneage_core.commands import TakeResources
from stoneage_core.components.resources import Resources
from stoneage_core.events.purchases import ResourcesTaken
from stoneage_core.rules.open_cards import worth
from stoneage_core.rules.scoring import final_score
from stoneage_core.state import Question
from tests.core.scenario import (
    acting,
    busy,
    options,
    placing,
    refusal,
    resources,
    starving,
    tribe,
    when,
)

ANY_TWO, ONCE_2 = 36, 33
OWNER = {"cards": (ANY_TWO,), "open_cards": (ANY_TWO,)}
TEN_WAYS = [
    *("take wood wood", "take wood brick", "take wood stone", "take wood gold"),
    *("take brick brick", "take brick stone", "take brick gold"),
    *("take stone stone", "take stone gold", "take gold gold"),
]
NO_CARD = "no_such_card"


def test_the_owner_takes_any_two_resources_in_their_action_turn():
    state = acting(busy(**OWNER))
    assert [text for text in options(state) if text.startswith("take")] == TEN_WAYS
    outcome = when(state, 0, "take gold brick")
    taken = resources("brick gold")
    assert outcome.events == (ResourcesTaken(0, ANY_TWO, taken),)
    assert outcome.tribe().resources == taken
    assert outcome.tribe().open_cards == ()
    assert outcome.tribe().cards == (ANY_TWO,)


def test_the_card_is_used_once():
    outcome = when(acting(busy(**OWNER)), 0, "take gold gold")
    assert refusal(outcome.state, 0, "take gold gold") == NO_CARD


def test_a_player_with_the_open_card_always_has_a_choice():
    state = acting(tribe(card_1=1, hut=2, **OWNER))
    outcome = when(state, 0, "use hut")
    assert options(outcome.state) == ["leave card 1", *TEN_WAYS]


def test_resources_taken_now_pay_at_once():
    state = acting(busy(card_2=1, **OWNER))
    outcome = when(state, 0, "take gold gold", "buy 2 gold gold", dice=(1, 2))
    assert 2 in outcome.tribe().cards


def test_the_card_can_be_used_before_tools_are_added():
    state = acting(busy(forest=1, tools="1", **OWNER))
    rolled = when(state, 0, "use forest", dice=(2,)).state
    assert options(rolled) == ["no tools", "tools 1", *TEN_WAYS]
    taken = when(rolled, 0, "take gold gold")
    assert taken.state.question is Question.TOOLS
    assert when(taken.state, 0, "tools 1").tribe().resources == Resources(1, 0, 0, 2)


def test_the_card_can_be_used_during_feeding():
    state = starving(tribe(**OWNER), owing=(3, 0))
    assert options(state) == ["go hungry", *TEN_WAYS]
    taken = when(state, 0, "take wood wood")
    assert taken.tribe().resources == resources("wood wood")


def test_the_card_cannot_be_used_during_placement():
    state = placing(tribe(**OWNER))
    assert not any(text.startswith("take") for text in options(state))
    assert refusal(state, 0, "take wood gold") == "wrong_phase"


@pytest.mark.parametrize("facts", [{}, {"cards": (ONCE_2,), "open_cards": (ONCE_2,)}])
def test_other_tribes_have_no_resources_to_take(facts):
    state = acting(busy(**facts))
    assert not any(text.startswith("take") for text in options(state))
    assert refusal(state, 0, "take wood gold") == NO_CARD


@pytest.mark.parametrize(
    "command",
    [
        *("take", "take gold", "take gold gold gold"),
        TakeResources(Resources(wood=-1, gold=3)),
    ],
)
def test_the_card_gives_exactly_two_resources(command):
    assert refusal(acting(busy(**OWNER)), 0, command) == "wrong_payment"


def test_an_open_card_scores_as_two_resources():
    assert (worth(tribe(**OWNER)), worth(tribe(cards=(ANY_TWO,)))) == (2, 0)
    assert final_score(tribe(resources="wood", **OWNER)).resources == 3
    assert final_score(tribe(resources="wood", cards=(ANY_TWO,))).resources == 1
