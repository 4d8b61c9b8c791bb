"""Parsing of standing orders in the engine's words, English or the reader's."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby, islice

from games.command_language.commands import MOST_READINGS, split_words
from games.command_language.lexicon import (
    Lexicon,
    is_number,
    languages_of,
    translations,
    without_marks,
)
from games.command_language.vocabulary import ELSE, mixed_words, order_words
from stoneage_core import InvalidCommand, standing
from stoneage_core.standing.text import LONGEST_TEXT

#: Their words may be longer than the engine's, which has a limit of its own.
LONGEST = 3 * LONGEST_TEXT

#: What an order begins with in the engine's spelling.
_HEADS = frozenset(
    [
        *("place", "use", "buy", "build", "pick"),
        *("tools", "no tools", "feed", "go hungry"),
    ]
)
#: Orders that say what is bought, and how it is paid.
_BUYING = ("buy", "build")
_THINGS = ("card", "building")
#: Between several orders on one line.
_PARTED = re.compile("[;；]")  # noqa: RUF001
_COMMA = re.compile("[,，、|｜]")  # noqa: RUF001


def parse_orders(text: str, language: str) -> str:
    """
    Return orders in the engine's spelling, one a line, without list bullets.

    A line that is no order, or could be two, stays as it was typed; the engine then
    says what is wrong with it. A text that is too long stays as it is, too.
    """
    if len(text) > LONGEST:
        return text
    lexicons = [order_words(each) for each in languages_of(language)]
    mixed = mixed_words(lexicons)
    lines = (part for line in text.splitlines() for part in _parted(line))
    return "\n".join(_understood(line, lexicons, mixed) for line in lines)


def _parted(line: str) -> list[str]:
    """Return the orders of a line; a comment is one whatever stands in it."""
    if _is_comment(line):
        return [line]
    return [part for part in _PARTED.split(line) if part.strip()] or [line]


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _understood(line: str, lexicons: Sequence[Lexicon], mixed: Lexicon) -> str:
    if _is_comment(line):
        return line
    line = without_marks(line)
    words = _words(line)
    readings = list(_readings(words, *lexicons)) or list(_readings(words, mixed))
    found = set()
    for text in readings:
        with suppress(InvalidCommand):
            found.add(standing.to_text(standing.parse(text)))
    if not found:
        # The words are known but make no order; the engine says what is wrong.
        found.update(readings[:1])
    return found.pop() if len(found) == 1 else line


def _readings(words: Sequence[str], *lexicons: Lexicon) -> Iterator[str]:
    """Yield what words may say if exactly one is a verb; a bounded number."""
    for lexicon in lexicons:
        for phrases in islice(translations(words, lexicon), MOST_READINGS):
            heads = _HEADS.intersection(phrases)
            if len(heads) == 1:
                (head,) = heads
                rest = [phrase for phrase in phrases if phrase != head]
                arrange = _thing_first if head in _BUYING else _number_last
                yield " ".join([head, *_alternatives(rest, arrange)])


def _words(line: str) -> list[str]:
    """Return the words of a line, and its commas as words of their own."""
    first, *others = map(split_words, _COMMA.split(line))
    return [*first, *(word for part in others for word in (ELSE, *part))]


def _alternatives(
    phrases: list[str], arrange: Callable[[list[str]], list[str]]
) -> Iterator[str]:
    """Yield the alternatives, each arranged, and what parts them."""
    for is_else, group in groupby(phrases, ELSE.__eq__):
        yield ELSE if is_else else " ".join(arrange(list(group)))


def _number_last(phrases: list[str]) -> list[str]:
    """Put a name before its number: '3 forest' is 'forest 3'."""
    return sorted(phrases, key=is_number)


def _thing_first(phrases: list[str]) -> list[str]:
    """Put what is bought before its payment: 'wood brick card 2' is the other way."""
    at = next((n for n, phrase in enumerate(phrases) if phrase in _THINGS), None)
    if at is None:
        return phrases
    thing = slice(at, at + 2)
    return [*phrases[thing], *phrases[:at], *phrases[at + 2 :]]
