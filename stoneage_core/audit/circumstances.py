"""What no event tells, taken as it is recorded, within the bounds of what can be.

What depends on a player's time zone (a daily window, weekends) or on the service (an
outage) is in no record; but all of it makes deadlines later and less time be taken. So
a time-out before the bare time for a decision is wrong whatever the clock.
"""

from collections.abc import Sequence

from stoneage_core.audit.entries import Entry
from stoneage_core.clock import Clock
from stoneage_core.conduct import MotionSettled, Outcome, TimeSpent
from stoneage_core.events import Event
from stoneage_core.match.calendar import Span


class RecordedCircumstances:
    """
    The circumstances of a game of which there is only the record.

    ``spared`` are the seconds by which a decision took less out of a bank than the bare
    time for it.
    """

    outages: Sequence[Span] = ()
    knows_deadlines = False

    def __init__(self, entries: Sequence[Entry], events: Sequence[Event]) -> None:
        self._entries = entries
        self._events = events
        self._moment = ""
        self.spared = 0

    def begin(self, entry: Entry) -> None:
        """Go on to the decision that begins with an entry."""
        self._moment, self.spared = entry.recorded_at, 0

    def zone_of(self, player: int) -> None:
        """It is in no record: a clock may run at any hour."""

    def is_untimed(self, player: int) -> bool:
        """Nobody is named a guest there."""
        return False

    def takeback_window(self, clock: Clock) -> float:
        """How long each service gives is not told, but the most it may be is known."""
        return clock.longest_takeback

    def stands(self, offer: int, *, motion: int, sequence: int) -> bool:
        """An offer was withdrawn where its proposal lapses next, at once."""
        return self._event(sequence) != MotionSettled(motion, Outcome.LAPSED)

    def seconds_taken(self, most: int, sequence: int) -> int:
        """What was taken is recorded next; it is no more than the bare time."""
        event = self._event(sequence)
        seconds = event.seconds if isinstance(event, TimeSpent) else 0
        self.spared = max(0, most - seconds)
        return min(most, seconds)

    def _event(self, sequence: int) -> Event | None:
        """Return what is recorded next, if it is of the same moment."""
        at = sequence - 1
        if at >= len(self._events) or self._entries[at].recorded_at != self._moment:
            return None
        return self._events[at]
