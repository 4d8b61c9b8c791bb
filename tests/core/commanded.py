"""Which command leads to events, for who has only the events.

Logs, and games that a test makes event by event, tell no commands.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from stoneage_core import Chance, GameState
from stoneage_core import commands as c
from stoneage_core import events as e
from stoneage_core import match_events as f
from stoneage_core.cards import CARDS, OneUseTool
from stoneage_core.match import commands as m
from stoneage_core.match.commands import MatchCommand
from stoneage_core.match.fact_commands import (
    ReceiveReply,
    RecordOutage,
    Restore,
    SetHours,
    SetPasskeys,
    SignDecision,
)
from stoneage_core.match.moves import choose_moves
from stoneage_core.passkey_events import DecisionSigned, PasskeysSet
from stoneage_core.staff_events import (
    GameAdjudicated,
    GameFrozen,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameUnfrozen,
    StaffActed,
    TimeGranted,
)


def command_of(
    events: Sequence[e.Event], state: GameState, chance: Chance
) -> MatchCommand | None:
    """The command that leads to all of these; None for what follows by itself."""
    first = events[0]
    if isinstance(first, f.TurnTimedOut):

        def choose(now: GameState, player: int) -> c.Command:
            event = events[now.version - state.version]
            return MOVES[type(event)](event, now)

        return m.TimeOut(choose_moves(state, first.player, chance, choose))
    if type(first) in MOVES:
        return m.PlayMove(MOVES[type(first)](first, state))
    read = _COMMANDS.get(type(first))
    return None if read is None else read(first)


def _copied(command: type[Any]) -> Callable[[Any], Any]:
    fields = command.__struct_fields__
    return lambda event: command(**{name: getattr(event, name) for name in fields})


def _read_return(event: f.DecisionTakenBack) -> MatchCommand | None:
    return None if event.agreed else m.TakeBack(event.sequence + 1)


def _read_absence(event: f.AbsenceDeclared) -> MatchCommand:
    moments = map(datetime.fromisoformat, (event.begins, event.ends))
    return m.DeclareAbsence(*moments)


_COMMANDS: dict[type, Callable[[Any], MatchCommand | None]] = {
    e.GameCreated: _copied(m.Create),
    e.PlayerJoined: _copied(m.Join),
    e.SaltsRevealed: lambda event: m.Start(event.salts),
    e.BeaconRevealed: lambda event: m.TakeBeacon(event.round, event.signature),
    e.BeaconMissed: lambda event: m.TakeBeacon(event.round, None),
    e.SeedRevealed: lambda event: m.RevealSeed(),
    StaffActed: _copied(m.Act),
    f.GameCancelled: lambda event: m.Cancel(),
    GameAdjudicated: lambda event: m.Adjudicate(
        event.reason, datetime.fromisoformat(event.final_from)
    ),
    f.SubstituteOffered: lambda event: m.OfferSubstitute(event.player, event.by_staff),
    f.OfferWithdrawn: lambda event: m.WithdrawOffer(event.offer),
    f.SeatClaimed: lambda event: m.ClaimSeat(event.player),
    f.HoursSet: lambda event: SetHours(
        event.player,
        tuple((datetime.fromisoformat(at), ahead) for at, ahead in event.offsets),
    ),
    PasskeysSet: _copied(SetPasskeys),
    DecisionSigned: _copied(SignDecision),
    f.ReplyReceived: _copied(ReceiveReply),
    f.OutageRecorded: lambda event: RecordOutage(
        *map(datetime.fromisoformat, (event.begins, event.ends))
    ),
    f.GameRestored: lambda event: Restore(event.commitment),
    f.TimeControlSet: lambda event: m.SetTimeControl(event.control),
    f.ProposalMade: _copied(m.Propose),
    f.VoteCast: lambda event: m.CastVote(event.proposal, event.agrees),
    f.DecisionTakenBack: _read_return,
    f.AbsenceDeclared: _read_absence,
    f.AbsenceEnded: lambda event: m.EndAbsence(),
    f.SeatEntrusted: lambda event: m.Resign(),
    f.PlayerReturned: lambda event: m.ReclaimSeat(),
    f.PlayerReplaced: lambda event: m.Replace(event.offer),
    GamePaused: lambda event: m.Pause(datetime.fromisoformat(event.until)),
    GameResumed: lambda event: m.Resume(),
    GameFrozen: lambda event: m.Freeze(),
    GameUnfrozen: lambda event: m.Unfreeze(),
    TimeGranted: lambda event: m.GrantTime(event.player, event.seconds),
    GameRolledBack: lambda event: m.RollBack(event.sequence),
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
