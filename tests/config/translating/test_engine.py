"""config/translating/engine.py: whatever the engine says can be translated."""

from pathlib import Path

import pytest

from config.translating import engine
from stoneage_core import Code, GameError
from stoneage_core.buildings import BUILDINGS
from stoneage_core.cards import CARDS
from stoneage_core.descriptions import card_in_words, price_in_words
from stoneage_core.phrases import Many, Phrase, Word
from stoneage_core.places import PLACES, in_words
from stoneage_core.sentences import describe
from stoneage_core.standing import text as standing
from tests.core.samples import EVENTS, SENTENCES
from tests.core.test_refusals import REFUSALS

ENGINE = Path(__file__).parents[3] / engine.FOLDER


@pytest.fixture(scope="module")
def known():
    """All that translators get to see of the engine, each form for itself."""
    modules = [
        path
        for path in ENGINE.rglob("*.py")
        if engine.speaks(str(path.relative_to(ENGINE.parent)))
    ]
    found = [engine.templates(path.read_text("utf-8")) for path in modules]
    return {text for templates in found for pair in templates for text in pair}


def said_by(value):
    """Yield every template and word of a phrase, down to the innermost."""
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


@pytest.mark.parametrize(
    "event",
    [*EVENTS, *(event for event, _ in SENTENCES)],
    ids=lambda e: type(e).__name__,
)
def test_the_sentence_of_every_event_is_known(event, known):
    assert not unknown([describe(event)], known)


def test_all_cards_buildings_and_places_are_known(known):
    cards = [card_in_words(card) for card in CARDS]
    prices = [price_in_words(building) for building in BUILDINGS]
    places = [Phrase("", "{place}", {"place": in_words(place)}) for place in PLACES]
    assert not unknown([*cards, *prices, *places], known)


@pytest.mark.parametrize(
    "attempt", [pytest.param(row[1], id=str(row[0])) for row in REFUSALS]
)
def test_every_refusal_is_known(attempt, known):
    with pytest.raises(GameError) as refusal:
        attempt()
    broken = {refusal.value.phrase.english} & {"the log is empty"}  # console
    assert unknown([refusal.value.phrase], known) == broken


@pytest.mark.parametrize(
    "orders",
    ["fly", "place river\nfly", "use wood", "pick 7", "feed food", "tools x"],
)
def test_what_is_wrong_with_orders_is_known(orders, known):
    with pytest.raises(GameError) as refusal:
        standing.parse(orders)
    assert refusal.value.code is Code.NOT_UNDERSTOOD
    assert not unknown([refusal.value.phrase], known)


def test_what_has_two_forms_is_found_as_a_pair():
    source = """
TABLE = {1: ("one day", "{count} days"), 2: ("not a", "pair of forms")}
Phrase("key", "a hut", {"count": 3}, many="{count} huts")
"""
    assert set(engine.as_calls(source).splitlines()) == {
        "ngettext('one day', '{count} days', count)",
        "ngettext('a hut', '{count} huts', count)",
        "gettext_noop('not a')",
        "gettext_noop('pair of forms')",
    }


def test_what_players_never_read_is_left_out():
    source = '''"""A module about huts."""
class Colour(StrEnum):
    RED = "deep red"
assert hut, "there must be a hut"
raise ValueError("no such hut")
raise IllegalMove(Code.GAME_OVER, f"all {huts} of them", word="hut")
SPELLINGS = {"no tools"}
'''
    assert engine.templates(source) == []


@pytest.mark.parametrize(
    ("path", "speaks"),
    [
        ("./stoneage_core/sentences.py", True),
        ("stoneage_core/rules/feeding.py", True),
        ("stoneage_core/audit/words.py", False),
        ("stoneage_core/__main__.py", False),
        ("games/labels.py", False),
    ],
)
def test_the_console_speaks_english(path, speaks):
    assert engine.speaks(path) is speaks
