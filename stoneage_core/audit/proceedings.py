"""Whether the conduct around the play was in order: time-outs, the steward, votes.

What depends on a player's time zone (deadlines within a daily window) is in no record;
but no window, vacation or outage makes a deadline earlier, so a time-out before the
bare time for a decision is wrong whatever the clock.
"""

from collections.abc import Callable, Sequence
from typing import Any

from stoneage_core import conduct as c
from stoneage_core import events as e
from stoneage_core.audit.asked import Asked
from stoneage_core.audit.entries import Entry
from stoneage_core.audit.moments import seconds_between
from stoneage_core.audit.verdict import Wrong
from stoneage_core.audit.votes import Votes
from stoneage_core.clock import Clock, PerMove
from stoneage_core.events import Event
from stoneage_core.phrases import Seat
from stoneage_core.state import GameState

#: What cannot be taken back by its player alone.
REVEALING = (
    *(e.DiceRolled, e.DiceForAllRolled, e.CardDrawn, e.CardRevealed),
    *(e.BuildingRevealed, e.GameStarted, e.GameEnded),
)
_BY_ITSELF = ("automatic", "steward")
_IN_PERSON = ("page", "orders")
STAFF = "staff"
BY_STAFF = (c.GamePaused, c.GameResumed, c.TimeGranted, c.GameRolledBack)

#: What has to follow at once when a proposal is carried.
_CONSEQUENCES: dict[c.MotionKind, type[Any]] = {
    c.MotionKind.TAKE_BACK: c.DecisionTakenBack,
    c.MotionKind.SUBSTITUTE: c.SubstituteSeated,
    c.MotionKind.END: e.FinalScored,
    c.MotionKind.CLOCK: c.ClockSet,
}


