"""Wishes to take back the last move, in everyday words. Pure; never raises."""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache

from games.command_language.lexicon import languages_of, split_words
from games.command_language.reading import look_at, without_moods
from games.command_language.vocabulary import file_of, phrases_of, verb_forms

#: In words. Longer sentences are about something else.
MOST_WORDS = 16
#: “No, take it back” denies something else.
_PARTS = re.compile("[,.;:!?…—–]+")


class Wish(Enum):
    """How sure it is that somebody wants their move back."""

    SURE = "sure"
    LIKELY = "likely"


def wish_to_take_back(line: str, language: str) -> Wish | None:
    """
    Return whether a line asks to take a move back: surely with a word for that and one
    for the move, likely with one of these and a regret, or with words of a change.
    """
    parts = [split_words(part) for part in _PARTS.split(without_moods(line))]
    if sum(map(len, parts)) > MOST_WORDS:
        return None
    wishes = (_wish_in(parts, each) for each in languages_of(language))
    return next(filter(None, wishes), None)


def _wish_in(parts: Sequence[Sequence[str]], language: str) -> Wish | None:
    words = [word for part in parts for word in part]
    calm, regrets = _without(words, _phrases(language, "regrets"))
    calm, backs = _without(calm, _phrases(language, "take back"))
    calm, changes = (
        ([*calm], False) if backs else _without(calm, _phrases(language, "change"))
    )
    rest, is_named = _without(calm, _phrases(language, "a move"))
    if is_named and not backs:
        rest, backs = _without(rest, _phrases(language, "bring back"))
    # “Take that back” and “do that again” name the move themselves.
    is_named = is_named or len(words) - len(calm) > 1
    if not (backs or regrets or (changes and is_named)):
        return None
    if any(_is_denied(part, language) for part in parts):
        return None
    units = look_at(" ".join(rest), language).units
    content = [unit for unit in units if unit.is_content]
    has_number = any(unit.number is not None for unit in content)
    if has_number or (content and not (backs or regrets)):
        return None
    against = {role for unit in units for role in unit.roles}
    is_held = bool(content) or bool(against & {"negations", "conditions"})
    is_plain = not is_held and all(unit.is_known for unit in units)
    _rest, asks_how = _without(words, _phrases(language, "how"))
    if backs and is_named and is_plain and not asks_how:
        return Wish.SURE
    return Wish.LIKELY if is_plain or is_named or regrets else None


def _is_denied(words: Sequence[str], language: str) -> bool:
    """Return whether a part of a line says not to take anything back."""
    calm, _regrets = _without(words, _phrases(language, "regrets"))
    rest, backs = _without(calm, _phrases(language, "take back"))
    units = look_at(" ".join(rest), language).units
    return backs and any("negations" in unit.roles for unit in units)


@cache
def _phrases(language: str, name: str) -> Mapping[int, frozenset[tuple[str, ...]]]:
    """Return the phrases of a kind by their length, the longest first."""
    written = phrases_of(file_of(language)["ask"].get(name, ""), split=True)
    found = {*written, *((form,) for form in verb_forms(language, name))}
    return {
        length: frozenset(phrase for phrase in found if len(phrase) == length)
        for length in sorted({len(phrase) for phrase in found}, reverse=True)
    }


def _without(
    words: Sequence[str], phrases: Mapping[int, frozenset[tuple[str, ...]]]
) -> tuple[list[str], bool]:
    """Return the words around the longest of the phrases, and whether there is one."""
    for length, known in phrases.items():
        for at in range(len(words) - length + 1):
            if tuple(words[at : at + length]) in known:
                return [*words[:at], *words[at + length :]], True
    return [*words], False
