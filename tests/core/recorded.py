"""Checks that a recorded game is legal by repeating every decision on the board.

The record has no commands, but the first event of a decision implies its command. After
TurnTimedOut any legal decision is accepted, so that old games stay legal if autopilot
changes. Events around the board are accepted without a check.
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
from stoneage_core.chance import Chance
from stoneage_core.engine import start_from, take_beacon
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
    PlayerWithdrew,
    PositionSetUp,
)
from stoneage_core.payments import Payments
from tests.core.inferred_commands import MOVES


def recorded_chance_of(events: Sequence[Event]) -> RecordedChance:
    """A chance that repeats the draws in the events of a finished game."""
    created, revealed = events[0], events[-1]
    assert isinstance(created, GameCreated)
    assert isinstance(revealed, SeedRevealed)
    assert commitment(bytes.fromhex(revealed.seed)) == created.commitment
    draws_start = created.terms.first_player is None
    return RecordedChance(events, draws_start=draws_start, seed=revealed.seed)


def assert_legal_outcome(events: Sequence[Event], chance: Chance) -> None:
    """Decide the whole game again, and assert that it has the same events."""
    state = INITIAL
    while state.version < len(events):
        at = state.version
        came = happens(state, events[at:], chance)
        assert came == tuple(events[at : at + len(came)])
        state = following(state, events, at + len(came))


def following(state: GameState, events: Sequence[Event], version: int) -> GameState:
    """Replay ``state`` up to ``version``, from the beginning if the game went back."""
    came = events[state.version : version]
    if any(isinstance(event, Return) for event in came):
        return replay(events[:version])
    return replay(came, state)


def happens(
    state: GameState, rest: Sequence[Event], chance: Chance
) -> tuple[Event, ...]:
    """Return the events of the first decision in the rest of a game."""
    first = rest[0]
    match first:
        case GameCreated(game=game, commitment=sealed, terms=terms):
            return create(
                game=game, commitment=sealed, terms=terms, chance=chance
            ).events
        case PlayerJoined(player):
            return join(state, player, chance, bot=first.bot).events
        case PlayerWithdrew(player):
            assert state.joined[player]
            return (first,)
        case GameStarted() | PositionSetUp():
            return _begins(state, first, chance)
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
        case BeaconRoundNamed() | MatchEvent():
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
    """Return every legal command of a player, with all payments."""
    commands: list[c.Command] = []
    for choice in legal_commands(state, player):
        if isinstance(choice, Payments):
            commands += choice.commands()
        else:
            commands.append(choice)
    return commands
