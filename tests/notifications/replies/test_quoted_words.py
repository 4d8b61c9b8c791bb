"""Words that sentences tell people to write are understood in every language."""

import re
from contextlib import suppress
from datetime import date

import pytest

from config.management.commands.update_translations import LANGUAGES, read_catalogue
from games.command_language.lexicon import words_of
from games.command_language.parsing import parse_orders
from games.command_language.vocabulary import PLACE, intent_words, order_words
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import Unclear
from stoneage_core import InvalidCommand, orders

TODAY = date(2026, 11, 21)

#: Quoted text without placeholders.
_QUOTED = re.compile(r"[“«]([^“”«»{}]+)[”»]")


def own_word(words: str, language: str) -> bool:
    """Return whether a language has the same word as English, such as “no”."""
    return tuple(words_of(words)) in intent_words(language)


def meanings(words: str, language: str) -> set[object]:
    """Return the meanings of words as requests, orders or verbs of orders."""
    ask = parse_line(words, language, today=TODAY)
    found: set[object] = set() if isinstance(ask, Unclear) else {ask}
    if order_words(language).get(tuple(words_of(words))) == {PLACE}:
        found.add(PLACE)
    with suppress(InvalidCommand):
        found.add(orders.to_text(orders.parse(parse_orders(words, language))))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_quoted_words_are_in_the_readers_language(language: str) -> None:
    wrong, count = {}, 0
    for entry in read_catalogue(language):
        english, own = map(_QUOTED.findall, (entry.msgid, entry.msgstr))
        asked = [meanings(words, "en") for words in english]
        if not any(asked):
            continue
        count += 1
        read = [meanings(words, language) for words in own]
        strange = [
            words for words in own if words in english and not own_word(words, language)
        ]
        if (
            len(asked) != len(read)
            or strange
            or not all(map(set.issubset, asked, read))
        ):
            wrong[entry.msgid] = entry.msgstr
    assert wrong == {}
    assert count > 14
