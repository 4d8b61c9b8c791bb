"""Which command led to a decision, as its first event tells.

Only moves are recorded with their commands; all others are read off what came of them.
"""

from collections.abc import Callable, Sequence
from typing import Any

from stoneage_core import commands as c
from stoneage_core import conduct as f
from stoneage_core import events as e
from stoneage_core import notation
from stoneage_core.audit.entries import Entry
from stoneage_core.audit.moments import is_moment, moment_of
from stoneage_core.audit.verdict import Wrong
from stoneage_core.cards import CARDS, OneUseTool
from stoneage_core.events import Event
from stoneage_core.match import commands as m
from stoneage_core.match.commands import MatchCommand
from stoneage_core.match.state import Source
from stoneage_core.match.stops import OPENED
from stoneage_core.state import EndReason, GameState


class CommandReader:
    """Reads commands off the record of a game."""

    def __init__(self, entries: Sequence[Entry], events: Sequence[Event]) -> None:
        self._entries = entries
        self._events = events

    def command_at(self, at: int) -> MatchCommand:
        """Return the command that led to the event at an index; raise Wrong if none."""
        entry, event = self._entries[at], self._events[at]
        if entry.command:
            return m.PlayMove(notation.from_text(entry.command))
        if isinstance(event, f.TurnTimedOut):
            return m.TimeOut(self._choose)
        if isinstance(event, e.FinalScored | e.GameEnded):
            return m.Adjudicate(self._reason(at))
        return _command_of(entry, event)

    def _choose(self, state: GameState, player: int) -> c.Command:
        """Return what was decided next for somebody whose time had run out."""
        at = state.version
        if at >= len(self._events):
            raise Wrong(at, "the record breaks off in the middle of a decision")
        event = self._events[at]
        if type(event) not in MOVES or getattr(event, "player", None) != player:
            english = "somebody’s time had run out, and nothing was decided for them"
            raise Wrong(at + 1, english)
        return MOVES[type(event)](event, state)

    def _reason(self, at: int) -> EndReason:
        """Return why a game ended that nothing on the board had ended."""
        rest = self._events[at:]
        ended = next((each for each in rest if isinstance(each, e.GameEnded)), None)
        if ended is None:
            english = "the record breaks off in the middle of a decision"
            raise Wrong(at + 1, english)
        return ended.reason


def _command_of(entry: Entry, event: Event) -> MatchCommand:
    read = _COMMANDS.get(type(event))
    if read is None or (command := read(entry, event)) is None:
        alone = entry.decided_by is None
        english = "nobody had agreed to this" if alone else "no command led to this"
        raise Wrong(entry.sequence, english)
    return command


def _copy_fields(command: type[Any], event: Any) -> Any:
    """Return a command with the fields of its event."""
    fields = command.__struct_fields__
    return command(**{name: getattr(event, name) for name in fields})


def _read_clock(entry: Entry, event: f.ClockSet) -> MatchCommand:
    """Right after the game was created, or by the staff; else a guest stays."""
    anew = entry.sequence > OPENED + 1 and entry.decided_how == Source.SYSTEM
    return m.RestartClock() if anew else m.SetClock(event.clock)


def _read_lapse(entry: Entry, event: f.MotionSettled) -> MatchCommand | None:
    """By itself a proposal lapses alone, when an offer is withdrawn."""
    return m.SettleProposals() if event.outcome is f.Outcome.LAPSED else None


def _read_return(entry: Entry, event: f.DecisionTakenBack) -> MatchCommand | None:
    return None if event.agreed else m.TakeBack(event.sequence + 1)


def _read_absence(entry: Entry, event: f.AbsenceDeclared) -> MatchCommand:
    begins, ends = _read_moments(entry, event.begins, event.ends)
    return m.DeclareAbsence(begins, ends)


def _read_pause(entry: Entry, event: f.GamePaused) -> MatchCommand:
    (until,) = _read_moments(entry, event.until)
    return m.Pause(until)


def _read_moments(entry: Entry, *texts: str) -> tuple[Any, ...]:
    if not all(map(is_moment, texts)):
        raise Wrong(entry.sequence, "there is no such day or time in our days")
    return tuple(map(moment_of, texts))


#: Which command around the board led to an event.
_COMMANDS: dict[type, Callable[[Entry, Any], MatchCommand | None]] = {
    e.GameCreated: lambda entry, event: _copy_fields(m.Create, event),
    e.PlayerJoined: lambda entry, event: _copy_fields(m.Join, event),
    e.SaltsRevealed: lambda entry, event: m.Start(event.salts),
    e.SeedRevealed: lambda entry, event: m.RevealSeed(),
    f.ClockSet: _read_clock,
    f.MotionMade: lambda entry, event: _copy_fields(m.Propose, event),
    f.VoteCast: lambda entry, event: m.CastVote(event.motion, event.agrees),
    f.MotionSettled: _read_lapse,
    f.DecisionTakenBack: _read_return,
    f.AbsenceDeclared: _read_absence,
    f.AbsenceEnded: lambda entry, event: m.EndAbsence(),
    f.SeatEntrusted: lambda entry, event: m.Resign(),
    f.PlayerReturned: lambda entry, event: m.ReclaimSeat(),
    f.PlayerReplaced: lambda entry, event: m.Replace(event.offer),
    f.GamePaused: _read_pause,
    f.GameResumed: lambda entry, event: m.Resume(),
    f.GameHeld: lambda entry, event: m.Freeze(),
    f.GameReleased: lambda entry, event: m.Unfreeze(),
    f.TimeGranted: lambda entry, event: m.GrantTime(event.player, event.seconds),
    f.GameRolledBack: lambda entry, event: m.RollBack(event.sequence, event.banks),
}


def _use(event: Any, state: GameState) -> c.UsePlace:
    return c.UsePlace(event.place)


def _tools(event: e.ToolsUsed, state: GameState) -> c.UseTools:
    tiles = state.players[event.player].tools
    values = sorted((tiles[slot].value for slot in event.slots), reverse=True)
    benefits = (CARDS[card].benefit for card in event.cards)
    once = [each.value for each in benefits if isinstance(each, OneUseTool)]
    return c.UseTools(tuple(values), tuple(sorted(once, reverse=True)))


#: Which move on the board led to an event.
MOVES: dict[type, Callable[[Any, GameState], c.Command]] = {
    e.PeoplePlaced: lambda event, state: c.PlacePeople(event.place, event.people),
    e.DiceRolled: _use,
    e.ToolMade: _use,
    e.PersonBorn: _use,
    e.FoodTrackRaised: _use,
    e.NothingGained: _use,
    e.ToolsUsed: _tools,
    e.GoodsGathered: lambda event, state: c.UseTools(),
    e.CardTaken: lambda event, state: c.BuyCard(event.place, event.payment),
    e.BuildingBuilt: lambda event, state: c.Build(event.place, event.payment),
    e.ActionDeclined: lambda event, state: c.Leave(event.place),
    e.DiePicked: lambda event, state: c.PickDie(event.face),
    e.ResourcesTaken: lambda event, state: c.TakeResources(event.resources),
    e.TribeFed: lambda event, state: c.Feed(event.resources),
    e.TribeStarved: lambda event, state: c.GoHungry(),
}
