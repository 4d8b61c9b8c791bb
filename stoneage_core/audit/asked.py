"""Since when each player has been asked what they are asked."""

from stoneage_core import conduct as c
from stoneage_core.audit.entries import Entry
from stoneage_core.clock import Clock
from stoneage_core.engine import awaited
from stoneage_core.events import Event
from stoneage_core.state import GameState


class Asked:
    """The moments, as recorded, at which the present questions came up, by player."""

    def __init__(self) -> None:
        self.since: dict[int, str] = {}
        self._clock: Clock | None = None
        self._earlier: dict[int, tuple[Clock | None, dict[int, str]]] = {}

    def follow(
        self, before: GameState, entry: Entry, event: Event, after: GameState
    ) -> None:
        """Note what a decision, which began with ``event``, led to."""
        player, now = entry.decided_by, entry.recorded_at
        if isinstance(event, c.Return):
            self._go_back(event, after, now)
        elif isinstance(event, c.Conduct) and not isinstance(event, c.TurnTimedOut):
            self._begin_anew(event, now)
        else:
            self._move_on(before, after, player, now)
        self._earlier[after.version] = (self._clock, dict(self.since))

    def _go_back(self, event: c.Return, after: GameState, now: str) -> None:
        """At once the same clock goes on as it was; agreed on, it starts anew."""
        at_once = isinstance(event, c.DecisionTakenBack) and not event.agreed
        clock, since = self._earlier.get(event.sequence, (None, {}))
        earlier = since if at_once and clock == self._clock else {}
        self.since = {player: earlier.get(player, now) for player in awaited(after)}

    def _begin_anew(self, event: Event, now: str) -> None:
        if isinstance(event, c.ClockSet):
            self._clock = event.clock
        for player in _restarted(event):
            if player in self.since:
                self.since[player] = now

    def _move_on(
        self, before: GameState, after: GameState, decided_by: int | None, now: str
    ) -> None:
        """Who goes on waiting with the same question keeps the moment it came up."""
        kept = self.since if _question(before) == _question(after) else {}
        self.since = {
            player: now if player == decided_by else kept.get(player, now)
            for player in awaited(after)
        }


def _restarted(event: Event) -> range | tuple[int, ...]:
    """Return the players whose clock an event of conduct starts anew."""
    match event:
        case c.ClockSet():
            return range(4)
        case c.StewardSeated(player) | c.SeatEntrusted(player):
            return (player,)
        case c.PlayerReturned(player):
            return (player,)
        case c.SubstituteSeated(player) | c.PlayerReplaced(player):
            return (player,)
    return ()


def _question(state: GameState) -> tuple[object, ...]:
    return state.round, state.phase, state.question
