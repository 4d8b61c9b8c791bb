"""Going back to an earlier position: whether what was gone back to is one."""

from collections.abc import Sequence

from stoneage_core import conduct as c
from stoneage_core.audit.entries import Entry
from stoneage_core.audit.moments import seconds_between
from stoneage_core.audit.verdict import Wrong
from stoneage_core.clock import Clock
from stoneage_core.events import Event
from stoneage_core.state import GameState, Phase
from stoneage_core.undo import REVEALING, longest_window

_BY_ITSELF = ("automatic", "steward")


class Returns:
    """Knows where decisions began, and raises Wrong for going back elsewhere."""

    def __init__(self, entries: Sequence[Entry], events: Sequence[Event]) -> None:
        self._entries = entries
        self._events = events
        self._began: set[int] = set()
        #: After how many events the game had begun: none joins it again.
        self._opening = len(entries)

    def note(self, before: GameState, at: int) -> None:
        """Note that a decision begins with the event at an index."""
        self._began.add(at)
        if before.phase is not Phase.INVITATION:
            self._opening = min(self._opening, at)

    def require_target(self, entry: Entry, event: c.GameRolledBack) -> None:
        """Raise Wrong unless the staff went back to a position of the game proper."""
        if event.sequence not in self._began:
            raise Wrong(entry.sequence, "it goes back to the middle of a decision")
        if event.sequence < self._opening:
            raise Wrong(entry.sequence, "the game had not begun where it goes back to")
        if event.sequence >= entry.sequence - 1:
            raise Wrong(entry.sequence, "it goes back to where the game is")

    def decision_after(self, entry: Entry, sequence: int | None) -> Entry:
        """Return the entry with which a decision began, right after an event."""
        at = sequence or 0
        if at < entry.sequence - 1:
            decision, event = self._entries[at], self._events[at]
            if decision.command or isinstance(event, c.TurnTimedOut):
                return decision
        raise Wrong(entry.sequence, "no decision was made there")

    def require_undoable(
        self, entry: Entry, event: c.DecisionTakenBack, clock: Clock | None
    ) -> None:
        """
        Raise Wrong unless a player may take back alone, still, what happened since.

        How long each service gives them is in no record, but the most it may be is.
        """
        for undone in range(event.sequence, entry.sequence - 1):
            _require_undoable(entry, self._entries[undone], self._events[undone])
        decided_at = self._entries[event.sequence].recorded_at
        if seconds_between(decided_at, entry.recorded_at) > longest_window(clock):
            raise Wrong(entry.sequence, "it was too late to take that back alone")


def _require_undoable(entry: Entry, undone: Entry, event: Event) -> None:
    if isinstance(event, (*REVEALING, c.DecisionTakenBack, c.GameRolledBack)):
        raise Wrong(entry.sequence, "what was revealed cannot be taken back")
    moved = undone.command or undone.decided_how in ("timeout", "orders")
    mine = undone.decided_by == entry.decided_by
    if moved and not mine and undone.decided_how not in _BY_ITSELF:
        raise Wrong(entry.sequence, "somebody else had decided since")
