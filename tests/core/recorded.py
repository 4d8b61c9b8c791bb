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
    SealedChance,
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
    PlayerJoined,
    PositionSetUp,
    SaltsRevealed,
)
from stoneage_core.payments import Payments
from stoneage_core.state import Salts
from tests.core.commanded import MOVES


def sealed_chance_of(events: Sequence[Event]) -> SealedChance:
    """The chance of a finished game, checked against its commitment."""
    created, revealed = events[0], events[-1]
    assert isinstance(created, GameCreated)
    assert isinstance(revealed, SeedRevealed)
    seed = bytes.fromhex(revealed.seed)
    assert commitment(seed) == created.commitment
    return SealedChance(seed)


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
        case GameCreated(game=game, player_count=count, commitment=sealed):
            options = {
                "tie_break": first.tie_break,
                "first_player": first.first_player,
                "beacon": first.beacon,
            }
            return create(
                game=game,
                player_count=count,
                commitment=sealed,
                chance=chance,
                **options,
            ).events
        case PlayerJoined(player, bound, own_seal):
            bot = first.bot
            return join(state, player, bound, chance, own_seal=own_seal, bot=bot).events
        case SaltsRevealed(salts):
            return _begins(state, salts, rest[1], chance)
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


def offered(state: GameState, player: int) -> list[c.Command]:
    """Every command that a player may give, payments written out."""
    commands: list[c.Command] = []
    for choice in legal_commands(state, player):
        if isinstance(choice, Payments):
            commands += choice.commands()
        else:
            commands.append(choice)
    return commands


def _begins(
    state: GameState, salts: Salts, then: Event, chance: Chance
) -> tuple[Event, ...]:
    """What comes of all salts: a new game, or one that goes on from another."""
    if isinstance(then, PositionSetUp):
        return start_from(state, salts, then.origin, then.position, chance).events
    return start(state, salts, chance).events
