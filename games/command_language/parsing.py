"""Parsing of commands and orders that people type, in English or their own language."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby, islice

from games.command_language.lexicon import (
    Lexicon,
    is_number,
    languages_of,
    split_words,
    translations,
    without_marks,
)
from games.command_language.vocabulary import (
    ELSE,
    PLACE,
    is_verb_last,
    mixed_words,
    notation_words,
    order_words,
)
from stoneage_core import InvalidCommand, notation, orders
from stoneage_core.orders.text import LONGEST_TEXT

MOST_READINGS = 32


def commands_in(line: str, language: str) -> Iterator[str]:
    """Yield the commands, in the notation, that a line may mean."""
    words = split_words(line)
    for each in languages_of(language):
        lexicon = notation_words(each)
        for phrases in islice(translations(words, lexicon), MOST_READINGS):
            needed = [phrase for phrase in phrases if phrase != PLACE]
            yield from islice(_spelled(needed), 1)


def _spelled(phrases: list[str]) -> Iterator[str]:
    """Yield the command for each order of the phrases that makes one."""
    for order in _orders(phrases):
        try:
            yield notation.to_text(notation.from_text(" ".join(order)))
        except InvalidCommand:
            continue


def _orders(phrases: list[str]) -> Iterator[list[str]]:
    """
    Yield the phrases as written, then with the last first, as in Korean, then with a
    leading number last.
    """
    yield phrases
    if len(phrases) > 1:
        yield [phrases[-1], *phrases[:-1]]
        if is_number(phrases[0]):
            yield [*phrases[1:], phrases[0]]


#: People's words may be longer than the notation, which has a limit of its own.
LONGEST = 3 * LONGEST_TEXT

#: The verbs of orders in the notation. Placing people needs no verb.
_VERBS = frozenset(
    [
        *(PLACE, "use", "buy", "build", "leave", "take", "pick"),
        *("tools", "no tools", "feed", "go hungry"),
    ]
)
_BUYING = ("buy", "build")
_THINGS = ("card", "building")
#: Separates orders on one line.
_PARTED = re.compile("[;；]")  # noqa: RUF001
_COMMA = re.compile("[,，、|｜]")  # noqa: RUF001


def parse_orders(text: str, language: str) -> str:
    """
    Return orders in the notation, one a line, without list bullets.

    A line that is no order, or has two meanings, stays as it is, and so does a text
    that is too long. The engine then reports the error.
    """
    if len(text) > LONGEST:
        return text
    languages = languages_of(language)
    lines = (part for line in text.splitlines() for part in _parted(line))
    return "\n".join(_understood(line, languages) for line in lines)


def _parted(line: str) -> list[str]:
    if _is_comment(line):
        return [line]
    return [part for part in _PARTED.split(line) if part.strip()] or [line]


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _understood(line: str, languages: Sequence[str]) -> str:
    if _is_comment(line):
        return line
    line = without_marks(line)
    words = _words(line)
    lexicons = [order_words(each) for each in languages]
    verb_last = any(map(is_verb_last, languages))
    readings = [
        text for each in lexicons for text in _readings(words, each, verb_last)
    ] or list(_readings(words, mixed_words(lexicons), verb_last))
    found = set()
    for text in readings:
        with suppress(InvalidCommand):
            found.add(orders.to_text(orders.parse(text)))
    if not found:
        # The words are known but make no order. The engine will say why.
        found.update(readings[:1])
    return found.pop() if len(found) == 1 else line


def _readings(words: Sequence[str], lexicon: Lexicon, verb_last: bool) -> Iterator[str]:
    """Yield possible meanings in which each alternative has at most one verb."""
    for phrases in islice(translations(words, lexicon), MOST_READINGS):
        groups = groupby(phrases, ELSE.__eq__)
        alternatives = [list(group) for is_else, group in groups if not is_else]
        verbs = [_VERBS.intersection(each) for each in alternatives]
        if alternatives and all(len(each) < 2 for each in verbs):
            known = ["".join(each) for each in verbs]
            shared = _shared(known, verb_last)
            yield ", ".join(map(_arranged, shared, alternatives))


def _shared(verbs: list[str], verb_last: bool) -> Iterator[str]:
    """Yield the verb of each alternative. Only one of them needs to have it."""
    verb = next(filter(None, verbs), "") if verb_last else ""
    for each in verbs:
        verb = each or verb or PLACE
        yield verb


def _arranged(verb: str, phrases: list[str]) -> str:
    """Return an alternative with its verb first, as the notation wants it."""
    rest = [phrase for phrase in phrases if phrase != verb]
    if verb == PLACE:
        return " ".join(sorted(rest, key=is_number))
    at = next((n for n, phrase in enumerate(rest) if phrase in _THINGS), 0)
    if verb in _BUYING and at:
        # "wood brick card 2": the payment comes first.
        rest = [*rest[at : at + 2], *rest[:at], *rest[at + 2 :]]
    return " ".join([verb, *rest])


def _words(line: str) -> list[str]:
    first, *others = map(split_words, _COMMA.split(line))
    return [*first, *(word for part in others for word in (ELSE, *part))]
