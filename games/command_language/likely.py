"""
Guesses which legal commands a line may mean, to ask about them. Never plays them.

Unknown words and Korean endings are ignored, and misspelled words are corrected. So a
line may say more than is understood. If any word is a condition, an alternative or a
hesitation, there is no guess. With a negation, only giving something up is likely.
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
    words_of,
)
from games.command_language.parsing import split_words
from games.command_language.spelling import phrases_in
from games.command_language.vocabulary import (
    PLACE,
    is_verb_last,
    notation_words,
    usual_words,
)
from stoneage_core import notation
from stoneage_core.commands import PlacePeople
from stoneage_core.components.places import PLACES
from stoneage_core.rules.placement import MOST_PEOPLE

#: More choices than this would be a list and not a question.
MOST_LIKELY = 4
#: Longer lines are not commands. Only short ones may be about a choice's number.
MOST_WORDS, MOST_WORDS_ABOUT_NUMBER = 14, 5

#: How similar a misspelled word has to be, from 0 to 1: “quary” and “quarry”. Shorter
#: words are similar to too many others.
_ALIKE, _SHORTEST_SLIP = 0.85, 5

#: Words that fit any choice.
_SAYS_NOTHING = frozenset({"", PLACE, "take"})
#: People name a place by its good: “three for wood”.
_GOODS = {place.label: place.good for place in PLACES if place.good}
#: Words that people may add to a word of a command.
_BESIDE = {
    "buy": ("card",),
    "build": ("building",),
    "leave": ("buy", "build", "use"),
    "tools": ("use",),
    "no tools": ("tools", "use"),
    "go hungry": ("feed", "10"),
}
#: The commands that a negation can mean, because they give something up.
_GIVING_UP = ("leave", "no tools", "go hungry")
#: Negations, in folded words.
_NEGATES = {
    "en": r"no|not|never|none|without|\w+n'?t|cannot|skip|pass",
    "es": r"no|ni|nunca|sin|tampoco|paso",
    "pt-br": r"nao|nem|nunca|sem|passo",
    "it": r"non|no|ne|mai|niente|senza|neanche|passo",
    "ko": r"안|못|아니\w*|\w*않\w*|없\w*|\w*없이|패스\w*",
}
#: Conditions, alternatives and hesitations, in folded words.
_HOLDS_BACK = {
    "en": r"nothing|neither|nor|stop|wait|but|unless|if|when|or|else|instead|except|"
    r"ignore|cancel|undo|yet",
    "es": r"nada|pero|si|cuando|o|u|sino|salvo|excepto|esper\w+|ignor\w+|cancel\w+|"
    r"deshac\w+|todavia",
    "pt-br": r"nada|mas|se|quando|ou|senao|exceto|menos|esper\w+|ignor\w+|cancel\w+|"
    r"desfa\w+|ainda",
    "it": r"nulla|ma|pero|se|quando|o|oppure|tranne|aspett\w+|ignor\w+|annull\w+|"
    r"ancora",
    "ko": r"\w*지마\w*|마세요|\w*말고|말아\w*|근데|하지만|아직|만약|\w+면|또는|"
    r"취소\w*|잠깐\w*|잠시\w*|기다\w*",
}


def likely_commands(line: str, language: str, texts: Sequence[str]) -> list[str]:
    """
    Return the commands that a line may mean, at most ``MOST_LIKELY``, in order.

    ``texts`` are the legal commands in the notation, numbered from 1 as in an email.
    Empty if too many fit or too little is understood. If the reader's language makes no
    sense of the line, the others are tried.
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
    """Return the commands that have all understood words of a line, if they are few."""
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
    if len(content) != 1:
        return []
    (number,) = map(int, content[0])
    return [texts[number - 1]] if MOST_PEOPLE < number <= len(texts) else []


def _has_any(patterns: Mapping[str, str], words: Sequence[str], language: str) -> bool:
    known = [patterns[each] for each in languages_of(language) if each in patterns]
    if language == "pt-br":  # “no campo” is “in the field”
        known = [pattern.removeprefix("no|") for pattern in known]
    return any(re.fullmatch("|".join(known), word) for word in words)


def _meanings(words: Sequence[str], language: str) -> Iterator[frozenset[str]]:
    """Yield the meanings of each known phrase of a line."""
    lexicons = [notation_words(each) for each in languages_of(language)]
    at = 0
    while at < len(words):
        found, length = _longest(words[at:], lexicons)
        if not found and is_number(words[at]):
            found = frozenset([words[at].lstrip("0") or "0"])
        if not found and is_verb_last(language):
            found = _of_stem(words[at], lexicons)
        if not found:
            found = _of_slip(words[at], lexicons)
        if found:
            yield found
        at += max(1, length)


def _longest(
    words: Sequence[str], lexicons: Sequence[Lexicon]
) -> tuple[frozenset[str], int]:
    """Return the meanings of the longest phrase at the front, and its length."""
    found = [each for lexicon in lexicons for each in beginnings(words, lexicon)]
    longest = max((length for _, length in found), default=0)
    return frozenset(said for said, length in found if length == longest), longest


def _of_stem(word: str, lexicons: Sequence[Lexicon]) -> frozenset[str]:
    """Return the meanings of the longest known stem: “숲” in “숲으로는”."""
    for end in range(len(word) - 1, 0, -1):
        found, _ = _longest([word[:end]], lexicons)
        if found:
            return found
    return frozenset()


def _of_slip(word: str, lexicons: Sequence[Lexicon]) -> frozenset[str]:
    """Return the meanings of the known word that is most similar, if any is."""
    if len(word) < _SHORTEST_SLIP:
        return frozenset()
    known = [phrase[0] for lexicon in lexicons for phrase in lexicon if not phrase[1:]]
    alike = get_close_matches(word, known, 1, _ALIKE)
    return _longest(alike, lexicons)[0] if alike else frozenset()


@cache
def _features(text: str) -> frozenset[str]:
    """Return everything that people may say about a command."""
    phrases = list(phrases_in(text.split(), usual_words(ENGLISH, "notation")))
    counts = {str(count) for count in Counter(phrases).values()}
    goods = {_GOODS[phrase] for phrase in phrases if phrase in _GOODS}
    beside = {each for phrase in phrases for each in _BESIDE.get(phrase, ())}
    if goods and "use" in phrases:
        beside.add("pick")  # “the dice of the river”
    command = notation.from_text(text)
    people = {str(command.people)} if isinstance(command, PlacePeople) else set()
    return frozenset({*phrases, *counts, *goods, *beside, *people})
