"""Whether a game was left alone while it was in quarantine."""

from stoneage_core import conduct as c
from stoneage_core.audit.entries import Entry
from stoneage_core.audit.verdict import Wrong
from stoneage_core.events import Event, SeedRevealed

STAFF = "staff"

#: What may happen in quarantine, beside what the staff do. A seat is left, a guest who
#: gives an address begins with a whole clock, and where the staff end the game its seed
#: is revealed a few days later.
_WHILE_HELD = (c.SeatEntrusted, c.ClockSet, SeedRevealed)
_NOT_WHILE_HELD = (c.GamePaused, c.GameResumed, c.TimeGranted)


class Quarantine:
    """Follows when a game is in quarantine; ``is_on`` tells whether it is."""

    def __init__(self) -> None:
        self.is_on = False

    def begin(self, entry: Entry, event: c.GameHeld) -> None:
        """Note that the staff put a game there; raise Wrong if it was there."""
        if self.is_on:
            raise Wrong(entry.sequence, "the game was in quarantine already")
        self.is_on = True

    def end(self, entry: Entry, event: c.GameReleased) -> None:
        """A game that had broken down is released as well, which no event tells."""
        self.is_on = False

    def require_allowed(self, entry: Entry, event: Event) -> None:
        """In quarantine the staff act, and who leaves may do so; nobody plays."""
        by_staff = entry.decided_how == STAFF and not entry.command
        acted = by_staff and not isinstance(event, _NOT_WHILE_HELD)
        free = acted or isinstance(event, _WHILE_HELD)
        if self.is_on and not free:
            raise Wrong(entry.sequence, "the game was in quarantine")
