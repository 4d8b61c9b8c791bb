"""Whose doing each decision was, how it came about, and at which moment."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from stoneage_core import conduct as c
from stoneage_core import events as e
from stoneage_core import notation
from stoneage_core.audit.entries import Entry
from stoneage_core.audit.verdict import Wrong
from stoneage_core.events import Event
from stoneage_core.phrases import Seat
from stoneage_core.state import GameState


class Origin(NamedTuple):
    """Whether an event is the doing of the player it speaks of, and how it came."""

    is_own: bool
    hows: tuple[str, ...]


_OWN = Origin(True, ("page", "reply"))
_NOBODYS = Origin(False, ("system",))
_STAFFS = Origin(False, ("staff",))

#: What happens off the board. What is not here is checked by others.
_ORIGINS: dict[type[Any], Origin] = {
    e.GameCreated: _NOBODYS,
    e.PlayerJoined: Origin(True, ("page", "reply", "automatic")),
    e.SaltsRevealed: _NOBODYS,
    e.FinalScored: Origin(False, ("system", "staff")),
    e.GameEnded: _STAFFS,
    # By the staff where it came with their end at once, as it did at first.
    e.SeedRevealed: Origin(False, ("system", "staff")),
    c.ClockSet: Origin(False, ("system", "staff")),
    c.TimeSpent: Origin(True, ("page", "reply", "orders")),
    c.TurnTimedOut: Origin(True, ("timeout", "orders")),
    c.StewardSeated: Origin(True, ("timeout",)),
    c.PlayerReturned: Origin(True, ("page", "reply", "staff")),
    c.SubstituteSeated: _NOBODYS,
    c.AbsenceDeclared: _OWN,
    c.AbsenceEnded: _OWN,
    c.MotionMade: _OWN,
    c.VoteCast: _OWN,
    c.MotionSettled: _NOBODYS,
    c.GamePaused: _STAFFS,
    c.GameResumed: _STAFFS,
    c.GameHeld: _STAFFS,
    c.GameReleased: _STAFFS,
    c.TimeGranted: _STAFFS,
    c.GameRolledBack: _STAFFS,
    c.SeatEntrusted: Origin(True, ("page", "staff")),
    c.PlayerReplaced: Origin(True, ("staff",)),
}


class Origins:
    """Follows a game, and raises Wrong where an event cannot have come like that."""

    def __init__(self, entries: Sequence[Entry], events: Sequence[Event]) -> None:
        self._entries = entries
        self._events = events
        self._requests: set[str] = set()

    def watch(self, before: GameState, at: int, after: GameState) -> None:
        """Look at the decision that begins with the event at an index."""
        entry, event = self._entries[at], self._events[at]
        origin = _origin(event)
        if origin is not None:
            _require_origin(entry, event, origin)
        _require_plain(entry, event)
        self._require_fresh(entry)
        if at and _is_at_once(entry, event) and not self._begins_anew(at):
            self._require_moment_of(self._entries[at - 1], entry)

    def finish(self, state: GameState) -> None:
        """Nothing is left open."""

    def _require_fresh(self, entry: Entry) -> None:
        """Each request was carried out once, and brought a command."""
        if entry.request_id is None:
            return
        if entry.request_id in self._requests or not entry.command:
            raise Wrong(entry.sequence, "this request was not made for it")
        self._requests.add(entry.request_id)

    def _begins_anew(self, at: int) -> bool:
        """Whether the clock of a guest, who stays for good, begins to run."""
        led_to_it = isinstance(self._events[at - 1], e.GameCreated | c.MotionSettled)
        return isinstance(self._events[at], c.ClockSet) and not led_to_it

    def _require_moment_of(self, previous: Entry, entry: Entry) -> None:
        at_once = entry.recorded_at == previous.recorded_at
        if not at_once or entry.decided_how not in ("system", previous.decided_how):
            raise Wrong(entry.sequence, "it has to happen together with what led to it")


def _origin(event: Event) -> Origin | None:
    if isinstance(event, c.DecisionTakenBack):
        return _NOBODYS if event.agreed else _OWN
    return _ORIGINS.get(type(event))


def _require_origin(entry: Entry, event: Any, origin: Origin) -> None:
    if entry.decided_how not in origin.hows:
        english = "it cannot come about by “{how}”"
        raise Wrong(entry.sequence, english, how=entry.decided_how)
    whose = event.player if origin.is_own else None
    if entry.decided_by != whose:
        english = (
            "only {player} can do that" if origin.is_own else "no player does that"
        )
        raise Wrong(entry.sequence, english, player=Seat(whose or 0))


def _require_plain(entry: Entry, event: Event) -> None:
    """Commands stand where somebody gave one, in the one way that they are written."""
    if not entry.command:
        return
    if isinstance(event, c.Conduct) or type(event) in _ORIGINS:
        raise Wrong(entry.sequence, "no command leads to this")
    if notation.to_text(notation.from_text(entry.command)) != entry.command:
        raise Wrong(entry.sequence, "the command is written in another way than ours")


def _is_at_once(entry: Entry, event: Event) -> bool:
    """Whether it happens in the same moment as what stands before it, by itself."""
    if isinstance(event, c.MotionSettled):
        # A proposal lapses, too, when an offer is withdrawn, which no record tells.
        return event.outcome is not c.Outcome.LAPSED
    if isinstance(event, e.SaltsRevealed):
        return False  # own seals take a while: checked along with the salts
    if isinstance(event, e.SeedRevealed):
        return entry.decided_how == "staff"
    return entry.decided_how == "system" or isinstance(
        event, c.TimeSpent | c.StewardSeated
    )
