"""Chance that says what the record says, where no seed is known to draw again by."""

from collections.abc import Sequence

from stoneage_core import events as e
from stoneage_core.events import Event


class RecordedChance:
    """
    The draws as recorded, found by the labels of the draws.

    A label ends in the sequence of the event that holds the draw, and its index there.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        self.drawn = 0

    def roll(self, label: str) -> int:
        event, index = self._at(label)
        if not isinstance(event, e.DiceRolled | e.DiceForAllRolled):
            return 1
        die = event.dice[index : index + 1]
        return die[0] if die and die[0] in range(1, 7) else 1

    def pick(self, items: Sequence[int], label: str) -> int:
        event, _index = self._at(label)
        match event:
            case e.CardRevealed(card=drawn) | e.CardDrawn(card=drawn):
                pass
            case e.BuildingRevealed(building=drawn):
                pass
            case e.GameStarted(start_player=drawn):
                pass
            case _:
                return items[0]
        return drawn if drawn in items else items[0]

    def reveal(self) -> str:
        last = self._events[-1]
        return last.seed if isinstance(last, e.SeedRevealed) else ""

    def _at(self, label: str) -> tuple[Event | None, int]:
        *_, sequence, index = label.split("/")
        at = int(sequence) - 1
        return (self._events[at] if at < len(self._events) else None), int(index)
