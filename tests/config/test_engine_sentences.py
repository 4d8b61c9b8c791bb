"""All sentences of the engine are in the catalogues."""

import pytest

from config.management.commands.update_translations import LANGUAGES, read_catalogue
from stoneage_core import Code, GameError
from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.cards import CARDS
from stoneage_core.components.places import PLACES, place_in_words
from stoneage_core.orders import parse
from stoneage_core.phrases import Many, Phrase, Word
from stoneage_core.wording.descriptions import card_in_words, price_in_words
from stoneage_core.wording.sentences import describe_event
from tests.core.samples import EVENTS, SENTENCES
from tests.core.test_refusals import REFUSALS


@pytest.fixture(scope="module")
def known():
    """All msgids, each plural form separately."""
    catalogue = read_catalogue(LANGUAGES[0])
    return {text for each in catalogue for text in (each.msgid, each.msgid_plural)}


def said_by(value):
    """Yield every template and word of a phrase, recursively."""
    match value:
        case Phrase():
            yield from filter(None, (value.english, value.many))
            for inner in value.values.values():
                yield from said_by(inner)
        case Many():
            for inner in value:
                yield from said_by(inner)
        case Word() if value:
            yield str(value)


def only_a_gap(text):
    return text.startswith("{") and text.endswith("}") and " " not in text


def unknown(phrases, known):
    said = {text for phrase in phrases for text in said_by(phrase)}
    return {text for text in said - known if not only_a_gap(text)}


def test_sentence_of_every_event_is_in_the_catalogues(known):
    events = [*EVENTS, *(event for event, _ in SENTENCES)]
    assert not unknown(map(describe_event, events), known)


def test_cards_buildings_and_places_are_in_the_catalogues(known):
    cards = [card_in_words(card) for card in CARDS]
    prices = [price_in_words(building) for building in BUILDINGS]
    places = [
        Phrase("", "{place}", {"place": place_in_words(place)}) for place in PLACES
    ]
    assert not unknown([*cards, *prices, *places], known)


def test_every_refusal_is_in_the_catalogues(known):
    for _code, attempt, *_sentence in REFUSALS:
        with pytest.raises(GameError) as refusal:
            attempt()
        # printed by the command line
        broken = {refusal.value.phrase.english} & {"the log is empty"}
        assert unknown([refusal.value.phrase], known) == broken


@pytest.mark.parametrize(
    "orders",
    [
        "fly",
        "river 1, pick 6",
        "use wood",
        "pick 7",
        "feed wood wood",
        "pick 6; pick 5",
    ],
)
def test_errors_in_orders_are_in_the_catalogues(orders, known):
    with pytest.raises(GameError) as refusal:
        parse(orders)
    assert refusal.value.code is Code.NOT_UNDERSTOOD
    assert not unknown([refusal.value.phrase], known)
