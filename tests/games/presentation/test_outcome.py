"""What a decision brought, in the second person."""

from collections.abc import Sequence

import pytest

from games.presentation.event_text import outcome_sentences
from stoneage_core import Phase
from stoneage_core.events.base import Event
from tests.core.scenario import acting, busy, given, placing, tribe, when

ONE_FOOD = 11


def outcome_in_words(events: Sequence[Event], player: int) -> str:
    return " ".join(sentence.text for sentence in outcome_sentences(events, player))


@pytest.mark.parametrize(
    ("facts", "command", "dice", "said"),
    [
        (
            {"clay_pit": 2},
            "use clay pit",
            [4, 5],
            "You rolled 4 and 5 for brick. You got 2 brick.",
        ),
        ({"quarry": 1}, "use quarry", [2], "You rolled 2 for stone. You got nothing."),
        ({"hut": 2}, "use hut", [], "Your tribe grew by one person."),
        ({"tool_maker": 1}, "use tool maker", [], "You now have a tool of value 1."),
        ({"field": 1}, "use field", [], "You moved up the food track to 1."),
        ({"card_2": 1}, "leave card 2", [], "You took nothing at card 2."),
    ],
)
def test_outcome_of_a_use_consists_of_its_events(facts, command, dice, said) -> None:
    outcome = when(acting(busy(**facts)), 0, command, dice=dice)
    assert outcome_in_words(outcome.events, 0) == said


def test_outcome_of_a_placement() -> None:
    outcome = when(placing(tribe(), tribe()), 0, "forest 3")
    assert outcome_in_words(outcome.events, 0) == "You sent 3 people to the forest."


def test_outcome_of_a_card_includes_its_benefit() -> None:
    state = acting(busy(resources="wood", card_1=1), slots=(ONE_FOOD, 1, 2, 3))
    outcome = when(state, 0, "buy 1 wood")
    assert outcome_in_words(outcome.events, 0).startswith(
        "You took card 1, paying 1 wood. You took "
    )


def test_outcome_of_a_building_includes_its_points() -> None:
    state = acting(busy(resources="wood wood brick", building_1=1), tops=(1, 2))
    outcome = when(state, 0, "build 1 wood wood brick")
    assert outcome_in_words(outcome.events, 0) == (
        "You built building 1, paying 2 wood and 1 brick, and scored 10 points."
    )


def test_dice_are_drawn_beside_the_sentence_about_their_roll() -> None:
    rolled = when(acting(busy(forest=3, tools="2")), 0, "use forest", dice=[1, 1, 2])
    added = when(rolled.state, 0, "tools 2")
    sentences = outcome_sentences((*rolled.events, *added.events), 0)
    assert [(each.text, each.dice) for each in sentences] == [
        ("You rolled 1, 1 and 2 for wood.", (1, 1, 2)),
        ("You added tools worth 2.", ()),
        ("You got 2 wood.", ()),
    ]


def test_outcome_omits_what_others_did() -> None:
    outcome = when(placing(tribe(), tribe()), 0, "forest 3")
    assert outcome_in_words(outcome.events, 1) == ""


def test_outcome_includes_hunger() -> None:
    state = given(
        Phase.FEEDING, tribe(resources="wood"), tribe(), owing=(1, 1), turn=None
    )
    outcome = when(state, 0, "go hungry")
    assert "Your tribe went hungry" in outcome_in_words(outcome.events, 0)
