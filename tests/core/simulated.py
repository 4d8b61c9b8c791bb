"""Positions of random games, and what follows them."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from stoneage_core import GameState, awaited, decide, legal_commands
from stoneage_core.chance import Chance, RandomChance
from stoneage_core.commands import Command
from stoneage_core.events.base import Event
from stoneage_core.events.feeding import FoodRanShort, TribeFed
from stoneage_core.payments import Payments
from stoneage_core.simulation import opening, random_policy

#: Of some legal commands of a player the one to decide.
Choose = Callable[[GameState, Sequence[Command]], Command]


class FixedDice:
    """A chance whose dice all show the same face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, label: str) -> int:
        return self.face

    def pick(self, items: Sequence[int], label: str) -> int:
        return items[0]

    def reveal(self) -> str:
        return ""


@cache
def random_positions(players: int, seed: int) -> tuple[GameState, ...]:
    """Return every position of a random game in which somebody decides."""
    chance, policy = RandomChance(seed), random_policy(random.Random(seed))
    state, found = opening(players, chance).state, []
    while waiting := sorted(awaited(state)):
        found.append(state)
        player = waiting[0]
        state = decide(state, player, policy(state, player), chance).state
    return tuple(found)


def commands_of(state: GameState, player: int) -> list[Command]:
    """Return all legal commands of a player, with all payments."""
    commands: list[Command] = []
    for choice in legal_commands(state, player):
        commands += choice.commands() if isinstance(choice, Payments) else [choice]
    return commands


def play_on(
    state: GameState, player: int, choose: Choose, chance: Chance, seed: int = 0
) -> Iterator[tuple[tuple[Event, ...], GameState]]:
    """
    Yield the events of each further decision, and the state after it.

    ``player`` decides as ``choose`` says, the others at random.
    """
    others = random_policy(random.Random(seed))
    while waiting := sorted(awaited(state)):
        asked = waiting[0]
        if asked == player:
            command = choose(state, commands_of(state, player))
        else:
            command = others(state, asked)
        decision = decide(state, asked, command, chance)
        state = decision.state
        yield decision.events, state


def feedings(events: Sequence[Event], state: GameState, player: int) -> Iterator[int]:
    """Yield a tribe's food after each feeding in the events, negative if it lacked."""
    for event in events:
        if isinstance(event, FoodRanShort) and event.player == player:
            yield -event.missing
        elif isinstance(event, TribeFed) and event.player == player and event.food:
            yield state.players[player].food
