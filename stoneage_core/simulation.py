"""Plays whole games with policies, such as random moves or autopilot."""

import random
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from stoneage_core import engine
from stoneage_core.chance import Chance, RandomChance
from stoneage_core.commands import Command
from stoneage_core.events.base import Event
from stoneage_core.flow import advance
from stoneage_core.payments import Payments
from stoneage_core.rules.dispatch import awaited, choices, perform
from stoneage_core.rules.draft import Decision, Draft
from stoneage_core.state import GameState
from stoneage_core.terms import Terms

#: Returns a legal command for an awaited player.
Policy = Callable[[GameState, int], Command]


class Played(Struct, frozen=True):
    """A finished game; a decision is a version, a player and a command."""

    events: tuple[Event, ...]
    decisions: tuple[tuple[int, int, Command], ...]
    state: GameState


def random_policy(dice: random.Random) -> Policy:
    """Return a policy that picks a random legal choice, and a random payment for it."""

    def pick(state: GameState, player: int) -> Command:
        options = choices(state, player)
        choice = options[int(dice.random() * len(options))]
        if isinstance(choice, Payments):
            return dice.choice(list(choice.commands()))
        return choice

    return pick


def play(players: int, seed: int, *policies: Policy) -> Played:
    """Play one game; give one policy for all players or one for each."""
    chance = RandomChance(seed)
    events, state = opening(players, chance, game=f"simulated-{seed}")
    draft = Draft(state, chance)
    decisions = []
    while waiting := awaited(draft.state):
        player = waiting[0]
        command = policies[player % len(policies)](draft.state, player)
        decisions.append((draft.state.version, player, command))
        perform(draft, player, command)
        advance(draft)
    return Played((*events, *draft.events), tuple(decisions), draft.state)


def opening(
    players: int,
    chance: Chance,
    *,
    game: str = "simulated",
    commitment: str = "",
    **options: Any,
) -> Decision:
    """
    Return the events from the creation of a game to its first decision.

    ``options`` are other fields of its terms. Raise Refusal for terms that no table can
    have.
    """
    events, state = engine.create(
        game=game,
        commitment=commitment,
        terms=Terms(players, **options),
        chance=chance,
    )
    for player in range(players):
        joined, state = engine.join(state, player, chance)
        events += joined
    begun, state = engine.start(state, chance)
    return Decision((*events, *begun), state)
