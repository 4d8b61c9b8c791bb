"""Choices named by their numbers, in five languages. Pure; never raises.

In 'option 18', 'nº 18', 'la 18', 'elijo la 18', 'la dieciocho' and '18번' the number is
that of a choice in the answered mail, not a number of people or a die.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.command_language.lexicon import (
    beginnings,
    is_number,
    languages_of,
    translations,
)
from games.command_language.parsing import commands_in, split_words
from games.command_language.vocabulary import (
    PLACE,
    intent_words,
    is_verb_last,
    lexicon_of,
    notation_words,
)
from notifications.replies.vocabulary import Pick, Play, Unclear
from stoneage_core.rules.placement import MOST_PEOPLE

Marks = Mapping[tuple[str, ...], str]
"""Words that mark a number: 'choice' is certain, 'choose' may count people."""

#: Stands for all signs that mean "number" or make a number an ordinal.
_SIGN = ("#",)
#: '№', 'No.', 'n.', 'nº', 'n.º', 'Nr.', 'núm.', but not the word "No".
_NUMBER_SIGN = re.compile(
    r"(?:#|№|\bn[uú]m\.|\bn(?:[º°]|[or]?\.\s?[oº°]?)\.?)\s*(?=\d)", re.IGNORECASE
)
#: After a number: '5ª', '5.º', '5th', '5번째'.
_ORDINAL = re.compile(r"(?<=\d)\s?(?:\.?[ªº°]|번째|(?:st|nd|rd|th)\b)", re.IGNORECASE)

#: Singular articles before a bare number: "the eighteenth" is a choice.
_ARTICLES = {"es": ("el", "la"), "pt-br": ("o", "a"), "it": ("il", "la")}
#: May stand before the number without marking it as a choice.
_THE = ("the",)
#: Words whose own numbers these may be: cards, buildings and dice.
_NUMBERED = frozenset({"card", "building", "pick", "buy", "build"})
#: Meanings that fit any choice and so do not identify one.
_WITHOUT_NAME = frozenset({"", PLACE, "use", "take"})
_LONGEST_MARK = 3


class Marked(NamedTuple):
    first: int
    at: int
    last: int
    is_named: bool


def named_in(line: str, language: str) -> Pick | Play | Unclear | None:
    words = split_words(_ORDINAL.sub(" # ", _NUMBER_SIGN.sub(" # ", line)))
    words = _in_digits(words, language)
    marks = _marks(language)
    spans = [span for at in _numbers(words) if (span := _marked(words, at, *marks))]
    if not spans:
        return None
    marked, *others = spans
    rest = [*words[: marked.first], *words[marked.last :]]
    number = int(words[marked.at])
    if not rest:
        return Pick(number)
    readings = list(_readings(rest, language))
    if any(_NUMBERED.intersection(phrases) for phrases in readings):
        return None
    if not readings:
        return Unclear("unknown")
    beside = frozenset(readings[0]) - _WITHOUT_NAME
    # “I take” alone would also be a command: to take nothing.
    commands = set(commands_in(" ".join(rest), language)) if beside else set()
    is_alone = not others and (commands or not any(map(is_number, rest)))
    if len(commands) > 1 or not is_alone or not marked.is_named:
        return Unclear("ambiguous")
    return Play(commands.pop(), number) if commands else Pick(number, beside)


def _in_digits(words: Sequence[str], language: str) -> list[str]:
    """
    Return the words with written-out numbers as digits. Small numbers may count people,
    so they become digits only after a word that names a choice, as in “option three”.
    """
    lexicons = [lexicon_of(each, "numbers") for each in languages_of(language)]
    names = {phrase for phrase, mark in _marks(language)[0].items() if mark == "choice"}
    names -= _articles(language).keys()
    found: list[str] = []
    at = 0
    while at < len(words):
        ahead = words[at:]
        numbers = [each for lex in lexicons for each in beginnings(ahead, lex)]
        number, length = max(numbers, key=lambda each: each[1], default=("0", 1))
        is_of_choice = int(number) > MOST_PEOPLE or tuple(found[-1:]) in names
        found.append(number if numbers and is_of_choice else words[at])
        at += length if numbers and is_of_choice else 1
    return found


def _numbers(words: Sequence[str]) -> list[int]:
    return [at for at, word in enumerate(words) if is_number(word)]


def _marked(
    words: Sequence[str], at: int, before: Marks, behind: Marks
) -> Marked | None:
    first, last, found = at, at + 1, set[str]()
    while length := _length(words[max(0, first - _LONGEST_MARK) : first], before):
        found.add(before[tuple(words[first - length : first])])
        first -= length
    while length := _length(words[last : last + _LONGEST_MARK], behind, at_front=True):
        found.add(behind[tuple(words[last : last + length])])
        last += length
    return Marked(first, at, last, "choice" in found) if found - {""} else None


def _length(words: Sequence[str], phrases: Marks, *, at_front: bool = False) -> int:
    for length in range(len(words), 0, -1):
        part = words[:length] if at_front else words[-length:]
        if tuple(part) in phrases:
            return length
    return 0


def _marks(language: str) -> tuple[Marks, Marks]:
    named = {
        phrase: meaning
        for each in languages_of(language)
        for phrase, meanings in intent_words(each).items()
        for meaning in meanings & {"choice", "choose"}
    }
    behind = named if is_verb_last(language) else {}
    before = {_SIGN: "choice", _THE: "", **_articles(language), **named}
    return before, {_SIGN: "choice", **behind}


def _articles(language: str) -> Marks:
    return {(word,): "choice" for word in _ARTICLES.get(language, ())}


def _readings(words: Sequence[str], language: str) -> Iterator[list[str]]:
    for each in languages_of(language):
        yield from translations(words, notation_words(each))
