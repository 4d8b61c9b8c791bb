"""What people say out of courtesy, which asks for nothing. Pure; never raises."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import chain

from games.words.lexicon import beginnings, languages_of, words_of
from games.words.vocabulary import notation_words
from notifications.replies.vocabulary import ask_words, courtesies, polite_words

#: A greeting with a name or two; anything longer says something.
LONGEST_COURTESY = 4
#: Whom many a letter greets: us. The name is the same in all languages.
_OURSELVES = (("stone", "age", "by", "mail"), ("stone", "age"))


def is_courtesy(line: str, language: str) -> bool:
    """Whether a line only greets or thanks: short, no number, and no command in it."""
    words = _without_our_name(words_of(line))
    if not words or len(words) > LONGEST_COURTESY or any(map(_has_digit, words)):
        return False
    for each in languages_of(language):
        if any(beginnings(words, courtesies(each))):
            return not any(
                _means_something(words, other) for other in languages_of(language)
            )
    return False


def is_name(line: str, language: str) -> bool:
    """Whether a line is a word that may be a name: a capital, and no command."""
    words = words_of(line)
    if len(words) != 1 or _has_digit(words[0]) or line.islower():
        return False
    return not any(_means_something(words, each) for each in languages_of(language))


def without_courtesy(line: str, language: str) -> str:
    """Return a line without 'please', 'thanks' and the like before and behind it."""
    line = unicodedata.normalize("NFKC", line)
    parts = re.finditer(r"[^\s,]+", line)
    placed = [(word, part.span()) for part in parts for word in words_of(part[0])]
    words = [word for word, _ in placed]
    phrases = set(chain.from_iterable(map(polite_words, languages_of(language))))
    before = _at_front(words, phrases)
    behind = _at_front(words[before:][::-1], {phrase[::-1] for phrase in phrases})
    spans = [span for _, span in placed[before : len(placed) - behind]]
    return line[spans[0][0] : spans[-1][1]] if spans else ""


def _without_our_name(words: list[str]) -> list[str]:
    """Drop the name of the service behind a greeting: it has a resource in it."""
    for name in _OURSELVES:
        for at in range(1, len(words)):
            if _begins(words[at:], name):
                return words[:at] + words[at + len(name) :]
    return words


def _at_front(words: Sequence[str], phrases: Iterable[tuple[str, ...]]) -> int:
    """Return how many words at the front are phrases, one after the other."""
    at = 0
    while length := max((len(p) for p in phrases if _begins(words[at:], p)), default=0):
        at += length
    return at


def _begins(words: Sequence[str], phrase: tuple[str, ...]) -> bool:
    return tuple(words[: len(phrase)]) == phrase


def _means_something(words: list[str], language: str) -> bool:
    """Whether any word of a line is one of a command."""
    return any(
        meaning
        for at in range(len(words))
        for lexicon in (notation_words(language), ask_words(language))
        for meaning, _ in beginnings(words[at:], lexicon)
    )


def _has_digit(word: str) -> bool:
    return any(c.isdigit() for c in word)
