"""The engine's phrases with names, in any language."""

from random import Random

import pytest
from django.utils import timezone
from django.utils.translation import override

from games.presentation import text
from games.presentation.text import join_list, say
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resources
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.events.base import Event
from stoneage_core.events.rounds import TurnStarted
from stoneage_core.phrases import Many, Moment, Phrase, SeatName, Spelling, Word
from stoneage_core.simulation import play, random_policy
from stoneage_core.wording.sentences import describe_event

NAMES = ("Alice", "Bob", "Carol", "Dave")


def test_a_player_is_named() -> None:
    assert say(describe_event(TurnStarted(1)), NAMES) == "Bob is next."


def test_a_player_without_a_name_has_a_number() -> None:
    assert say(describe_event(TurnStarted(1)), ()) == "Player 2 is next."


def test_singular_and_plural_are_distinguished() -> None:
    one = describe_event(PeoplePlaced(0, Place.FIELD, 1))
    three = describe_event(PeoplePlaced(0, Place.FOREST, 3))
    assert say(one, NAMES) == "Alice sent one person to the field."
    assert say(three, NAMES) == "Alice sent 3 people to the forest."


@pytest.mark.parametrize(
    ("items", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_lists_are_written_out(items: list[str], text: str) -> None:
    assert join_list(items) == text


@pytest.mark.parametrize(
    ("language", "last", "text"),
    [
        ("es", "Iris", "Jo e Iris"),
        ("es", "Hilda", "Jo e Hilda"),
        ("es", "Yves", "Jo e Yves"),
        ("es", "Ya", "Jo y Ya"),
        ("es", "Hiena", "Jo y Hiena"),
        ("es", "Ana", "Jo y Ana"),
        ("it", "Emil", "Jo ed Emil"),
        ("it", "Ana", "Jo e Ana"),
        ("pt-br", "Emil", "Jo e Emil"),
        ("ko", "Iris", "Jo, Iris"),
        ("en", "Iris", "Jo and Iris"),
    ],
)
def test_and_sounds_well_before_the_last_name(
    language: str, last: str, text: str
) -> None:
    with override(language):
        assert join_list(["Jo", last]) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7, "7"),
        ("plain", "plain"),
        (Word(""), ""),
        (Word("wood"), "wood"),
        (Spelling("place hut, forest 3"), "place hut, forest 3"),
        (Place.CLAY_PIT, "the clay pit"),
        (Resources(wood=2, gold=1), "2 wood and 1 gold"),
        (Resources(), "nothing"),
        (Many([SeatName(0), SeatName(2)]), "Alice and Carol"),
        (Phrase("inner", "inner {n}", {"n": 1}), "inner 1"),
    ],
)
def test_every_kind_of_value_is_worded(value: object, text: str) -> None:
    assert say(Phrase("test", ":{value}", {"value": value}), NAMES) == f":{text}"


def test_a_name_with_braces_is_left_alone() -> None:
    assert say(describe_event(TurnStarted(0)), ("{player}",)) == "{player} is next."


def test_every_event_of_a_game_can_be_said(whole_game: tuple[Event, ...]) -> None:
    for event in whole_game:
        sentence = say(describe_event(event), NAMES)
        assert sentence.endswith(".")
        assert "{" not in sentence


@pytest.fixture(scope="module")
def whole_game() -> tuple[Event, ...]:
    return play(4, 3, random_policy(Random(3))).events


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Translations that put « » around what they translate."""
    monkeypatch.setattr(text, "_", lambda text: f"«{text}»")
    monkeypatch.setattr(
        text, "ngettext", lambda one, many, count: f"«{one if count == 1 else many}»"
    )


def test_templates_and_words_are_translated_and_names_are_not(marked: None) -> None:
    sentence = say(describe_event(PeoplePlaced(0, Place.FOREST, 3)), NAMES)
    assert sentence == "«Alice sent 3 people to «the forest».»"


def test_time_is_in_the_readers_zone() -> None:
    back = Phrase("x", "back {when}", {"when": Moment("2026-11-20T20:40:00+00:00")})
    with timezone.override("Europe/Madrid"):
        assert say(back, NAMES) == "Back Fri 20 Nov 2026, 21:40 (Europe/Madrid)"
