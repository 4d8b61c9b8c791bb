"""Builds positions and decisions for tests of the rules.

Positions begin with a game's opening, and commands are texts. Chance is loaded: without
given picks, the lowest unseen card or building is drawn, so an opening shows cards 1 to
4 and buildings from 1 on.
"""

from collections import Counter
from functools import cache, partial
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from stoneage_core import (
    Code,
    GameError,
    GameState,
    Phase,
    create,
    decide,
    expire,
    join,
    legal_commands,
    replay,
    start,
)
from stoneage_core.chance import LoadedChance
from stoneage_core.commands import Command
from stoneage_core.components.buildings import ALL_BUILDINGS
from stoneage_core.components.cards import ALL_CARDS
from stoneage_core.components.places import PLACES, Place
from stoneage_core.components.resources import Resources
from stoneage_core.components.tools import Tool
from stoneage_core.events.base import Event
from stoneage_core.notation import from_text, to_text
from stoneage_core.payments import Payments
from stoneage_core.state import Player, Stack
from stoneage_core.terms import Terms

PLACE_NAMES = {place.value: place for place in PLACES}


class Consequence(NamedTuple):
    """The events of a decision, and the state after it."""

    events: tuple[Event, ...]
    state: GameState

    def of(self, *types: type) -> list[Event]:
        return [event for event in self.events if isinstance(event, types)]

    def tribe(self, player: int = 0) -> Player:
        return self.state.players[player]


def opening(players: int = 2, **options: Any) -> list[Event]:
    """Return the events of a new game up to its first decision; player 0 starts."""
    chance = LoadedChance()
    terms = Terms(players, **{"first_player": 0} | options)
    new = create(game="stones", commitment="", terms=terms, chance=chance).events
    events = list(new)
    for player in range(players):
        events += join(replay(events), player, chance).events
    events += start(replay(events), chance).events
    return events


@cache
def opened(players: int = 2) -> GameState:
    return replay(opening(players))


def resources(text: str) -> Resources:
    """Return resources from a text like 'wood wood gold'."""
    return Resources(**Counter(text.split()))


def tools(text: str) -> tuple[Tool, ...]:
    """Return tools from a text like '1 2*'; a star marks a used one."""
    return tuple(Tool(int(word[0]), word.endswith("*")) for word in text.split())


def tribe(**facts: Any) -> Player:
    """Return a tribe with the given facts; keywords of places are people there."""
    placed = tuple(facts.pop(place.value, 0) for place in PLACES)
    facts.setdefault("people", max(5, sum(placed)))
    for name, read in (("resources", resources), ("tools", tools)):
        if isinstance(facts.get(name), str):
            facts[name] = read(facts[name])
    return Player(placed=placed, **facts)


def busy(**facts: Any) -> Player:
    """Return a tribe with people on two more places, so that its turn goes on."""
    return tribe(**{"hunting_grounds": 1, "river": 1} | facts)


def given(phase: Phase, *tribes: Player, players: int = 2, **changes: Any) -> GameState:
    """Return a position of round 1 in ``phase``; other tribes are as at first."""
    everyone = (*tribes, *[Player()] * players)[:players]
    if slots := changes.get("slots"):
        seen = {*slots, *(card for one in everyone for card in one.cards)}
        left = tuple(card for card in ALL_CARDS if card not in seen)
        changes.setdefault("unseen_cards", left)
    if tops := changes.pop("tops", None):
        changes["stacks"] = tuple(Stack(top, 7) for top in tops)
        left = tuple(tile for tile in ALL_BUILDINGS if tile not in tops)
        changes["unseen_buildings"] = left
    changes = {"turn": 0} | changes
    return replace(opened(players), phase=phase, players=everyone, **changes)


placing = partial(given, Phase.PLACEMENT)
acting = partial(given, Phase.ACTIONS)


def sundown(*tribes: Player, players: int = 2, **changes: Any) -> GameState:
    """Return a position in which ``nightfall`` ends the last turn of the round."""
    *others, last = (*tribes, *[Player()] * players)[:players]
    placed = tuple(int(place is Place.CARD_1) for place in PLACES)
    last = replace(last, placed=placed)
    return acting(*others, last, players=players, turn=players - 1, **changes)


def nightfall(state: GameState, **drawn: Any) -> Consequence:
    """Use the last person of the round, so that the tribes are fed."""
    return when(state, state.turn, "leave card 1", **drawn)


def starving(*tribes: Player, owing: tuple[int, ...], **changes: Any) -> GameState:
    """Return a position in which tribes still owe food."""
    options = {"players": len(owing), "turn": None, "owing": owing} | changes
    return given(Phase.FEEDING, *tribes, **options)


def command_of(command: str | Command) -> Command:
    return from_text(command) if isinstance(command, str) else command


def when(
    state: GameState, player: int, *commands: str | Command, dice=(), picks=(), seed=""
) -> Consequence:
    """Let a player decide, once or several times, with these dice and draws."""
    chance = LoadedChance(dice, picks, seed)
    events: list[Event] = []
    for command in commands:
        decided = decide(state, player, command_of(command), chance).events
        events += decided
        state = replay(decided, state)
    return Consequence(tuple(events), state)


def time_out(state: GameState, player: int, dice=(), picks=()) -> Consequence:
    events = expire(state, player, LoadedChance(dice, picks)).events
    return Consequence(events, replay(events, state))


def refusal(state: GameState, player: int, command: str | Command) -> Code:
    """Return the code of the refusal; ``test_refusals`` has the sentences."""
    with pytest.raises(GameError) as caught:
        decide(state, player, command_of(command), LoadedChance())
    return caught.value.code


def options(state: GameState, player: int = 0) -> list[str]:
    """Return the legal commands of a player as text, payments as their price."""
    return [_option(choice) for choice in legal_commands(state, player)]


def _option(choice: Command | Payments) -> str:
    if not isinstance(choice, Payments):
        return to_text(choice)
    asked = str(choice.demand.phrase())
    return f"pay for {choice.place.label}: {asked}" if choice.place else f"pay: {asked}"
