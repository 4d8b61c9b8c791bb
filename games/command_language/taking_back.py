"""Wishes to take back the last move, in everyday words. Pure; never raises."""

from collections.abc import Sequence
from enum import Enum

from games.command_language.lexicon import languages_of, split_words
from games.command_language.reading import Unit, look_at
from games.command_language.vocabulary import file_of, phrases_of, verb_forms

#: In words. Longer sentences are about something else.
MOST_WORDS = 16


class Wish(Enum):
    """How sure it is that somebody wants their move back."""

    SURE = "sure"
    LIKELY = "likely"


def wish_to_take_back(line: str, language: str) -> Wish | None:
    """
    Return whether a line asks to take a move back: surely with a word for that and one
    for the move, likely with one of these and a regret, or with words of a change.
    """
    words = split_words(line)
    if len(words) > MOST_WORDS:
        return None
    return next(
        filter(None, (_wish_in(words, each) for each in languages_of(language))), None
    )


def _wish_in(words: Sequence[str], language: str) -> Wish | None:
    asked = file_of(language)["ask"]
    forms = {name: _phrases(language, name) for name in ("take back", "change")}
    calm, regrets = _without(words, phrases_of(asked.get("regrets", ""), split=True))
    calm, backs = _without(calm, forms["take back"])
    calm, changes = ([*calm], False) if backs else _without(calm, forms["change"])
    rest, is_named = _without(calm, phrases_of(asked["a move"], split=True))
    if not (backs or regrets or (changes and is_named)):
        return None
    units = look_at(" ".join(rest), language).units
    # “No, take it back” denies something else.
    units = units[_is_leading_no(units) :]
    denied = any(unit.roles & {"negations", "conditions"} for unit in units)
    if any(unit.is_content for unit in units) or denied:
        return None
    is_plain = all(unit.is_known for unit in units)
    # “Take that back” names the move itself.
    names_it = is_named or len(words) - len(calm) > 1
    if backs and names_it and is_plain:
        return Wish.SURE
    return Wish.LIKELY if is_plain or names_it or regrets else None


def _phrases(language: str, name: str) -> tuple[tuple[str, ...], ...]:
    written = phrases_of(file_of(language)["ask"].get(name, ""), split=True)
    return (*written, *((form,) for form in verb_forms(language, name)))


def _is_leading_no(units: Sequence[Unit]) -> int:
    """Return how many negations a line begins with."""
    return next(
        (at for at, unit in enumerate(units) if "negations" not in unit.roles),
        len(units),
    )


def _without(
    words: Sequence[str], phrases: Sequence[tuple[str, ...]]
) -> tuple[list[str], bool]:
    """Return the words around the longest of the phrases, and whether there is one."""
    known = set(phrases)
    for length in range(min(max(map(len, known), default=0), len(words)), 0, -1):
        for at in range(len(words) - length + 1):
            if tuple(words[at : at + length]) in known:
                return [*words[:at], *words[at + length :]], True
    return [*words], False
