"""Each language is one file, and all files have the same form."""

import pytest

from games.command_language.vocabulary import (
    file_of,
    known_languages,
    mail_patterns,
    notation_words,
    phrases_of,
)
from stoneage_core.components.places import PLACES

LANGUAGES = known_languages()
#: What a language may lack: articles and endings, and words that are only in some.
OPTIONAL = {"am", "articles", "endings", "between", "starts", "absence.numbers"}


def shape(language: str) -> set[str]:
    return {
        f"{section}.{name}"
        for section, words in file_of(language).items()
        for name in words
        if name not in OPTIONAL and section != "numbers"
    }


def test_six_languages_are_known() -> None:
    assert set(LANGUAGES) >= {"de", "en", "es", "it", "ko", "pt-br"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_file_has_every_section_of_the_english_one(language: str) -> None:
    assert shape(language) == shape("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_and_number_has_a_word(language: str) -> None:
    meanings = {each for found in notation_words(language).values() for each in found}
    stacks = {"card", "building"}
    assert {place.label for place in PLACES if "card" not in place.label} <= {
        *meanings,
        *(place.label for place in PLACES if place.label.split()[0] in stacks),
    }
    assert set(map(str, range(1, 31))) <= meanings


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_add_nothing_are_no_words_of_commands(language: str) -> None:
    """Otherwise a move could be read as a courtesy, or the other way round."""
    commands = {
        phrase
        for phrase, meanings in notation_words(language).items()
        if not any(map(str.isdigit, meanings))  # “네” is yes and four
        if meanings - {"", "place", "take", "use"}
    }
    around = file_of(language)["around"]
    for name in ("polite", "people", "excuses", "units"):
        phrases = set(phrases_of(around[name], split=True))
        assert not phrases & commands, (name, phrases & commands)


def test_patterns_of_all_mail_programs_are_joined() -> None:
    wrote = mail_patterns("wrote").split("|")
    assert {"wrote", "schrieb", "escribió", "작성", "a écrit"} <= set(wrote)
