"""Whether clocks stood still, or got more time, no longer than the table allows."""

from collections.abc import Sequence

from stoneage_core import conduct as c
from stoneage_core.audit.entries import Entry
from stoneage_core.audit.moments import Pause, passed, seconds_between
from stoneage_core.audit.verdict import Wrong
from stoneage_core.clock import DAY, LONGEST, LONGEST_VACATION, PAUSE_DAYS, Clock
from stoneage_core.engine import awaited
from stoneage_core.events import Event
from stoneage_core.phrases import Seat
from stoneage_core.state import GameState

YEAR = 365 * DAY


class Standstills:
    """Follows a game with its pauses and vacations; raises Wrong for one too many."""

    def __init__(self, entries: Sequence[Entry], events: Sequence[Event]) -> None:
        self._entries = entries
        self._events = events
        self._vacation = LONGEST_VACATION
        self._away: dict[int, tuple[Pause, ...]] = dict.fromkeys(range(4), ())
        self._pauses: tuple[Pause, ...] = ()
        self._quarantine: tuple[Pause, ...] = ()

    def watch(self, before: GameState, at: int, after: GameState) -> None:
        """Look at the decision that begins with the event at an index."""
        entry, event = self._entries[at], self._events[at]
        match event:
            case c.ClockSet(clock):
                self._set_clock(clock)
            case c.GamePaused(until):
                self._pause(entry, until)
            case c.GameResumed():
                self._resume(entry)
            case c.TimeGranted():
                _require_grantable(entry, event, before)
            case _:
                self._follow_absences(entry, event)

    def finish(self, state: GameState) -> None:
        """Nothing is left open."""

    def _set_clock(self, clock: Clock) -> None:
        self._vacation = clock.vacation

    # Absences

    def _follow_absences(self, entry: Entry, event: Event) -> None:
        match event:
            case c.AbsenceDeclared(player, begins, ends):
                self._require_vacation(entry, self._away[player], (begins, ends))
                self._away[player] += ((begins, ends),)
            case c.AbsenceEnded(player):
                self._away[player] = passed(self._away[player], entry.recorded_at)
            case c.SubstituteSeated(player) | c.PlayerReplaced(player):
                self._away[player] = ()

    def _require_vacation(
        self, entry: Entry, others: Sequence[Pause], span: Pause
    ) -> None:
        begins, _ends = span
        if any(_overlap(span, other) for other in others):
            raise Wrong(entry.sequence, "its player was away at that time already")
        left = self._vacation - sum(_days_begun(each, begins) for each in others)
        length = seconds_between(*span)
        if not 0 < length <= left * DAY:
            raise Wrong(entry.sequence, "the table allows no such vacation")

    # Pauses

    def _pause(self, entry: Entry, until: str) -> None:
        pause = (entry.recorded_at, until)
        if _is_older_quarantine(pause):
            self._quarantine = (pause,)
            return
        if _is_within(self._pauses, entry):
            raise Wrong(entry.sequence, "the game was paused already")
        self._pauses += (pause,)
        if sum(seconds_between(*each) for each in self._pauses) > PAUSE_DAYS * DAY:
            english = "a game is paused for {days} days in all at most"
            raise Wrong(entry.sequence, english, days=PAUSE_DAYS)

    def _resume(self, entry: Entry) -> None:
        if not _is_within((*self._pauses, *self._quarantine), entry):
            raise Wrong(entry.sequence, "the game was not paused")
        self._pauses = passed(self._pauses, entry.recorded_at)
        self._quarantine = ()


def _require_grantable(entry: Entry, event: c.TimeGranted, state: GameState) -> None:
    if event.player not in awaited(state):
        english = "nobody waited for {player}"
        raise Wrong(entry.sequence, english, player=Seat(event.player))
    if event.seconds > LONGEST:
        raise Wrong(entry.sequence, "so much time cannot be given")


def _is_older_quarantine(pause: Pause) -> bool:
    """Whether a pause is what quarantine was before it had an event: one of a year."""
    return YEAR - DAY < seconds_between(*pause) <= YEAR


def _is_within(pauses: Sequence[Pause], entry: Entry) -> bool:
    """Whether any of some pauses, begun before, goes on."""
    return any(seconds_between(entry.recorded_at, ends) > 0 for _, ends in pauses)


def _overlap(one: Pause, other: Pause) -> bool:
    return seconds_between(one[0], other[1]) > 0 < seconds_between(other[0], one[1])


def _days_begun(span: Pause, around: str) -> int:
    """Return the days of a vacation begun in the year before a moment, or later."""
    days = -(-seconds_between(*span) // DAY)
    begun_before = (seconds_between(span[0], around) - YEAR) // DAY + 1
    return int(max(0, days - max(0, begun_before)))
