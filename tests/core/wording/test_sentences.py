"""One readable sentence for every event, and cards and buildings in words."""

import re

import pytest

from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.cards import CARDS
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.staff import GameResumed
from stoneage_core.phrases import Phrase, SeatName, show_english
from stoneage_core.wording.descriptions import (
    benefit_of,
    card_in_words,
    price_in_words,
    scoring_of,
)
from stoneage_core.wording.sentences import describe_event, describe_to
from tests.core.samples import EVENTS, SENTENCES


def test_every_event_has_its_sentence():
    for event, sentence in SENTENCES:
        assert str(describe_event(event)) == sentence


def test_sentences_are_keyed_by_the_stable_name():
    for event in EVENTS:
        assert describe_event(event).key == f"event.{event.type_name()}"


def test_the_reader_is_called_you():
    placed = PeoplePlaced(1, Place.FOREST, 3)
    own = describe_to(placed, 1)
    assert str(own).startswith("You ")
    assert own.key == "event.PeoplePlaced.own"
    assert str(describe_to(placed, 0)) == str(describe_event(placed))
    assert str(describe_to(GameResumed(), 1)) == str(describe_event(GameResumed()))


def test_every_gap_of_a_sentence_has_a_value():
    for phrase in map(describe_event, EVENTS):
        for template in (phrase.english, phrase.many or ""):
            gaps = set(re.findall(r"{(\w+)}", template))
            assert gaps <= set(phrase.values), phrase


def test_names_of_players_are_filled_in_by_the_caller():
    def named(value):
        return "Ana" if isinstance(value, SeatName) else show_english(value)

    for phrase in map(describe_event, EVENTS):
        if any(isinstance(value, SeatName) for value in phrase.values.values()):
            assert "Ana" in phrase.fill(phrase.template(), named), phrase


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (1, "dice for all / pottery"),
        (11, "1 food / weaving"),
        (21, "2 stone / transport"),
        (24, "roll 2 dice for stone / 1 shaman"),
        (28, "3 points / 3 hut builders"),
        (29, "a tool / art"),
        (31, "food track +1 / 1 farmer"),
        (32, "another card / writing"),
        (33, "a one-use tool of 2 / 2 tool makers"),
        (36, "any 2 resources / medicine"),
    ],
)
def test_cards_in_words(card, words):
    assert show_english(card_in_words(card)) == words


@pytest.mark.parametrize(
    ("building", "words"),
    [
        (17, "2 stone and 1 gold"),
        (5, "1 wood, 1 brick and 1 stone"),
        (18, "4 resources of one kind"),
        (25, "5 resources of exactly 4 kinds"),
        (26, "1 to 7 resources of any kinds"),
    ],
)
def test_prices_in_words(building, words):
    assert show_english(price_in_words(building)) == words


def test_everything_on_the_sheets_has_words():
    phrases = [benefit_of(card) for card in CARDS]
    phrases += [scoring_of(card) for card in CARDS]
    phrases += [price_in_words(building) for building in BUILDINGS]
    assert all(isinstance(phrase, Phrase) and str(phrase) for phrase in phrases)


def test_a_long_hash_is_abridged():
    sentence = str(describe_event(SeedRevealed("d1ce" * 16)))

    assert sentence == "The seed of the dice is revealed: d1ced1ce…."
