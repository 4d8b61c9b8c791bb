"""What comes of a time-out: decisions in a player's place, until nothing is asked."""

from collections.abc import Sequence

from stoneage_core.audit.entries import Entry
from stoneage_core.audit.verdict import Wrong
from stoneage_core.conduct import Conduct, TurnTimedOut
from stoneage_core.engine import awaited
from stoneage_core.events import Event, FinalScored, GameCreated, PlayerJoined
from stoneage_core.state import GameState

#: What nobody gives a command for, whether time ran out or not.
_WITHOUT_COMMAND = (Conduct, GameCreated, PlayerJoined, FinalScored)


class TimeOuts:
    """
    Follows a game, and raises Wrong where a time-out was not carried out as a whole.

    Which decisions are made then is not checked: the steward's taste may change, and
    old games stay legal.
    """

    def __init__(self, entries: Sequence[Entry], events: Sequence[Event]) -> None:
        self._entries = entries
        self._events = events
        self._expired: Entry | None = None
        self._question = (0, "")

    def watch(self, before: GameState, at: int, after: GameState) -> None:
        """Look at the decision that begins with the event at an index."""
        entry, event = self._entries[at], self._events[at]
        if _is_commanded(entry, event):
            self._require_done(entry, before)
        elif isinstance(event, TurnTimedOut):
            self._require_done(entry, before)
            self._expired, self._question = entry, (before.round, before.phase)
        else:
            self._require_part(entry, before)

    def finish(self, state: GameState) -> None:
        """Raise Wrong if the record ends in the middle of a time-out."""
        if self._is_due(state):
            english = "the record breaks off in the middle of a decision"
            raise Wrong(state.version, english)

    def _is_due(self, state: GameState) -> bool:
        """Whether a decision has to be made in the place of who came too late."""
        return (
            self._expired is not None
            and self._expired.decided_by in awaited(state)
            and self._question == (state.round, state.phase)
        )

    def _require_done(self, entry: Entry, before: GameState) -> None:
        if self._is_due(before):
            english = "somebody’s time had run out, and nothing was decided for them"
            raise Wrong(entry.sequence, english)
        self._expired = None

    def _require_part(self, entry: Entry, before: GameState) -> None:
        expired = self._expired
        if expired is None or not self._is_due(before):
            raise Wrong(entry.sequence, "no command led to this")
        told = (entry.decided_by, entry.decided_how, entry.recorded_at)
        if told != (expired.decided_by, expired.decided_how, expired.recorded_at):
            english = "who decided, how or when is not told as before"
            raise Wrong(entry.sequence, english)


def _is_commanded(entry: Entry, event: Event) -> bool:
    """Whether it is no part of a time-out."""
    if isinstance(event, TurnTimedOut):
        return False
    return bool(entry.command) or isinstance(event, _WITHOUT_COMMAND)
