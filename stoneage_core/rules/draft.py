"""Events being decided: recorded one by one, each at once part of the state."""

from typing import NamedTuple

from stoneage_core.chance import Chance, DrawKind
from stoneage_core.components.places import Place
from stoneage_core.events.base import Event
from stoneage_core.evolve import evolve
from stoneage_core.state import GameState, Player

#: What stands in a label for a draw that is no player's, or at no place.
NONE = "-"


class Decision(NamedTuple):
    """What was decided: the events in their order, and the state after the last."""

    events: tuple[Event, ...]
    state: GameState


class Draft:
    """
    A decision in the making.

    Rules read ``state``, record events and draw from chance through it. A draw is
    labelled by what it decides, never by where in the stream it stands: what anybody
    does before it changes nothing about it.
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

    def roll(
        self, kind: DrawKind, player: int, place: Place, count: int
    ) -> tuple[int, ...]:
        """Roll ``count`` dice of a player who uses a place in the present round."""
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
        """Draw one of ``items`` for a round (else the present one), player, place."""
        number = self.state.round if round_number is None else round_number
        label = self._label(kind, number, player, place)
        return self._chance.pick(items, f"{label}/0")

    def seed(self) -> str:
        """Return the seed of chance, to be revealed when the game is over."""
        return self._chance.reveal()

    def tribe(self, player: int) -> Player:
        """Return a player's tribe as it stands now."""
        return self.state.players[player]

    def _label(
        self, kind: DrawKind, number: int, player: int | None, place: Place | None
    ) -> str:
        """Name a draw of a round by game, beacon, and by what it decides."""
        state = self.state
        # The beacon is known before anything is drawn in a decision.
        self._stream = self._stream or f"{state.game}/{state.randomness}"
        again = state.times_redone(number)
        who = NONE if player is None else player
        where = NONE if place is None else place.value
        return f"{self._stream}/{kind}/{number}/{again}/{who}/{where}"
