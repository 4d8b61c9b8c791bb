"""Finds the command that leads to given events.

Logs have no commands, and neither have games that a test makes event by event.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from stoneage_core import Chance, GameState
from stoneage_core import commands as c
from stoneage_core.components.cards import CARDS, OneUseTool
from stoneage_core.events.actions import (
    ActionDeclined,
    DiceRolled,
    FoodTrackRaised,
    GoodsGathered,
    NothingGained,
    PeoplePlaced,
    PersonBorn,
    ToolMade,
    ToolsUsed,
)
from stoneage_core.events.base import Event
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.clocks import (
    AbsenceDeclared,
    AbsenceEnded,
    TimeAsked,
    TimeGiven,
    TurnTimedOut,
)
from stoneage_core.events.feeding import TribeFed, TribeStarved
from stoneage_core.events.proposals import DecisionTakenBack, ProposalMade, VoteCast
from stoneage_core.events.purchases import (
    BuildingBuilt,
    CardTaken,
    DiePicked,
    ResourcesTaken,
)
from stoneage_core.events.seats import PlayerReturned, SeatEntrusted, SeatTaken
from stoneage_core.events.setup import GameStarted, PlayerJoined, PlayerWithdrew
from stoneage_core.match.absences import DeclareAbsence, EndAbsence
from stoneage_core.match.commands import CommandOrFact, MatchCommand, PlayMove
from stoneage_core.match.families import FACTS
from stoneage_core.match.lifecycle import Join, RevealSeed, Start, Withdraw
from stoneage_core.match.more_time import AskForTime, GiveTime
from stoneage_core.match.moves import TakeBack
from stoneage_core.match.proposals import CastVote, Propose
from stoneage_core.match.seats import EntrustSeat, ReclaimSeat, TakeSeat
from stoneage_core.match.timeouts import TimeOut, choose_moves


def command_of(
    events: Sequence[Event], state: GameState, chance: Chance
) -> CommandOrFact | None:
    """Return the command or fact that leads to the events, or None if another did."""
    first = events[0]
    if type(first) in FACTS:
        return first
    if isinstance(first, TurnTimedOut):

        def choose(now: GameState, player: int) -> c.Command:
            event = events[now.version - state.version]
            return MOVES[type(event)](event, now)

        return TimeOut(choose_moves(state, first.player, chance, choose))
    if type(first) in MOVES:
        return PlayMove(MOVES[type(first)](first, state))
    read = _COMMANDS.get(type(first))
    return None if read is None else read(first)


def _copied(command: type[Any]) -> Callable[[Any], Any]:
    fields = command.__struct_fields__
    return lambda event: command(**{name: getattr(event, name) for name in fields})


def _read_return(event: DecisionTakenBack) -> MatchCommand | None:
    return None if event.agreed else TakeBack(event.sequence + 1)


def _read_absence(event: AbsenceDeclared) -> MatchCommand:
    moments = map(datetime.fromisoformat, (event.begins, event.ends))
    return DeclareAbsence(*moments)


_COMMANDS: dict[type, Callable[[Any], MatchCommand | None]] = {
    PlayerJoined: _copied(Join),
    GameStarted: lambda event: Start(),
    SeedRevealed: lambda event: RevealSeed(),
    ProposalMade: _copied(Propose),
    VoteCast: lambda event: CastVote(event.proposal, event.agrees),
    DecisionTakenBack: _read_return,
    AbsenceDeclared: _read_absence,
    AbsenceEnded: lambda event: EndAbsence(),
    PlayerWithdrew: lambda event: Withdraw(),
    TimeAsked: lambda event: AskForTime(),
    TimeGiven: lambda event: GiveTime(event.seat),
    SeatEntrusted: lambda event: EntrustSeat(),
    PlayerReturned: lambda event: ReclaimSeat(),
    SeatTaken: lambda event: TakeSeat(event.offer),
}


def _use(event: Any, state: GameState) -> c.UsePlace:
    return c.UsePlace(event.place)


def _tools(event: ToolsUsed, state: GameState) -> c.UseTools:
    tiles = state.players[event.player].tools
    values = sorted((tiles[slot].value for slot in event.slots), reverse=True)
    benefits = (CARDS[card].benefit for card in event.cards)
    once = [each.value for each in benefits if isinstance(each, OneUseTool)]
    return c.UseTools(tuple(values), tuple(sorted(once, reverse=True)))


#: Which move on the board led to an event.
MOVES: dict[type, Callable[[Any, GameState], c.Command]] = {
    PeoplePlaced: lambda event, state: c.PlacePeople(event.place, event.people),
    DiceRolled: _use,
    ToolMade: _use,
    PersonBorn: _use,
    FoodTrackRaised: _use,
    NothingGained: _use,
    ToolsUsed: _tools,
    GoodsGathered: lambda event, state: c.UseTools(),
    CardTaken: lambda event, state: c.BuyCard(event.place, event.payment),
    BuildingBuilt: lambda event, state: c.Build(event.place, event.payment),
    ActionDeclined: lambda event, state: c.Leave(event.place),
    DiePicked: lambda event, state: c.PickDie(event.face),
    ResourcesTaken: lambda event, state: c.TakeResources(event.resources),
    TribeFed: lambda event, state: c.Feed(event.resources),
    TribeStarved: lambda event, state: c.GoHungry(),
}
