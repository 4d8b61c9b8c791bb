"""Which events record dice and draws.

The page that checks records has its own copy (``games/history/offline/verifier.html``).
"""

from collections.abc import Sequence
from typing import NamedTuple

from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.base import Event
from stoneage_core.events.purchases import CardDrawn, DiceForAllRolled
from stoneage_core.events.rounds import BuildingRevealed, CardRevealed
from stoneage_core.events.setup import GameCreated, GameStarted


class Drawn(NamedTuple):
    """What chance decided in an event: dice, and cards, buildings or a start player."""

    dice: Sequence[int] = ()
    picks: Sequence[int] = ()


def drawn_by(event: Event, *, draws_start: bool) -> Drawn:
    """Return the draws of an event, in order; ``draws_start`` is of its game."""
    match event:
        case DiceRolled(dice=dice) | DiceForAllRolled(dice=dice):
            return Drawn(dice=dice)
        case CardRevealed(card=pick) | CardDrawn(card=pick):
            return Drawn(picks=(pick,))
        case BuildingRevealed(building=pick):
            return Drawn(picks=(pick,))
        case GameStarted(start_player=pick) if draws_start:
            return Drawn(picks=(pick,))
    return Drawn()


def start_is_drawn(created: Event) -> bool:
    """Return whether the game with this first event draws its start player."""
    return isinstance(created, GameCreated) and created.terms.first_player is None
