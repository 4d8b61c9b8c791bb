"""The ladder of who comes too late: a time-out, played out; then the steward."""

from collections.abc import Sequence

from stoneage_core import conduct as c
from stoneage_core import events as e
from stoneage_core.audit.entries import Entry
from stoneage_core.audit.verdict import Wrong
from stoneage_core.engine import awaited
from stoneage_core.events import Event
from stoneage_core.phrases import Seat
from stoneage_core.state import GameState

#: What nobody gives a command for, whether time ran out or not.
_WITHOUT_COMMAND = (
    *(c.Conduct, e.GameCreated, e.PlayerJoined, e.SaltsRevealed),
    *(e.FinalScored, e.GameEnded, e.SeedRevealed),
)
_FRESH = (c.PlayerReturned, c.SubstituteSeated, c.PlayerReplaced, c.SeatEntrusted)

#: How many misses in a row made the steward take a seat before clocks were events.
_ALLOWED_ONCE = 2


class Ladder:
    """
    Follows a game, and raises Wrong where a step of the ladder was left out or made up.

    Which decisions are made in a player's place is not checked: the steward's taste may
    change, and old games stay legal.
    """

    def __init__(self, entries: Sequence[Entry], events: Sequence[Event]) -> None:
        self._entries = entries
        self._events = events
        self._misses = [0, 0, 0, 0]
        self._allowed: int | None = None
        self._expired: Entry | None = None
        self._phase = (0, "")

    def watch(self, before: GameState, at: int, after: GameState) -> None:
        """Look at the decision that begins with the event at an index."""
        entry, event = self._entries[at], self._events[at]
        if not entry.command and not isinstance(event, _WITHOUT_COMMAND):
            self._require_part(entry, before)
            return
        if self._is_due(before):
            english = "somebody’s time had run out, and nothing was decided for them"
            raise Wrong(entry.sequence, english)
        self._require_steward(entry, event)
        self._expired = None
        self._climb(entry, event, before)

    def finish(self, state: GameState) -> None:
        """Raise Wrong if the record ends in the middle of a step."""
        if self._is_due(state) or self._has_lost_seat():
            english = "the record breaks off in the middle of a decision"
            raise Wrong(state.version, english)

    def _climb(self, entry: Entry, event: Event, before: GameState) -> None:
        match event:
            case c.ClockSet(clock):
                self._allowed = max(1, clock.misses)
            case c.TurnTimedOut(player):
                self._expired, self._phase = entry, (before.round, before.phase)
                missed = self._misses[player] + 1
                self._misses[player] = missed if entry.decided_how == "timeout" else 0
            case c.StewardSeated(player):
                self._misses[player] = 0
            case _ if isinstance(event, _FRESH):
                self._misses[event.player] = 0
            case _ if entry.command and entry.is_in_person:
                assert entry.decided_by is not None
                self._misses[entry.decided_by] = 0

    def _is_due(self, state: GameState) -> bool:
        """Whether a decision has to be made in the place of who came too late."""
        return (
            self._expired is not None
            and self._expired.decided_by in awaited(state)
            and self._phase == (state.round, state.phase)
        )

    def _require_part(self, entry: Entry, before: GameState) -> None:
        expired = self._expired
        if expired is None or not self._is_due(before):
            raise Wrong(entry.sequence, "no command led to this")
        told = (entry.decided_by, entry.decided_how, entry.recorded_at)
        if told != (expired.decided_by, expired.decided_how, expired.recorded_at):
            english = "who decided, how or when is not told as before"
            raise Wrong(entry.sequence, english)

    def _require_steward(self, entry: Entry, event: Event) -> None:
        """The steward takes a seat when it was missed too often, and only then."""
        if not isinstance(event, c.StewardSeated):
            if self._has_lost_seat():
                raise Wrong(entry.sequence, "the steward had to take the seat")
            return
        player, missed = event.player, self._misses[event.player]
        if self._expired is None or self._expired.decided_by != player:
            english = "{player} had not missed a decision"
            raise Wrong(entry.sequence, english, player=Seat(player))
        if event.misses != missed:
            english = "{player} had missed another number of decisions: {missed}"
            raise Wrong(entry.sequence, english, player=Seat(player), missed=missed)
        if missed < (self._allowed or _ALLOWED_ONCE):
            raise Wrong(entry.sequence, "so many misses are forgiven at this table")

    def _has_lost_seat(self) -> bool:
        """Whether who came too late did so once too often at a table with a clock."""
        if self._expired is None or self._allowed is None:
            return False
        player = self._expired.decided_by
        return player is not None and self._misses[player] >= self._allowed
