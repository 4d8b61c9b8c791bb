"""Requests and plans in everyday words: “who is winning?”, “if it’s full, then clay”,
“hi Ann, count me in!”.

Pure; never raises.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from games.command_language.lexicon import languages_of, split_words, words_of
from games.command_language.reading import AGAINST, Look, Unit, look_at
from games.command_language.taking_back import Wish, wish_to_take_back
from games.command_language.vocabulary import file_of, phrases_of
from notifications.replies.lines import requests_in, without_courtesy
from notifications.replies.vocabulary import Intent, Plan, Simple, Unclear
from stoneage_core import InvalidCommand, orders
from stoneage_core.components.places import PLACES

#: In words. Longer sentences are about something else.
MOST_WORDS = 14
#: How many people a plan sends if it does not say so. Its writer confirms the plan.
USUAL_PEOPLE = 3
_GATHERED = frozenset(place.label for place in PLACES if place.good)
_PLACES = frozenset(place.label for place in PLACES)
_NUMBERED = ("card", "building")


def everyday_request(line: str, language: str) -> Intent | None:
    """
    Return what a line asks for in the words of a conversation, or None.

    To take something back it needs a verb and a word for the move. If it says more
    than we know, that is only asked about.
    """
    words = split_words(line)
    if len(words) > MOST_WORDS:
        return None
    for each in languages_of(language):
        asked = file_of(each)["ask"]
        for name in ("score", "goods", "same"):
            rest = _without(words, asked[name])
            if rest is not None and _adds_nothing(rest, language, name):
                return Simple(name)
    wish = wish_to_take_back(line, language)
    if wish is None:
        return None
    return Simple("undo") if wish is Wish.SURE else Unclear("undo")


#: Roles of words that may begin a clause beside an acceptance: “Hi Ann, I’m in”.
_COURTEOUS = frozenset({"greetings", "polite", "excuses"})
_SENTENCE = re.compile("[.!?…。\n]+")
_CLAUSE = re.compile(r"[,;:、，“”\"()¡¿]|\s[-–—]\s")  # noqa: RUF001


def is_acceptance(line: str, language: str) -> bool:
    """
    Return whether a sentence of the line only accepts, and nothing in the line limits
    or revokes that: “Yes please, count me in. Thanks, Ann!”
    """
    is_found = False
    for sentence in _SENTENCE.split(line):
        asked: set[str] = set()
        is_plain = True
        for text in filter(str.strip, _CLAUSE.split(sentence)):
            if found := _requests(text, language):
                asked |= found
                continue
            look = look_at(text, language)
            if look.content or look.against:
                return False
            roles = [unit.roles for unit in look.units]
            is_against = any(each & frozenset(AGAINST) for each in roles)
            is_plain &= not is_against and bool(roles and roles[0] & _COURTEOUS)
        if asked - {"accept", "yes", "okay"}:
            return False
        is_found |= is_plain and "accept" in asked
    return is_found


def _requests(text: str, language: str) -> set[str]:
    """Return the requests that all words of a text make, apart from courtesies."""
    return {
        name
        for each in (text, without_courtesy(text, language))
        for name, length in requests_in(each, language)
        if length == len(words_of(each))
    }


def _without(words: Sequence[str], phrases: str) -> list[str] | None:
    """Return the words around the longest of the phrases, or None without any."""
    found = sorted(phrases_of(phrases, split=True), key=len, reverse=True)
    for phrase in found:
        for at in range(len(words) - len(phrase) + 1):
            if tuple(words[at : at + len(phrase)]) == phrase:
                return [*words[:at], *words[at + len(phrase) :]]
    return None


def _adds_nothing(rest: Sequence[str], language: str, name: str) -> bool:
    look = look_at(" ".join(rest), language)
    if look.content or look.is_holding_back:
        return False
    unknown = sum(not unit.is_known for unit in look.units)
    return unknown == 0 if name == "same" else unknown <= 1


def find_plan(line: str, language: str) -> Plan | None:
    """
    Return the orders that a sentence with a condition seems to mean, or None.

    “If the forest is taken, then clay” names what to try, in order. Whether it says
    “taken” or “free” makes no difference to that.
    """
    look = look_at(line, language)
    words = split_words(line)
    plans = [file_of(each)["plans"] for each in languages_of(language)]
    has_state, has_else = (
        any(_without(words, each[name]) is not None for each in plans for name in names)
        for names in (("taken", "free"), ("else",))
    )
    is_plan = has_else or ("conditions" in look.against and has_state)
    if not is_plan or len(words) > MOST_WORDS or "hesitations" in look.against:
        return None
    places = list(dict.fromkeys(_places_in(look)))
    if not places or (len(places) == 1 and has_else):
        return None
    try:
        return Plan(orders.to_text(orders.parse(", ".join(places))))
    except InvalidCommand:
        return None


def _places_in(look: Look) -> Iterator[str]:
    """Yield the commands of placing people that a sentence names, in order."""
    units = look.units
    lengths = [len(clause.units) for clause in look.clauses]
    ends = list(accumulate(lengths))
    for at, unit in enumerate(units):
        named = sorted(unit.meanings & _PLACES)
        kinds = [kind for kind in _NUMBERED if kind in unit.meanings]
        end = next(each for each in ends if each > at)
        if named and named[0] in _GATHERED:
            number = _number_at_end(units[at + 1 : end]) or _number_near(units, at)
            yield f"{named[0]} {number or USUAL_PEOPLE}"
        elif named:
            yield named[0]
        elif kinds and (number := _number_near(units, at)):
            yield f"{kinds[0]} {number}"


def _number_at_end(behind: Sequence[Unit]) -> int | None:
    """
    Return the number of people behind a place and a word that adds nothing: “the river
    with two”, but not “the forest, and two at the river”.
    """
    words = [unit for unit in behind if "people" not in unit.roles]
    is_short = len(words) == 2 and not words[0].is_content
    return words[1].number if is_short else None


def _number_near(units: Sequence[Unit], at: int) -> int | None:
    """Return the number behind a word, or up to three words before it."""
    nearby = [*units[at + 1 : at + 2], *reversed(units[max(0, at - 3) : at])]
    return next((unit.number for unit in nearby if unit.number), None)
