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
``verbs``
    Stems of verbs, under a meaning of ``notation``, a name of ``ask``, ``around`` or
    ``against``. Each stem is combined with each of the ``endings``, and these with each
    of the ``clitics``, if the language has them. A form that does not exist does no
    harm. Forms that only tell of the past are not among the endings.
``orders``
    Words that only orders have.
``requests``
    What else a line can ask for: exactly these words, with polite words around them.
``ask``
    The same in sentences. To take something back needs a word of ``take back`` and one
    of ``a move``; words of ``bring back`` mean nothing without that. A word of
    ``change`` with one of ``a move``, or ``regrets`` alone, is only asked about, and so
    is a question with ``how``.
``around``
    What surrounds a command and adds nothing: ``polite`` words before and behind it,
    ``greetings`` that begin or end a letter, ``carriers`` (“my move is”, “I’ll go”),
    nouns for ``people``. ``copulas`` behind a thing tell what it is. ``all`` means as
    many as possible; with ``again`` it is a complaint. After ``excuses`` a clause is
    not about the move, and ``reasons`` begin such a clause, or end it if the verb comes
    last. ``units`` make the number before them no number of a command. ``articles``
    make a number a choice: “la 18”, and so does ``listed`` behind it. ``one`` counts
    one person before a word for people, ``alone`` also without it; ``pronouns`` count
    nothing behind “the” or “second”. ``bids`` ask for a move with the form of a
    question, if ``mine`` or a polite word stands beside. ``postscripts`` begin words to
    people below a letter. ``endings`` are written onto words. ``joining`` stands
    between names of opponents.
``against``
    What speaks against a move: ``negations``, ``conditions``, ``alternatives``,
    ``hesitations`` (nothing is asked about), ``doubts``, ``questions``, and
    ``elsewhere``: another time or person. ``keeps`` deny the use of what they keep.
    Behind ``corrections`` stands what replaces the words before. A star stands for any
    letters.
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
endings are written onto words, too, and ``compounds`` if words are written together and
“ue” stands for “ü”. ``_others.toml`` has the mail programs of languages
in which nobody plays.
"""

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from games.command_language.lexicon import (
    ENGLISH,
    Lexicon,
    fold,
    split_words,
    words_of,
)

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


def is_verb_last(language: str) -> bool:
    return "verb_last" in _traits(language)


def has_compounds(language: str) -> bool:
    return "compounds" in _traits(language)


@cache
def _traits(language: str) -> frozenset[str]:
    if language not in known_languages():
        return frozenset()
    text = (_FOLDER / f"{language}.toml").read_text("utf-8")
    return frozenset(
        name for name, value in tomllib.loads(text).items() if value is True
    )


@cache
def lexicon_of(language: str, *sections: str) -> Lexicon:
    """Return the meanings of all phrases in the sections of a language."""
    found: dict[tuple[str, ...], set[str]] = {}
    for section in sections:
        for name, phrases in file_of(language)[section].items():
            for phrase in phrases_of(phrases, split=section not in _WHOLE_WORDS):
                found.setdefault(phrase, set()).add(_MEANINGS.get(name, name))
        if section == "notation":
            for name in file_of(language)[section]:
                for form in verb_forms(language, name):
                    found.setdefault((form,), set()).add(name)
    return Lexicon((words, frozenset(meanings)) for words, meanings in found.items())


#: Consonants that an ending adds to the last syllable of a Korean stem.
_FINAL = str.maketrans("ㄴㄹㅁㅂ", "\u11ab\u11af\u11b7\u11b8")


@cache
def verb_forms(language: str, name: str) -> tuple[str, ...]:
    """Return the forms, folded, of the verbs with a meaning or role."""
    verbs = file_of(language).get("verbs", {})
    if not verbs.get(name):
        return ()
    endings = [
        each[:1].translate(_FINAL) + each[1:] for each in verbs["endings"].split("|")
    ]
    clitics = ["", *filter(None, verbs.get("clitics", "").split("|"))]
    return tuple(
        fold(unicodedata.normalize("NFD", stem) + ending + clitic)
        for stem in verbs[name].split("|")
        for ending in endings
        for clitic in clitics
    )


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


@cache
def order_words(language: str) -> Lexicon:
    """Return the lexicon of orders in a language. The comma is a word of it."""
    words = lexicon_of(language, "orders", "notation")
    return Lexicon({**words, (ELSE,): frozenset([ELSE])})


def mixed_words(lexicons: Iterable[Lexicon]) -> Lexicon:
    """
    Return one lexicon for several languages, for lines that mix them.

    “no” is left out: in Portuguese it can be ignored, elsewhere it must not be.
    """
    mixed = Lexicon()
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
