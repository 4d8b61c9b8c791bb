"""Sentences with gaps."""

import pytest

from stoneage_core.phrases import (
    Many,
    Phrase,
    SeatName,
    Word,
    capitalised,
    join_english,
    show_english,
)


@pytest.mark.parametrize(
    ("items", "joined"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
    ],
)
def test_lists_are_joined_with_commas_and_and(items, joined):
    assert join_english(items) == joined


def test_a_phrase_is_a_sentence_with_a_capital():
    assert str(Phrase("k", "the {what} burns", {"what": Word("hut")})) == (
        "The hut burns"
    )


def test_an_empty_phrase_is_empty():
    assert str(Phrase("k", "")) == ""
    assert capitalised("") == ""


@pytest.mark.parametrize(
    ("count", "sentence"),
    [(0, "0 people"), (1, "One person"), (2, "2 people"), (None, "None people")],
)
def test_the_template_follows_the_count(count, sentence):
    phrase = Phrase("k", ("one person", "{count} people"), {"count": count})
    assert str(phrase) == sentence


def test_a_phrase_without_a_plural_ignores_the_count():
    assert str(Phrase("k", "{count} food", {"count": 3})) == "3 food"


def test_values_may_be_seats_lists_and_phrases():
    inner = Phrase("i", "{n} wood", {"n": 2})
    values = {"who": SeatName(1), "what": Many([inner, Word("gold"), 7])}
    phrase = Phrase("k", "{who} has {what}", values)
    assert str(phrase) == "Player 2 has 2 wood, gold and 7"


def test_seats_are_numbers():
    assert (SeatName(3), str(SeatName(0))) == (3, "player 1")


def test_fill_uses_another_template_and_formatter():
    phrase = Phrase("k", "{who} eats", {"who": SeatName(0)})
    assert phrase.fill("come {who}", lambda value: f"<{int(value)}>") == "come <0>"


def test_the_repr_of_a_phrase_has_key_and_sentence():
    assert repr(Phrase("k", "hello")) == "<Phrase k: Hello>"


def test_plain_values_are_shown_as_they_are():
    assert [show_english(value) for value in (3, "x", None)] == ["3", "x", "None"]
