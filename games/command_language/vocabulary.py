"""
The words of each language: one file for each in ``languages``, read by everything that
reads or writes what people type.

Phrases are separated by ``|``; case and accents do not matter. The first phrase of a
meaning is the one that we write ourselves. These are the sections of a file.

``notation``
    The words of commands, under the words of the engine's notation. ``filler`` can be
    ignored anywhere in a command.
``numbers``, ``ordinals``
    Numbers in words, without articles such as “a” or “un”; “first” of cards and
    buildings.
``orders``
    Words that only orders have.
``requests``
    What else a line can ask for: exactly these words, with polite words around them.
``ask``
    The same in sentences. To take something back needs a word of ``take back`` and one
    of ``a move``.
``around``
    What surrounds a command and adds nothing: ``polite`` words before and behind it,
    ``greetings`` that begin or end a letter, ``carriers`` (“my move is”, “I’ll go”),
    nouns for ``people``. ``all`` means as many as possible. After ``excuses`` a clause
    is not about the move. ``units`` make the number before them no number of a command.
    ``articles`` make a number a choice: “la 18”. ``postscripts`` begin words to people
    below a letter. ``endings`` are written onto words.
    ``joining`` stands between names of opponents.
``against``
    What speaks against a move: ``negations``, ``conditions``, ``alternatives``,
    ``hesitations`` (nothing is asked about), ``doubts``, ``questions``, and
    ``elsewhere``: another time or person. A star stands for any letters.
``plans``
    What a condition says of a place: ``taken``, ``free``; and ``else``.
``days``
    Relative days, and words that move a weekday. Names of months and weekdays are
    Django's. ``of`` stands between the parts of a date.
``absence``
    Sentences about an absence; see ``notifications.replies.absence_sentences``.
``mail``
    Lists of regular expressions for what mail programs write: that somebody ``wrote``
    and how that line ``starts``, ``banners`` and ``forwards`` above a quoted email,
    ``labels`` of its headers, “``sent`` from my phone”, legal ``notices``, ``closings``
    of letters, and how the subjects of ``absent`` people's automatic replies begin.

A new language is a new file. Set ``verb_last`` if the verb follows the object; then
endings are written onto words, too. ``_others.toml`` has the mail programs of languages
in which nobody plays.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from games.command_language.lexicon import ENGLISH, Lexicon, split_words, words_of

#: The verb of placing people, which may be left out.
PLACE = "place"
#: Separates the alternatives of an order.
ELSE = ","

_NO = ("no",)

#: Names of meanings in a file, and the meanings, if they differ.
_MEANINGS = {
    "filler": "",
    "else": ELSE,
    "today": "+0",
    "tomorrow": "+1",
    "day after tomorrow": "+2",
}

#: Sections of which lines are compared word by word, without splitting any.
_WHOLE_WORDS = frozenset({"requests", "days"})

_FOLDER = Path(__file__).with_name("languages")


@cache
def known_languages() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _FOLDER.glob("[a-z]*.toml")))


@cache
def file_of(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the sections of a language's file; English if it has none."""
    known = language if language in known_languages() else ENGLISH
    text = (_FOLDER / f"{known}.toml").read_text("utf-8")
    return {
        name: section
        for name, section in tomllib.loads(text).items()
        if isinstance(section, dict)
    }


@cache
def is_verb_last(language: str) -> bool:
    if language not in known_languages():
        return False
    text = (_FOLDER / f"{language}.toml").read_text("utf-8")
    return bool(tomllib.loads(text).get("verb_last"))


@cache
def lexicon_of(language: str, *sections: str) -> Lexicon:
    """Return the meanings of all phrases in the sections of a language."""
    found: dict[tuple[str, ...], set[str]] = {}
    for section in sections:
        for name, phrases in file_of(language)[section].items():
            for phrase in phrases_of(phrases, split=section not in _WHOLE_WORDS):
                found.setdefault(phrase, set()).add(_MEANINGS.get(name, name))
    return {words: frozenset(meanings) for words, meanings in found.items()}


@cache
def usual_words(language: str, *sections: str) -> Mapping[str, str]:
    """Return the usual phrase of each meaning; the first section that has it counts."""
    usual: dict[str, str] = {}
    for section in sections:
        for name, phrases in file_of(language)[section].items():
            usual.setdefault(_MEANINGS.get(name, name), phrases.split("|")[0])
    return usual


@cache
def phrases_of(phrases: str, *, split: bool = False) -> tuple[tuple[str, ...], ...]:
    """
    Return the phrases of a meaning, each as folded words.

    With ``split`` elided articles and numbers are words of their own, as in commands.
    """
    parts = split_words if split else words_of
    found = (tuple(parts(phrase)) for phrase in phrases.split("|"))
    return tuple(phrase for phrase in found if phrase)


def phrases_in_any(
    languages: Iterable[str], section: str, name: str
) -> frozenset[tuple[str, ...]]:
    return frozenset(
        phrase
        for language in languages
        for phrase in phrases_of(file_of(language)[section].get(name, ""))
    )


def notation_words(language: str) -> Lexicon:
    return lexicon_of(language, "notation", "numbers")


def intent_words(language: str) -> Lexicon:
    return lexicon_of(language, "requests")


def order_words(language: str) -> Lexicon:
    """Return the lexicon of orders in a language. The comma is a word of it."""
    words = lexicon_of(language, "orders", "notation")
    return {**words, (ELSE,): frozenset([ELSE])}


def mixed_words(lexicons: Iterable[Lexicon]) -> Lexicon:
    """
    Return one lexicon for several languages, for lines that mix them.

    “no” is left out: in Portuguese it can be ignored, elsewhere it must not be.
    """
    mixed: dict[tuple[str, ...], frozenset[str]] = {}
    for lexicon in lexicons:
        for words, meanings in lexicon.items():
            mixed[words] = mixed.get(words, frozenset()) | meanings
    mixed.pop(_NO, None)
    return mixed


@cache
def mail_patterns(name: str) -> str:
    """Return the patterns of a kind of all languages, joined by ``|``."""
    found: list[str] = []
    for path in sorted(_FOLDER.glob("*.toml")):
        section = tomllib.loads(path.read_text("utf-8"))["mail"]
        found += section.get(name, [])
    return "|".join(dict.fromkeys(found))
