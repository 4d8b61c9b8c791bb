"""Events being decided: recorded one by one, each at once part of the state."""

from typing import NamedTuple

from stoneage_core.chance import Chance
from stoneage_core.events import Event
from stoneage_core.evolve import evolve
from stoneage_core.state import GameState, Player


class Decision(NamedTuple):
    """What was decided: the events in their order, and the state after the last."""

    events: tuple[Event, ...]
    state: GameState


class Draft:
    """
    A decision in the making.

    Rules read ``state``, record events and draw from chance through it, so that a draw
    always knows the sequence of the event that will hold it.
    """

    __slots__ = ("_chance", "_stream", "events", "state")

    def __init__(self, state: GameState, chance: Chance) -> None:
        self.state = state
        self.events: list[Event] = []
        self._chance = chance
        self._stream = ""

    def record(self, event: Event) -> None:
        """Add ``event`` and move the state on."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def decision(self) -> Decision:
        """Return what was recorded, and the state that it led to."""
        return Decision(tuple(self.events), self.state)

    def roll(self, count: int) -> tuple[int, ...]:
        """Roll ``count`` dice for the next event."""
        roll, label = self._chance.roll, self._label()
        return tuple([roll(f"{label}/{index}") for index in range(count)])

    def pick(self, items: tuple[int, ...]) -> int:
        """Draw one of ``items`` for the next event."""
        return self._chance.pick(items, f"{self._label()}/0")

    def seed(self) -> str:
        """Return the seed of chance, to be revealed when the game is over."""
        return self._chance.reveal()

    def tribe(self, player: int) -> Player:
        """Return a player's tribe as it stands now."""
        return self.state.players[player]

    def _label(self) -> str:
        """Name the event to come: game, salts of the players, sequence."""
        state = self.state
        # All have joined before anything is drawn: game and salts stay what they are.
        self._stream = self._stream or f"{state.game}/{state.salt}"
        return f"{self._stream}/{state.version + 1}"
