"""Collects the events of a decision, and applies each to the state immediately."""

from typing import NamedTuple

from stoneage_core.chance import Chance, DrawKind
from stoneage_core.components.places import Place
from stoneage_core.events.base import Event
from stoneage_core.evolve import evolve
from stoneage_core.state import GameState, Player

#: Stands for the player or the place in the label of a draw that has none.
NONE = "-"


class Decision(NamedTuple):
    """The events of a decision in order, and the state after the last one."""

    events: tuple[Event, ...]
    state: GameState


class Draft:
    """
    A decision in the making: rules read ``state``, record events and draw.

    The label of a draw says what it decides, not how many draws came before it. So no
    earlier decision changes the result of a draw.
    """

    __slots__ = ("_chance", "_stream", "events", "state")

    def __init__(self, state: GameState, chance: Chance) -> None:
        self.state = state
        self.events: list[Event] = []
        self._chance = chance
        self._stream = ""

    def record(self, event: Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    def decision(self) -> Decision:
        return Decision(tuple(self.events), self.state)

    def roll(
        self, kind: DrawKind, player: int, place: Place, count: int
    ) -> tuple[int, ...]:
        """Roll ``count`` dice for a player who uses a place in the current round."""
        roll = self._chance.roll
        label = self._label(kind, self.state.round, player, place)
        return tuple([roll(f"{label}/{index}") for index in range(count)])

    def pick(
        self,
        kind: DrawKind,
        items: tuple[int, ...],
        round_number: int | None = None,
        *,
        player: int | None = None,
        place: Place | None = None,
    ) -> int:
        """Draw one of ``items``, for the current round or for ``round_number``."""
        number = self.state.round if round_number is None else round_number
        label = self._label(kind, number, player, place)
        return self._chance.pick(items, f"{label}/0")

    def seed(self) -> str:
        """Return the seed in hex, to reveal it at the end of the game."""
        return self._chance.reveal()

    def tribe(self, player: int) -> Player:
        return self.state.players[player]

    def _label(
        self, kind: DrawKind, number: int, player: int | None, place: Place | None
    ) -> str:
        """Return the label of a draw, without the index of the die."""
        state = self.state
        # A decision never draws before its beacon round is known.
        self._stream = self._stream or f"{state.game}/{state.randomness}"
        again = state.times_redone(number)
        who = NONE if player is None else player
        where = NONE if place is None else place.value
        return f"{self._stream}/{kind}/{number}/{again}/{who}/{where}"
