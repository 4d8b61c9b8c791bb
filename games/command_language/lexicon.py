"""
Texts as words, and the meanings of words.

Accents, case and the width of letters do not matter. English is always understood.
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product

from django.utils.translation import get_language


class Lexicon(dict[tuple[str, ...], frozenset[str]]):
    """The meanings of phrases, in one language."""

    @cached_property
    def longest(self) -> int:
        """How many words the longest phrase has."""
        return max(map(len, self), default=0)


ENGLISH = "en"

_APOSTROPHES = str.maketrans("‘’´`ʼ", "'" * 5)  # noqa: RUF001
#: Characters around a word that mean nothing.
_AROUND = " \t\"'“”„‟«»‹›‚‛.,;:!?¡¿…·。、，．！？：；()[]*_"  # noqa: RUF001

#: Matches between a number and a word, as in Korean '숲 3명', and after an elided
#: article, as in Italian "l'oro", but not before an English contraction, as in "I'll".
_GLUED = re.compile(
    r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)|"
    r"(?<=[^\W\d_]')(?!(?:ll|d|s|m|t|ve|re)\b)(?=[^\W\d_])"
)
#: Bullets before the lines of a list.
_BULLETS = re.compile(r"^\s*(?:[-*+•·‣–—]\s+)+")
#: '1.', '2)', '(3)', the same in wide letters, and '①', if something follows.
_NUMBER = re.compile(
    r"^\s*(?:[(（]?\d{1,2}\s*[.)．）]+(?!\d)|[①-⑳])\s*(?=\S)"  # noqa: RUF001
)


def fold(text: str) -> str:
    """Return a text without case, accents, and variants of letters."""
    plain = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES).casefold()
    parts = unicodedata.normalize("NFKD", plain)
    bare = "".join(c for c in parts if unicodedata.category(c) != "Mn")
    return unicodedata.normalize("NFC", bare)


def words_of(text: str) -> list[str]:
    """Return the folded words of a text, without punctuation."""
    words = (word.strip(_AROUND) for word in re.split(r"[\s,]+", fold(text)))
    return [word for word in words if word]


def split_words(line: str) -> list[str]:
    """Return the words of a line, with numbers and articles separated from them."""
    return words_of(_GLUED.sub(" ", fold(line)))


def without_bullets(line: str) -> str:
    return _BULLETS.sub("", line)


def without_marks(line: str) -> str:
    return _NUMBER.sub("", without_bullets(line))


def is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal()


def current_language() -> str:
    return get_language() or ENGLISH


def languages_of(language: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((ENGLISH, language)))


def beginnings(words: Sequence[str], lexicon: Lexicon) -> Iterator[tuple[str, int]]:
    """Yield each meaning of the longest phrase at the front, and its length."""
    for length in range(min(lexicon.longest, len(words)), 0, -1):
        meanings = lexicon.get(tuple(words[:length]))
        if meanings is not None:
            yield from ((meaning, length) for meaning in sorted(meanings))
            return


def speaks_of(
    meanings: Container[str], words: Sequence[str], lexicons: Iterable[Lexicon]
) -> bool:
    """Return whether any of the words has one of the meanings."""
    return any(
        meaning in meanings
        for lexicon in lexicons
        for at in range(len(words))
        for meaning, _ in beginnings(words[at:], lexicon)
    )


def translations(words: Sequence[str], lexicon: Lexicon) -> Iterator[list[str]]:
    """
    Yield the possible meanings of a line. Nothing if a word is unknown. A phrase that
    occurs twice means the same both times.
    """
    meant: dict[tuple[str, ...], list[str]] = {}
    phrases: list[tuple[str, ...]] = []
    at = 0
    while at < len(words):
        found = list(beginnings(words[at:], lexicon))
        if not found and is_number(words[at]):
            found = [(words[at], 1)]
        if not found:
            return
        phrases.append(tuple(words[at : at + found[0][1]]))
        meant[phrases[-1]] = [meaning for meaning, _ in found]
        at += found[0][1]
    for chosen in product(*meant.values()):
        meaning_of = dict(zip(meant, chosen, strict=True))
        yield [meaning_of[phrase] for phrase in phrases if meaning_of[phrase]]
