"""Likely meanings of a line, among what is legal: to be asked about, never played.

Words that are not known are passed over here, and endings of Korean with them; one with
a slip in it is taken for the word that it is like. So a line may say more than is
understood: where any word sets a condition, holds back or offers a choice, nothing is
likely, and a negation can only give something up.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache

from django.conf import settings

from games.command_language.lexicon import (
    ENGLISH,
    Lexicon,
    beginnings,
    is_number,
    languages_of,
    usual_words,
    words_of,
)
from games.command_language.parsing import split_words
from games.command_language.spelling import VERB_LAST, phrases_in
from games.command_language.vocabulary import NOTATION, PLACE, notation_words
from stoneage_core import notation
from stoneage_core.commands import PlacePeople
from stoneage_core.components.places import PLACES
from stoneage_core.rules.placement import MOST_PEOPLE

#: More choices than these are no question, but a list.
MOST_LIKELY = 4
#: Longer lines tell a story; shorter ones may name a choice by its number alone.
MOST_WORDS, MOST_WORDS_ABOUT_NUMBER = 14, 5

#: How alike a word with a slip in it is, of 1: “quary” and “quarry”. Shorter words
#: are like too many.
_ALIKE, _SHORTEST_SLIP = 0.85, 5

#: What is said with any choice, and tells none from the others.
_SAYS_NOTHING = frozenset({"", PLACE, "take"})
#: The good of a place names it: “three for wood”.
_GOODS = {place.label: place.good for place in PLACES if place.good}
#: What is said beside a word of a command, and need not be.
_BESIDE = {
    "buy": ("card",),
    "build": ("building",),
    "leave": ("buy", "build", "use"),
    "tools": ("use",),
    "no tools": ("tools", "use"),
    "go hungry": ("feed", "10"),
}
#: What gives something up: the only commands that a negation can mean.
_GIVING_UP = ("leave", "no tools", "go hungry")
#: Negations, in folded words.
_NEGATES = {
    "en": r"no|not|never|none|without|\w+n'?t|cannot|skip|pass",
    "es": r"no|ni|nunca|sin|tampoco|paso",
    "pt": r"nao|nem|nunca|sem|passo",
    "it": r"non|no|ne|mai|niente|senza|neanche|passo",
    "ko": r"안|못|아니\w*|\w*않\w*|없\w*|\w*없이|패스\w*",
}
#: Conditions, alternatives, and what holds back: nothing is likely beside them.
_HOLDS_BACK = {
    "en": r"nothing|neither|nor|stop|wait|but|unless|if|when|or|else|instead|except|"
    r"ignore|cancel|undo|yet",
    "es": r"nada|pero|si|cuando|o|u|sino|salvo|excepto|esper\w+|ignor\w+|cancel\w+|"
    r"deshac\w+|todavia",
    "pt": r"nada|mas|se|quando|ou|senao|exceto|menos|esper\w+|ignor\w+|cancel\w+|"
    r"desfa\w+|ainda",
    "it": r"nulla|ma|pero|se|quando|o|oppure|tranne|aspett\w+|ignor\w+|annull\w+|"
    r"ancora",
    "ko": r"\w*지마\w*|마세요|\w*말고|말아\w*|근데|하지만|아직|만약|\w+면|또는|"
    r"취소\w*|잠깐\w*|잠시\w*|기다\w*",
}


def likely_commands(line: str, language: str, texts: Sequence[str]) -> list[str]:
    """
    Return the commands, of ``texts`` in the one spelling, that a line may be about.

    At most a few, in their order; none where too many fit, or where asking would be
    guessing. ``texts`` are numbered from 1, as a mail lists them. A line of which the
    reader's language makes nothing is tried in the others.
    """
    words, whole = split_words(line), words_of(line)
    if len(words) > MOST_WORDS:
        return []
    others = [code for code, _name in settings.LANGUAGES if code != language]
    for each in (language, *others):
        if _has_any(_HOLDS_BACK, whole, each):
            return []
        is_negated = _has_any(_NEGATES, whole, each)
        found = _among(texts, words, each, is_negated=is_negated)
        if found or is_negated:
            return found
    return []


def _among(
    texts: Sequence[str], words: Sequence[str], language: str, *, is_negated: bool
) -> list[str]:
    """Return the few commands that have all that is understood of a line."""
    content = [said for said in _meanings(words, language) if not said <= _SAYS_NOTHING]
    if all(is_number(meaning) for said in content for meaning in said):
        is_short = len(words) <= MOST_WORDS_ABOUT_NUMBER and not is_negated
        return _of_number(content, texts) if is_short else []
    found = [
        text
        for text in texts
        if text.startswith(_GIVING_UP) or not is_negated
        if all(said & _features(text) for said in content)
    ]
    return found if len(found) <= MOST_LIKELY else []


def _of_number(content: Sequence[frozenset[str]], texts: Sequence[str]) -> list[str]:
    """Return the choice that a line names by its number: too many to be people."""
    if len(content) != 1:
        return []
    (number,) = map(int, content[0])
    return [texts[number - 1]] if MOST_PEOPLE < number <= len(texts) else []


def _has_any(patterns: Mapping[str, str], words: Sequence[str], language: str) -> bool:
    """Whether any word is one of those of a language, or of English."""
    known = [patterns[each] for each in languages_of(language) if each in patterns]
    if language == "pt":  # “no campo” is “in the field”
        known = [pattern.removeprefix("no|") for pattern in known]
    return any(re.fullmatch("|".join(known), word) for word in words)


def _meanings(words: Sequence[str], language: str) -> Iterator[frozenset[str]]:
    """Yield what the known words of a line may mean, phrase by phrase."""
    lexicons = [notation_words(each) for each in languages_of(language)]
    at = 0
    while at < len(words):
        found, length = _longest(words[at:], lexicons)
        if not found and is_number(words[at]):
            found = frozenset([words[at].lstrip("0") or "0"])
        if not found and language in VERB_LAST:
            found = _of_stem(words[at], lexicons)
        if not found:
            found = _of_slip(words[at], lexicons)
        if found:
            yield found
        at += max(1, length)


def _longest(
    words: Sequence[str], lexicons: Sequence[Lexicon]
) -> tuple[frozenset[str], int]:
    """Return the meanings of the longest phrase at the front, and its words."""
    found = [each for lexicon in lexicons for each in beginnings(words, lexicon)]
    longest = max((length for _, length in found), default=0)
    return frozenset(said for said, length in found if length == longest), longest


def _of_stem(word: str, lexicons: Sequence[Lexicon]) -> frozenset[str]:
    """Return the meanings of the longest known beginning: “숲으로는” is “숲”."""
    for end in range(len(word) - 1, 0, -1):
        found, _ = _longest([word[:end]], lexicons)
        if found:
            return found
    return frozenset()


def _of_slip(word: str, lexicons: Sequence[Lexicon]) -> frozenset[str]:
    """Return the meanings of the word that one is nearly spelled like, if any is."""
    if len(word) < _SHORTEST_SLIP:
        return frozenset()
    known = [phrase[0] for lexicon in lexicons for phrase in lexicon if not phrase[1:]]
    alike = get_close_matches(word, known, 1, _ALIKE)
    return _longest(alike, lexicons)[0] if alike else frozenset()


@cache
def _features(text: str) -> frozenset[str]:
    """Return all that may be said of a command: its words, its numbers, its goods."""
    phrases = list(phrases_in(text.split(), usual_words(NOTATION, ENGLISH)))
    counts = {str(count) for count in Counter(phrases).values()}
    goods = {_GOODS[phrase] for phrase in phrases if phrase in _GOODS}
    beside = {each for phrase in phrases for each in _BESIDE.get(phrase, ())}
    if goods and "use" in phrases:
        beside.add("pick")  # “the dice of the river”
    command = notation.from_text(text)
    people = {str(command.people)} if isinstance(command, PlacePeople) else set()
    return frozenset({*phrases, *counts, *goods, *beside, *people})
