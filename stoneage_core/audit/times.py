"""Whether anybody's time can have run out, and whether more was taken than had passed.

What depends on a player's time zone (a daily window, weekends) or on the service (an
outage) is in no record; but all of it makes deadlines later and less time be taken. So
a time-out before the bare time for a decision is wrong whatever the clock.
"""

from collections.abc import Sequence

from stoneage_core import banks
from stoneage_core import conduct as c
from stoneage_core.audit.asked import Asked
from stoneage_core.audit.entries import Entry
from stoneage_core.audit.moments import (
    Pause,
    is_moment,
    passed,
    seconds_between,
    seconds_running,
)
from stoneage_core.audit.verdict import Wrong
from stoneage_core.clock import Clock, PerMove
from stoneage_core.events import Event
from stoneage_core.phrases import Seat
from stoneage_core.state import GameState

#: However empty a bank is, every decision has a minute.
_LEAST = 60

#: The clock, and by player what is in the bank and what was granted.
_Held = tuple[Clock | None, dict[int, int | None], dict[int, int]]


class Times:
    """Follows a game with the banks and pauses of its seats; raises Wrong."""

    def __init__(self, entries: Sequence[Entry], events: Sequence[Event]) -> None:
        self._entries = entries
        self._events = events
        self._asked = Asked()
        self._clock: Clock | None = None
        self._banks: dict[int, int | None] = dict.fromkeys(range(4))
        self._granted = dict.fromkeys(range(4), 0)
        self._away: dict[int, tuple[Pause, ...]] = dict.fromkeys(range(4), ())
        self._pauses: tuple[Pause, ...] = ()
        self._holds: tuple[Pause, ...] = ()
        self._held_since = ""
        self._may_spend: dict[int, tuple[int, int]] = {}
        #: The decisions that came later than the bare time for them, by sequence.
        self.late: list[int] = []
        #: Those that took less out of a bank than the bare time, by sequence.
        self.spared: list[int] = []
        self._earlier: dict[int, _Held] = {}

    def watch(self, before: GameState, at: int, after: GameState) -> None:
        """Look at the decision that begins with the event at an index."""
        entry, event = self._entries[at], self._events[at]
        may_spend, self._may_spend = self._may_spend, {}
        if isinstance(event, c.TimeSpent):
            _require_spendable(entry, event, may_spend)
        elif isinstance(event, c.TurnTimedOut):
            self._require_late(entry, event)
            self._settle(event.player, self._banks[event.player] or 0)
        elif isinstance(event, c.Conduct):
            self._conduct(entry, event)
        elif entry.command:
            self._decided(entry, after)
        self._asked.follow(before, entry, event, after)
        state = (self._clock, dict(self._banks), dict(self._granted))
        self._earlier[after.version] = state

    def finish(self, state: GameState) -> None:
        """Nothing is left open."""

    def _decided(self, entry: Entry, after: GameState) -> None:
        """Settle the bank; what was taken out of it stands right after the decision."""
        player = entry.decided_by
        assert player is not None
        if entry.is_in_person:
            self._note_late(player, entry)
            self._may_spend = {player: (self._most(player, entry), after.version)}
        spent = self._events[after.version : after.version + 1]
        seconds = sum(each.seconds for each in spent if isinstance(each, c.TimeSpent))
        if self._is_spared(player, entry, seconds) and not after.seed:
            self.spared.append(entry.sequence)
        self._settle(player, seconds)

    def _is_spared(self, player: int, entry: Entry, seconds: int) -> bool:
        """
        Whether less was taken than had passed, where no time zone explains it.

        Orders had their answer ready, and take nothing.
        """
        clock = self._clock
        if clock is None or clock.window or clock.weekends:
            return False
        return entry.is_by_hand and seconds < self._most(player, entry)

    def _most(self, player: int, entry: Entry) -> int:
        """Return what a decision can take out of a bank."""
        ran = int(self._ran(player, entry)) - self._grace
        return min(self._banks[player] or 0, max(0, ran))

    def _note_late(self, player: int, entry: Entry) -> None:
        """Note what may be a favour, or a daily window, an outage, a guest."""
        if self._clock and self._ran(player, entry) > self._time_of(player):
            self.late.append(entry.sequence)

    def _settle(self, player: int, seconds: int) -> None:
        self._granted[player] = 0
        if self._clock is not None:
            bank = banks.after_decision(self._clock, self._banks[player], seconds)
            self._banks[player] = bank

    def _require_late(self, entry: Entry, event: c.TurnTimedOut) -> None:
        if self._ran(event.player, entry) < self._time_of(event.player):
            english = "{player}’s time cannot have run out yet"
            raise Wrong(entry.sequence, english, player=Seat(event.player))

    def _ran(self, player: int, entry: Entry) -> float:
        """Return for how long a player's clock had run when they decided."""
        since = self._asked.since.get(player, entry.recorded_at)
        still = (*self._away[player], *self._pauses, *self._holds)
        return seconds_running(since, entry.recorded_at, still)

    @property
    def _grace(self) -> int:
        return 0 if self._clock is None else self._clock.grace

    def _time_of(self, player: int) -> int:
        """Return the seconds that a player has at least for the present decision."""
        if self._clock is None:
            return 0
        time = self._clock.time
        own = time.seconds if isinstance(time, PerMove) else self._banks[player] or 0
        return max(_LEAST, own + self._clock.grace) + self._granted[player]

    def _conduct(self, entry: Entry, event: c.Conduct) -> None:
        match event:
            case c.ClockSet(clock):
                self._set_clock(clock)
            case c.AbsenceDeclared(player, begins, ends):
                _require_ahead(entry, begins, ends)
                self._away[player] += ((begins, ends),)
            case c.AbsenceEnded(player):
                self._away[player] = passed(self._away[player], entry.recorded_at)
            case c.GamePaused(until):
                _require_ahead(entry, entry.recorded_at, until)
                pauses = passed(self._pauses, entry.recorded_at)
                self._pauses = (*pauses, (entry.recorded_at, until))
            case c.GameResumed():
                self._pauses = passed(self._pauses, entry.recorded_at)
            case c.GameHeld():
                self._held_since = entry.recorded_at
            case c.GameReleased() if self._held_since:
                self._holds += ((self._held_since, entry.recorded_at),)
                self._held_since = ""
            case _:
                self._seat(event)

    def _seat(self, event: c.Conduct) -> None:
        """Follow what is fresh when somebody else, or nobody, sits down."""
        match event:
            case c.TimeGranted(player, seconds):
                self._granted[player] = seconds
            case c.StewardSeated(player) | c.SeatEntrusted(player):
                self._granted[player] = 0
            case c.SubstituteSeated(player) | c.PlayerReplaced(player):
                self._granted[player], self._away[player] = 0, ()
                bank = None if self._clock is None else banks.opening(self._clock)
                self._banks[player] = bank
            case c.PlayerReturned(player) if self._clock:
                self._banks[player] = banks.on_return(self._clock, self._banks[player])
            case c.DecisionTakenBack(sequence=sequence, agreed=False):
                self._go_on(sequence)
            case c.GameRolledBack(sequence=sequence, banks=True):
                self._go_on(sequence)

    def _go_on(self, sequence: int) -> None:
        """Go on with the banks as they were before what was taken back."""
        clock, held, granted = self._earlier.get(sequence, (None, {}, {}))
        if clock == self._clock:
            self._banks, self._granted = dict(held), dict(granted)

    def _set_clock(self, clock: Clock) -> None:
        self._banks = {
            player: banks.on_clock_change(self._clock, clock, bank)
            for player, bank in self._banks.items()
        }
        self._clock = clock


def _require_spendable(
    entry: Entry, event: c.TimeSpent, may_spend: dict[int, tuple[int, int]]
) -> None:
    """Raise Wrong unless this very player just decided, and took so much time."""
    most, version = may_spend.get(event.player, (0, 0))
    if version != entry.sequence - 1:
        raise Wrong(entry.sequence, "no decision took this time")
    if event.seconds > most:
        raise Wrong(entry.sequence, "more time was taken than had passed")


def _require_ahead(entry: Entry, begins: str, ends: str) -> None:
    """Raise Wrong for what stops a clock unless it lies ahead."""
    if not (is_moment(begins) and is_moment(ends)):
        raise Wrong(entry.sequence, "there is no such day or time in our days")
    if seconds_between(entry.recorded_at, ends) <= 0:
        raise Wrong(entry.sequence, "it was over before it was declared")
    if seconds_between(begins, entry.recorded_at) >= 1:
        raise Wrong(entry.sequence, "it was declared after it had begun")
