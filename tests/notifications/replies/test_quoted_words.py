"""What sentences tell people to write: the same is understood in every language."""

import re
from datetime import date

import pytest

from config.settings import LOCALE_PATHS
from config.translating import catalogues
from games.words.lexicon import words_of
from notifications.replies.asks import Unclear, ask_of
from notifications.replies.vocabulary import ask_words

TODAY = date(2026, 11, 21)

_QUOTED = re.compile(r"[“«]([^“”«»]+)[”»]")


def own_word(words: str, language: str) -> bool:
    """Whether a language has the same word as English, as “no” is."""
    return tuple(words_of(words)) in ask_words(language)


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_words_to_be_written_are_quoted_in_the_readers_language(language: str) -> None:
    wrong, count = {}, 0
    for entry in catalogues.read(LOCALE_PATHS[0], language):
        if any(path.startswith("stoneage_core/") for path, _ in entry.occurrences):
            continue  # the engine speaks of its notation, which is English
        english, own = map(_QUOTED.findall, (entry.msgid, entry.msgstr))
        meant = [ask_of(words, "en", today=TODAY) for words in english]
        if all(isinstance(ask, Unclear) for ask in meant):
            continue
        count += 1
        understood = [ask_of(words, language, today=TODAY) for words in own]
        strange = [
            words for words in own if words in english and not own_word(words, language)
        ]
        if understood != meant or strange:
            wrong[entry.msgid] = entry.msgstr
    assert wrong == {}
    assert count > 10
