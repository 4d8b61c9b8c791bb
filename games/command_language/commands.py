"""Parsing of commands of the game in the engine's words, English or the reader's."""

import re
from collections.abc import Iterator
from itertools import islice

from games.command_language.lexicon import (
    fold,
    is_number,
    languages_of,
    translations,
    words_of,
)
from games.command_language.vocabulary import PLACE, notation_words
from stoneage_core import InvalidCommand, notation

MOST_READINGS = 32

#: Where a number touches a word, as in Korean: '숲 3명'; behind an article that is cut
#: short, as in Italian: "l'oro", but not before the end of a verb, as in "I'll".
_GLUED = re.compile(
    r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)|"
    r"(?<=[^\W\d_]')(?!(?:ll|d|s|m|t|ve|re)\b)(?=[^\W\d_])"
)


def split_words(line: str) -> list[str]:
    """Return the words of a line, numbers and articles apart from what they touch."""
    return words_of(_GLUED.sub(" ", fold(line)))


def commands_in(line: str, language: str) -> Iterator[str]:
    """Yield the commands, in the one spelling, that a line may be."""
    words = split_words(line)
    for each in languages_of(language):
        lexicon = notation_words(each)
        for phrases in islice(translations(words, lexicon), MOST_READINGS):
            needed = [phrase for phrase in phrases if phrase != PLACE]
            yield from islice(_spelled(needed), 1)


def _spelled(phrases: list[str]) -> Iterator[str]:
    """Yield the command in the one spelling, by each order of the phrases that fits."""
    for order in _orders(phrases):
        try:
            yield notation.to_text(notation.from_text(" ".join(order)))
        except InvalidCommand:
            continue


def _orders(phrases: list[str]) -> Iterator[list[str]]:
    """Yield the phrases as written; verb last, as in Korean; the number first."""
    yield phrases
    if len(phrases) > 1:
        yield [phrases[-1], *phrases[:-1]]
        if is_number(phrases[0]):
            yield [*phrases[1:], phrases[0]]
