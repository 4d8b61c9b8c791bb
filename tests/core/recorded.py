"""Whether a game's record is a legal outcome: every decision in it is made anew.

The record holds no commands, but the first event of each decision says which it was. A
turn that timed out is told by TurnTimedOut; the decisions after it are judged like any
others, so that autopilot may change its taste and old games stay legal. Conduct is
taken as it comes: who may do what around the play is no matter of the rules.
"""

from collections.abc import Sequence

from stoneage_core import (
    INITIAL,
    GameState,
    awaited,
    commitment,
    create,
    decide,
    end,
    join,
    legal_commands,
    replay,
    reveal,
    start,
)
from stoneage_core import commands as c
from stoneage_core.audit.seals import RecordedChance
from stoneage_core.beginning import start_from
from stoneage_core.chance import Chance
from stoneage_core.engine import take_beacon
from stoneage_core.events.base import Event, MatchEvent
from stoneage_core.events.catalogue import Return
from stoneage_core.events.chance import (
    BeaconMissed,
    BeaconRevealed,
    BeaconRoundNamed,
    SeedRevealed,
)
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.events.rounds import FinalScored, GameEnded
from stoneage_core.events.setup import (
    GameCreated,
    GameStarted,
    PlayerJoined,
    PositionSetUp,
)
from stoneage_core.payments import Payments
from tests.core.commanded import MOVES


def recorded_chance_of(events: Sequence[Event]) -> RecordedChance:
    """Chance that draws what the events of a finished game say was drawn."""
    created, revealed = events[0], events[-1]
    assert isinstance(created, GameCreated)
    assert isinstance(revealed, SeedRevealed)
    assert commitment(bytes.fromhex(revealed.seed)) == created.commitment
    draws_start = created.terms.first_player is None
    return RecordedChance(events, draws_start=draws_start, seed=revealed.seed)


def assert_legal_outcome(events: Sequence[Event], chance: Chance) -> None:
    """Decide the whole game again: the same events must come of it."""
    state = INITIAL
    while state.version < len(events):
        at = state.version
        came = happens(state, events[at:], chance)
        assert came == tuple(events[at : at + len(came)])
        state = following(state, events, at + len(came))


def following(state: GameState, events: Sequence[Event], version: int) -> GameState:
    """Move ``state`` on to ``version``, from the beginning where it goes back."""
    came = events[state.version : version]
    if any(isinstance(event, Return) for event in came):
        return replay(events[:version])
    return replay(came, state)


def happens(
    state: GameState, rest: Sequence[Event], chance: Chance
) -> tuple[Event, ...]:
    """What comes of the decision that the rest of the game begins with."""
    first = rest[0]
    match first:
        case GameCreated(game=game, commitment=sealed, terms=terms):
            return create(
                game=game, commitment=sealed, terms=terms, chance=chance
            ).events
        case PlayerJoined(player):
            return join(state, player, chance, bot=first.bot).events
        case GameStarted() | PositionSetUp():
            return _begins(state, first, chance)
        case BeaconRoundNamed():
            return (first,)
        case BeaconRevealed() | BeaconMissed():
            return take_beacon(state, first, chance).events
        case TurnTimedOut(player):
            assert player in awaited(state)
            return (first,)
        case FinalScored() | GameEnded():
            reason = next(each.reason for each in rest if type(each) is GameEnded)
            return end(state, chance, reason).events
        case SeedRevealed():
            return reveal(state, chance).events
        case _ if isinstance(first, MatchEvent):
            return (first,)
    assert type(first) in MOVES
    command = MOVES[type(first)](first, state)
    assert command in offered(state, first.player)
    return decide(state, first.player, command, chance).events


def _begins(
    state: GameState, first: GameStarted | PositionSetUp, chance: Chance
) -> tuple[Event, ...]:
    if isinstance(first, PositionSetUp):
        return start_from(state, first.origin, first.position, chance).events
    return start(state, chance).events


def offered(state: GameState, player: int) -> list[c.Command]:
    """Every command that a player may give, payments written out."""
    commands: list[c.Command] = []
    for choice in legal_commands(state, player):
        if isinstance(choice, Payments):
            commands += choice.commands()
        else:
            commands.append(choice)
    return commands
