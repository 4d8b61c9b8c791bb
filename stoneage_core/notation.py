"""Reads and writes commands as short texts that can be read aloud.

forest 3 · hut · tool maker · card 2 · building 1        placing people
use forest · tools 2 1 · tools 1 once 3 · no tools       acting, dice and tools
buy 2 wood brick · build 1 wood wood brick · leave card 2
pick 5 · take wood gold · feed wood 2 brick · go hungry
"""

import re
from collections.abc import Callable
from typing import NoReturn

from stoneage_core import commands as c
from stoneage_core.components.places import (
    BUILDING_STACKS,
    CARD_SLOTS,
    PLACES,
    Place,
    PlaceKind,
)
from stoneage_core.components.resources import NOTHING, Resource, Resources, one
from stoneage_core.errors import Code, InvalidCommand
from stoneage_core.phrases import Spelling
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules.placement import HUT_PARTY

LONGEST_TEXT = 200

_NUMBER = re.compile(r"[0-9]{1,3}")
_ALIASES = {
    "hunting": Place.HUNTING_GROUNDS,
    "hunt": Place.HUNTING_GROUNDS,
    "clay": Place.CLAY_PIT,
    "toolmaker": Place.TOOL_MAKER,
}
_PLACE_NAMES = {place.label: place for place in PLACES} | _ALIASES


def to_text(command: c.Command) -> str:
    """Return a command in notation; each command has one spelling."""
    match command:
        case c.PlacePeople(place, people):
            usual = people == usual_party(place)
            return place.label if usual else f"{place.label} {people}"
        case c.UsePlace(place):
            return f"use {place.label}"
        case c.Leave(place):
            return f"leave {place.label}"
        case c.UseTools((), ()):
            return "no tools"
        case c.UseTools(tiles, once):
            words = ["tools", *map(str, tiles), *(["once"] if once else [])]
            return " ".join([*words, *map(str, once)])
        case c.PickDie(face):
            return f"pick {face}"
        case c.GoHungry():
            return "go hungry"
        case _:
            return _payment_text(command)


def _payment_text(command: c.BuyCard | c.Build | c.TakeResources | c.Feed) -> str:
    match command:
        case c.BuyCard(place, payment):
            text = f"buy {place.index + 1} {spell_pieces(payment)}"
        case c.Build(place, payment):
            text = f"build {place.index + 1} {spell_pieces(payment)}"
        case c.TakeResources(resources):
            text = f"take {spell_pieces(resources)}"
        case _:
            counts = (f"{kind} {count}" for kind, count in command.resources)
            text = f"feed {' '.join(counts)}"
    return text.rstrip()


def from_text(text: str) -> c.Command:
    """
    Return the command in a text; letter case and spaces do not matter.

    Raise InvalidCommand with a sentence if it cannot be understood.
    """
    words = text.lower().split()
    if not words or len(text) > LONGEST_TEXT:
        _refuse(text)
    try:
        parse = VERBS.get(words[0])
        return _placement(words) if parse is None else parse(words[1:])
    except (LookupError, ValueError):
        _refuse(text)


def usual_party(place: Place) -> int | None:
    """Return how many people a place always takes, or None if it varies."""
    if place.kind is PlaceKind.GATHERING:
        return None
    return HUT_PARTY if place is Place.HUT else 1


def spell_pieces(resources: Resources) -> str:
    """Return the name of each piece: 'wood wood brick'."""
    return " ".join(str(kind) for kind, count in resources for _ in range(count))


def _refuse(text: str) -> NoReturn:
    english = _(
        "“{text}” isn’t a command that can be read here; one is, for example, “forest "
        "3”"
    )
    shown = text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"
    raise InvalidCommand(Code.NOT_UNDERSTOOD, english, text=Spelling(shown)) from None


def _placement(words: list[str]) -> c.Command:
    place, rest = _place(words)
    if rest:
        return c.PlacePeople(place, _only_number(rest))
    party = usual_party(place)
    if party is None:
        raise ValueError("how many people?")
    return c.PlacePeople(place, party)


def _tools(words: list[str]) -> c.Command:
    at = words.index("once") if "once" in words else len(words)
    tiles, once = map(_number, words[:at]), map(_number, words[at + 1 :])
    if not words or words[-1] == "once":
        raise ValueError("which tools?")
    return c.UseTools(_descending(tiles), _descending(once))


def _no_tools(words: list[str]) -> c.Command:
    if words != ["tools"]:
        raise ValueError("no what?")
    return c.UseTools()


def _buy(words: list[str]) -> c.Command:
    if words[0] == "building":
        return _build(words)
    at = 1 if words[0] == "card" else 0
    slot = CARD_SLOTS[_index(words[at])]
    return c.BuyCard(slot, _resources(words[at + 1 :]))


def _build(words: list[str]) -> c.Command:
    at = 1 if words[0] == "building" else 0
    stack = BUILDING_STACKS[_index(words[at])]
    return c.Build(stack, _resources(words[at + 1 :]))


def _go_hungry(words: list[str]) -> c.Command:
    if words != ["hungry"]:
        raise ValueError("go where?")
    return c.GoHungry()


VERBS: dict[str, Callable[[list[str]], c.Command]] = {
    "place": lambda words: _placement(words),
    "use": lambda words: c.UsePlace(_only_place(words)),
    "tools": _tools,
    "no": _no_tools,
    "buy": _buy,
    "build": _build,
    "leave": lambda words: c.Leave(_only_place(words)),
    "pick": lambda words: c.PickDie(_only_number(words)),
    "take": lambda words: c.TakeResources(_resources(words)),
    "feed": lambda words: c.Feed(_resources(words)),
    "go": _go_hungry,
}


def _place(words: list[str]) -> tuple[Place, list[str]]:
    """Return the place named by the first one or two words, and the other words."""
    for length in (2, 1):
        name = " ".join(words[:length])
        if name in _PLACE_NAMES:
            return _PLACE_NAMES[name], words[length:]
    raise ValueError("no such place")


def _only_place(words: list[str]) -> Place:
    place, rest = _place(words)
    if rest:
        raise ValueError("too many words")
    return place


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise ValueError("not a number")
    return int(word)


def _only_number(words: list[str]) -> int:
    (word,) = words
    return _number(word)


def _index(word: str) -> int:
    """Return the index from 0 for a number from 1."""
    number = _number(word)
    if not number:
        raise ValueError("positions count from 1")
    return number - 1


def _resources(words: list[str]) -> Resources:
    """Return the resources; a number stands after each name, or none does."""
    total = NOTHING
    rest = words[::-1] if _NUMBER.fullmatch("".join(words[:1])) else list(words)
    while rest:
        kind = Resource(rest.pop(0))
        counted = bool(rest) and _NUMBER.fullmatch(rest[0])
        total += one(kind, int(rest.pop(0)) if counted else 1)
    return total


def _descending(values: "map[int]") -> tuple[int, ...]:
    return tuple(sorted(values, reverse=True))
