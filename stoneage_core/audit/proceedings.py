"""Whether the conduct around the play was in order: who sits where, votes, undo."""

from collections.abc import Callable, Sequence
from typing import Any

from stoneage_core import conduct as c
from stoneage_core import events as e
from stoneage_core.audit.entries import Entry
from stoneage_core.audit.quarantine import STAFF, Quarantine
from stoneage_core.audit.returns import Returns
from stoneage_core.audit.verdict import Wrong
from stoneage_core.audit.votes import Votes
from stoneage_core.clock import Clock
from stoneage_core.events import Event
from stoneage_core.phrases import Seat
from stoneage_core.state import EndReason, GameState, Phase

#: What others look at.
_ELSEWHERE = (
    *(e.GameCreated, c.TimeSpent, c.GamePaused, c.GameResumed, c.TimeGranted),
    *(e.SaltsRevealed, e.SeedRevealed),
)

#: The clock of a table is set right after the game was made.
_OPENING = 2

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
        self._automatic: set[int] = set()
        self._stewarded: set[int] = set()
        self._substituted: set[int] = set()
        self._votes = Votes()
        self._clock: Clock | None = None
        self._carried: c.MotionMade | None = None
        self._returns = Returns(entries, events)
        self._quarantine = Quarantine()
        self._is_kept = False
        self._now = ""

    def watch(self, before: GameState, at: int, after: GameState) -> None:
        """Look at the decision that begins with the event at an index."""
        entry, event = self._entries[at], self._events[at]
        if entry.recorded_at < self._now:
            raise Wrong(entry.sequence, "time ran backwards")
        self._now = entry.recorded_at
        self._returns.note(before, at)
        self._require_consequence(entry, event)
        if not (
            self._quarantine.is_on
            or self._carried
            or isinstance(event, c.MotionSettled)
        ):
            self._votes.require_settled(entry.sequence, self._present)
        self._quarantine.require_allowed(entry, event)
        check = self._checks().get(type(event), self._moved)
        check(entry, event)
        led_to = self._events[at : after.version]
        if any(isinstance(each, e.RoundStarted) for each in led_to):
            self._votes.play_on()

    def finish(self, state: GameState) -> None:
        """Raise Wrong if the record ends where more had to follow."""
        if self._carried is not None:
            raise Wrong(state.version, "what was carried was not done")
        if state.phase is not Phase.ENDED and not self._quarantine.is_on:
            self._votes.require_settled(state.version, self._present)

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
            e.PlayerJoined: self._joined,
            e.FinalScored: self._ended,
            e.GameEnded: self._ended,
            c.ClockSet: self._clock_set,
            c.TurnTimedOut: self._in_person,
            c.StewardSeated: self._steward_seated,
            c.PlayerReturned: self._returned,
            c.SubstituteSeated: self._replaced,
            c.AbsenceDeclared: self._in_person,
            c.AbsenceEnded: self._in_person,
            c.MotionMade: self._proposed,
            c.VoteCast: self._voted,
            c.MotionSettled: self._settled,
            c.DecisionTakenBack: self._taken_back,
            c.GameRolledBack: self._rolled_back,
            c.GameHeld: self._quarantine.begin,
            c.GameReleased: self._quarantine.end,
            c.PlayerReplaced: self._replaced_by_staff,
            c.SeatEntrusted: self._entrusted,
            **dict.fromkeys(_ELSEWHERE, lambda entry, event: None),
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
        """All agreed, or the staff decided; by the rules a game ends in a move."""
        following = self._events[entry.sequence - 1 :]
        reason = next(each.reason for each in following if type(each) is e.GameEnded)
        is_by_staff = entry.decided_how == STAFF
        if not is_by_staff:
            self._require_carried(entry)
        if not (reason.is_by_staff if is_by_staff else reason is EndReason.AGREED):
            raise Wrong(entry.sequence, "a game cannot be ended like that")

    def _proposed(self, entry: Entry, event: c.MotionMade) -> None:
        self._require_present(entry, event.player)
        if event.kind is c.MotionKind.TAKE_BACK:
            self._returns.decision_after(entry, event.sequence)
        if event.kind is c.MotionKind.SUBSTITUTE and event.seat not in self._stewarded:
            raise Wrong(entry.sequence, "the steward does not play that seat")
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
        if how == STAFF or not entry.command:
            return
        seated = {"automatic": self._automatic, "steward": self._stewarded}
        if entry.is_in_person:
            self._require_present(entry, player)
        elif player not in seated.get(how, ()):
            raise Wrong(entry.sequence, "it was not for them to decide")

    def _require_present(self, entry: Entry, player: int) -> None:
        if player not in self._present:
            english = "{player} does not play this seat now"
            raise Wrong(entry.sequence, english, player=Seat(player))

    def _in_person(self, entry: Entry, event: Any) -> None:
        self._require_present(entry, event.player)

    def _steward_seated(self, entry: Entry, event: c.StewardSeated) -> None:
        self._stewarded.add(event.player)

    def _returned(self, entry: Entry, event: c.PlayerReturned) -> None:
        if event.player not in self._stewarded | self._substituted:
            raise Wrong(entry.sequence, "{player} was there", player=Seat(event.player))
        self._stewarded.discard(event.player)
        self._substituted.discard(event.player)

    def _replaced(self, entry: Entry, event: c.SubstituteSeated) -> None:
        carried = self._require_carried(entry)
        if (carried.seat, carried.offer) != (event.player, event.offer):
            raise Wrong(entry.sequence, "another substitute was agreed on")
        self._stewarded.discard(event.player)
        self._substituted.add(event.player)
        self._votes.leave(event.player)

    def _entrusted(self, entry: Entry, event: c.SeatEntrusted) -> None:
        """By the staff, or by a player who leaves for good."""
        self._require_present(entry, event.player)
        self._stewarded.add(event.player)

    def _replaced_by_staff(self, entry: Entry, event: c.PlayerReplaced) -> None:
        if event.player not in set(self._players) - self._automatic:
            raise Wrong(entry.sequence, "nobody can be replaced there")
        self._stewarded.discard(event.player)
        self._substituted.discard(event.player)
        self._votes.leave(event.player)

    # The clock, and going back

    def _clock_set(self, entry: Entry, event: c.ClockSet) -> None:
        """
        Set when the game is made; from then on it takes a vote, or the staff.

        The same clock is set anew when a guest, whose time did not run, stays for good.
        """
        opening = entry.sequence == _OPENING
        free = opening or entry.decided_how == STAFF or self._begins_anew(event)
        if not free and self._require_carried(entry).clock != event.clock:
            raise Wrong(entry.sequence, "another clock was agreed on")
        self._clock = event.clock

    def _begins_anew(self, event: c.ClockSet) -> bool:
        """Whether a guest stays, which is once, among automatic players only."""
        is_alone = len(set(self._players) - self._automatic) == 1
        is_same = self._carried is None and event.clock == self._clock
        if self._is_kept or not (is_alone and is_same):
            return False
        self._is_kept = True
        return True

    def _rolled_back(self, entry: Entry, event: c.GameRolledBack) -> None:
        self._returns.require_target(entry, event)
        self._votes.go_back(entry, event)

    def _taken_back(self, entry: Entry, event: c.DecisionTakenBack) -> None:
        self._votes.go_back(entry, event)
        decision = self._returns.decision_after(entry, event.sequence)
        if decision.decided_by != event.player:
            english = "{player} had decided nothing there"
            raise Wrong(entry.sequence, english, player=Seat(event.player))
        if not event.agreed:
            self._returns.require_undoable(entry, event, self._clock)
        elif self._require_carried(entry).sequence != event.sequence:
            raise Wrong(entry.sequence, "all agreed to go back elsewhere")