class Proceedings:
    """Follows a game decision by decision, and raises Wrong where one was irregular."""

    def __init__(self, entries: Sequence[Entry], events: Sequence[Event]) -> None:
        self._entries = entries
        self._events = events
        self._clock: Clock | None = None
        self._automatic: set[int] = set()
        self._stewarded: set[int] = set()
        self._substituted: set[int] = set()
        self._misses = [0, 0, 0, 0]
        self._votes = Votes()
        self._carried: c.MotionMade | None = None
        self._timed_out: int | None = None
        self._asked = Asked()
        self._now = ""

    def watch(self, before: GameState, at: int, after: GameState) -> None:
        """Look at the decision that begins with the event at an index."""
        entry, event = self._entries[at], self._events[at]
        if entry.recorded_at < self._now:
            raise Wrong(entry.sequence, "time ran backwards")
        self._now = entry.recorded_at
        self._require_consequence(entry, event)
        check = self._checks().get(type(event), self._moved)
        check(entry, event)
        self._asked.follow(before, entry, event, after)

    @property
    def _present(self) -> set[int]:
        return set(self._players) - self._automatic - self._stewarded

    @property
    def _players(self) -> range:
        created = self._events[0]
        assert isinstance(created, e.GameCreated)
        return range(created.player_count)

    def _checks(self) -> dict[type[Any], Callable[[Entry, Any], None]]:
        return {
            e.GameCreated: lambda entry, event: None,
            e.PlayerJoined: self._joined,
            e.FinalScored: self._ended,
            e.GameEnded: self._ended,
            c.ClockSet: self._clock_set,
            c.TimeSpent: self._spent,
            c.TurnTimedOut: self._ran_out,
            c.StewardSeated: self._steward_seated,
            c.PlayerReturned: self._returned,
            c.SubstituteSeated: self._replaced,
            c.AbsenceDeclared: self._away,
            c.AbsenceEnded: self._in_person,
            c.MotionMade: self._proposed,
            c.VoteCast: self._voted,
            c.MotionSettled: self._settled,
            c.DecisionTakenBack: self._taken_back,
            c.PlayerReplaced: self._replaced_by_staff,
            c.SeatEntrusted: self._entrusted,
            **dict.fromkeys(BY_STAFF, self._by_staff),
        }

    # Votes and what follows from them

    def _require_consequence(self, entry: Entry, event: Event) -> None:
        """After a proposal was carried comes what it asked for, and nothing else."""
        if self._carried is None:
            return
        if type(event) is not _CONSEQUENCES[self._carried.kind]:
            raise Wrong(entry.sequence, "what was carried was not done")

    def _require_carried(self, entry: Entry) -> c.MotionMade:
        carried, self._carried = self._carried, None
        if carried is None:
            raise Wrong(entry.sequence, "nobody had agreed to this")
        return carried

    def _ended(self, entry: Entry, event: Event) -> None:
        if entry.decided_how != STAFF:
            self._require_carried(entry)

    def _proposed(self, entry: Entry, event: c.MotionMade) -> None:
        self._require_present(entry, event.player)
        self._votes.propose(entry, event)

    def _voted(self, entry: Entry, event: c.VoteCast) -> None:
        self._require_present(entry, event.player)
        self._votes.cast(entry, event)

    def _settled(self, entry: Entry, event: c.MotionSettled) -> None:
        proposal = self._votes.settle(entry, event, self._present)
        if event.outcome is c.Outcome.CARRIED:
            self._carried = proposal

    # Taking part, or not

    def _joined(self, entry: Entry, event: e.PlayerJoined) -> None:
        if entry.decided_how == "automatic":
            self._automatic.add(event.player)

    def _moved(self, entry: Entry, event: Event) -> None:
        """A decision on the board: made by whoever had the seat."""
        player, how = entry.decided_by, entry.decided_how
        assert player is not None
        if self._timed_out is not None and not entry.command:
            if player != self._timed_out:
                raise Wrong(entry.sequence, "it was somebody else’s time that ran out")
            return
        self._timed_out = None
        if how == STAFF:
            return
        seated = {"automatic": self._automatic, "steward": self._stewarded}
        if how in _IN_PERSON:
            self._require_present(entry, player)
            self._misses[player] = 0
        elif player not in seated.get(how, ()):
            raise Wrong(entry.sequence, "it was not for them to decide")

    def _require_present(self, entry: Entry, player: int) -> None:
        if player not in self._present:
            english = "{player} does not play this seat now"
            raise Wrong(entry.sequence, english, player=Seat(player))

    def _in_person(self, entry: Entry, event: Any) -> None:
        self._require_present(entry, event.player)

    def _ran_out(self, entry: Entry, event: c.TurnTimedOut) -> None:
        self._require_present(entry, event.player)
        self._timed_out = event.player
        passed = seconds_between(self._asked.since[event.player], entry.recorded_at)
        if passed < self._least_time():
            english = "{player}’s time cannot have run out yet"
            raise Wrong(entry.sequence, english, player=Seat(event.player))
        if entry.decided_how == "timeout":
            self._misses[event.player] += 1

    def _least_time(self) -> int:
        """Return the seconds that any decision has at this table."""
        if self._clock is None:
            return 0
        time = self._clock.time
        own = time.seconds if isinstance(time, PerMove) else 0
        return own + self._clock.grace

    def _steward_seated(self, entry: Entry, event: c.StewardSeated) -> None:
        missed = self._misses[event.player]
        allowed = 2 if self._clock is None else max(1, self._clock.misses)
        if event.player != self._timed_out or event.misses != missed:
            raise Wrong(entry.sequence, "so many decisions were not missed")
        if missed < allowed:
            raise Wrong(entry.sequence, "so many misses are forgiven at this table")
        self._stewarded.add(event.player)
        self._misses[event.player] = 0
        self._timed_out = None

    def _returned(self, entry: Entry, event: c.PlayerReturned) -> None:
        if event.player not in self._stewarded | self._substituted:
            raise Wrong(entry.sequence, "{player} was there", player=Seat(event.player))
        self._seat_again(event.player)
        self._substituted.discard(event.player)

    def _replaced(self, entry: Entry, event: c.SubstituteSeated) -> None:
        carried = self._require_carried(entry)
        if (carried.seat, carried.offer) != (event.player, event.offer):
            raise Wrong(entry.sequence, "another substitute was agreed on")
        self._seat_again(event.player)
        self._substituted.add(event.player)

    def _entrusted(self, entry: Entry, event: c.SeatEntrusted) -> None:
        """By the staff, or by a player who leaves for good."""
        self._require_present(entry, event.player)
        self._stewarded.add(event.player)
        self._misses[event.player] = 0

    def _replaced_by_staff(self, entry: Entry, event: c.PlayerReplaced) -> None:
        self._by_staff(entry, event)
        self._seat_again(event.player)
        self._substituted.discard(event.player)

    def _by_staff(self, entry: Entry, event: Event) -> None:
        if entry.decided_how != STAFF:
            raise Wrong(entry.sequence, "only the staff may do that")

    def _seat_again(self, player: int) -> None:
        self._stewarded.discard(player)
        self._misses[player] = 0

    # Time

    def _clock_set(self, entry: Entry, event: c.ClockSet) -> None:
        by_vote = self._clock is not None and entry.decided_how != STAFF
        if by_vote and self._require_carried(entry).clock != event.clock:
            raise Wrong(entry.sequence, "another clock was agreed on")
        self._clock = event.clock

    def _spent(self, entry: Entry, event: c.TimeSpent) -> None:
        passed = seconds_between(self._asked.before, entry.recorded_at)
        if event.seconds > passed:
            raise Wrong(entry.sequence, "more time was taken than had passed")

    def _away(self, entry: Entry, event: c.AbsenceDeclared) -> None:
        self._require_present(entry, event.player)
        if seconds_between(entry.recorded_at, event.ends) <= 0:
            raise Wrong(entry.sequence, "the absence was over before it was declared")
        if seconds_between(event.begins, entry.recorded_at) >= 1:
            raise Wrong(entry.sequence, "the absence was declared after it began")

    def _taken_back(self, entry: Entry, event: c.DecisionTakenBack) -> None:
        if event.agreed:
            if self._require_carried(entry).sequence != event.sequence:
                raise Wrong(entry.sequence, "all agreed to go back elsewhere")
            return
        for undone in range(event.sequence, entry.sequence - 1):
            self._require_undoable(entry, self._entries[undone], self._events[undone])

    def _require_undoable(self, entry: Entry, undone: Entry, event: Event) -> None:
        if isinstance(event, (*REVEALING, c.DecisionTakenBack, c.GameRolledBack)):
            raise Wrong(entry.sequence, "what was revealed cannot be taken back")
        mine = undone.decided_by == entry.decided_by
        if undone.command and not mine and undone.decided_how not in _BY_ITSELF:
            raise Wrong(entry.sequence, "somebody else had decided since")
