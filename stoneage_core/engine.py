"""Decides commands on the board, and replays events.

``decide`` turns a command into events and the state after them, or refuses it.
``evolve`` (in its own module) turns an event into the next state. ``replay`` does that
for a whole game, and ``replay_states`` yields each state on the way.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from msgspec import UNSET, UnsetType

from stoneage_core import autopilot, flow
from stoneage_core.chance import Chance
from stoneage_core.commands import Command
from stoneage_core.errors import Code, CorruptStream, IllegalMove
from stoneage_core.events.base import Event
from stoneage_core.events.catalogue import Return
from stoneage_core.events.chance import BeaconMissed, BeaconRevealed, SeedRevealed
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.events.proposals import DecisionTakenBack
from stoneage_core.events.setup import Bot, GameCreated, Origin, PlayerJoined
from stoneage_core.events.staff import GameRolledBack
from stoneage_core.evolve import evolve, go_back
from stoneage_core.rules import dispatch, scoring, setup
from stoneage_core.rules.dispatch import Choice, waits_for_beacon
from stoneage_core.rules.draft import Decision, Draft
from stoneage_core.rules_versions import RULES_VERSION
from stoneage_core.state import INITIAL, EndReason, GameState, Phase, Position
from stoneage_core.terms import Terms


def create(*, game: str, commitment: str, terms: Terms, chance: Chance) -> Decision:
    """
    Create a game with the name ``game``.

    If the terms have a beacon, the game waits for ``engine.take_beacon`` before its
    draws. Raise Refusal for terms that no table can have.
    """
    draft = Draft(INITIAL, chance)
    created = GameCreated(game, commitment, RULES_VERSION, terms)
    setup.create_game(draft, created)
    return draft.decision()


def join(
    state: GameState,
    player: int,
    chance: Chance,
    *,
    bot: Bot | None = None,
    program: str | UnsetType = UNSET,
) -> Decision:
    """Let a player join; raise IllegalMove if they have joined, or for no such seat."""
    draft = Draft(state, chance)
    setup.join_game(draft, PlayerJoined(player, bot, program))
    return draft.decision()


def start(state: GameState, chance: Chance) -> Decision:
    """Start a game; raise IllegalMove if a seat is free or its beacon is awaited."""
    setup.require_ready(state)
    draft = Draft(state, chance)
    flow.go_on(draft)
    return draft.decision()


def start_from(
    state: GameState, origin: Origin, position: Position, chance: Chance
) -> Decision:
    """
    Start a game from a position of another game.

    Raise IllegalMove as :func:`start` does, and if the position cannot be played on.
    """
    setup.require_ready(state)
    draft = Draft(state, chance)
    setup.set_up_position(draft, origin, position)
    return draft.decision()


def take_beacon(
    state: GameState, round_of_beacon: BeaconRevealed | BeaconMissed, chance: Chance
) -> Decision:
    """Record the awaited beacon round; raise IllegalMove for any other."""
    if not waits_for_beacon(state) or round_of_beacon.round != state.beacon_round:
        raise IllegalMove(Code.WRONG_PHASE)
    draft = Draft(state, chance)
    draft.record(round_of_beacon)
    flow.go_on(draft)
    return draft.decision()


def decide(state: GameState, player: int, command: Command, chance: Chance) -> Decision:
    """
    Return what ``command`` causes, up to the next choice of a player.

    Raise IllegalMove if it is not allowed now, and InvalidCommand if it is no command.
    """
    _require_awaited(state, player)
    draft = Draft(state, chance)
    dispatch.perform(draft, player, command)
    flow.advance(draft)
    return draft.decision()


def expire(
    state: GameState,
    player: int,
    chance: Chance,
    choose: Callable[[GameState, int], Command] | None = None,
    *,
    by_orders: bool = False,
) -> Decision:
    """
    Decide for a player whose time has run out.

    ``choose`` makes the player's decisions of this phase; the default is the cautious
    autopilot. ``by_orders`` says whether it follows the player's own orders.
    """
    choose = choose or partial(autopilot.choose, cautious=True)
    _require_awaited(state, player)
    draft = Draft(state, chance)
    draft.record(TurnTimedOut(player, by_orders))
    phase = state.round, state.phase
    while player in dispatch.awaited(draft.state) and phase == (
        draft.state.round,
        draft.state.phase,
    ):
        dispatch.perform(draft, player, choose(draft.state, player))
        flow.advance(draft)
    return draft.decision()


def end(
    state: GameState, chance: Chance, reason: EndReason = EndReason.AGREED
) -> Decision:
    """
    End a game as it stands.

    If the staff end it, the seed stays sealed until :func:`reveal`. Raise IllegalMove
    if the game has not started or is over.
    """
    if state.phase is Phase.ENDED:
        raise IllegalMove(Code.GAME_OVER)
    if state.phase is Phase.INVITATION:
        raise IllegalMove(Code.NOT_STARTED)
    draft = Draft(state, chance)
    scoring.end_game(draft, reason)
    return draft.decision()


def reveal(state: GameState, chance: Chance) -> Decision:
    """Reveal the seed after an end by the staff; raise IllegalMove if it is known."""
    if state.phase is not Phase.ENDED:
        raise IllegalMove(Code.WRONG_PHASE, "the game isn’t over")
    if state.seed:
        raise IllegalMove(Code.GAME_OVER)
    draft = Draft(state, chance)
    draft.record(SeedRevealed(draft.seed()))
    return draft.decision()


def replay(events: Iterable[Event], state: GameState = INITIAL) -> GameState:
    """
    Return the state after ``events``; raise CorruptStream if they cannot follow.

    An event can only go back to ``state`` or to an event among ``events``.
    """
    return deque(replay_states(events, state), maxlen=1).pop()


def replay_states(
    events: Iterable[Event],
    state: GameState = INITIAL,
    earlier: Callable[[int], GameState] | None = None,
) -> Iterator[GameState]:
    """
    Yield ``state``, and then the state after each of ``events``.

    ``earlier`` returns the state after an event before ``state``. It is called if an
    event goes back that far. Raise CorruptStream if an event cannot follow.
    """
    # All states are kept. Replaying again for each event that goes back would take
    # twice as long each time.
    states = [state]
    yield state
    for event in events:
        if type(event) is DecisionTakenBack or type(event) is GameRolledBack:
            state = go_back(state, _past_state(states, event, earlier))
        else:
            state = evolve(state, event)
        states.append(state)
        yield state


def _past_state(
    states: Sequence[GameState],
    event: Return,
    earlier: Callable[[int], GameState] | None,
) -> GameState:
    kept = event.sequence - states[0].version
    if 0 <= kept < len(states):
        return states[kept]
    if kept < 0 and earlier is not None:
        return earlier(event.sequence)
    raise CorruptStream(
        Code.BAD_STREAM,
        "event {sequence} goes back to event {target}, which isn’t there",
        sequence=states[-1].version + 1,
        target=event.sequence,
    )


def awaited(state: GameState) -> frozenset[int]:
    """Return the players who have to decide now; during feeding it may be several."""
    return frozenset(dispatch.awaited(state))


def legal_commands(state: GameState, player: int) -> tuple[Choice, ...]:
    """Return what ``player`` may do now, or () if they are not awaited."""
    if player not in dispatch.awaited(state):
        return ()
    return tuple(dispatch.choices(state, player))


def _require_awaited(state: GameState, player: int) -> None:
    if state.phase is Phase.ENDED:
        raise IllegalMove(Code.GAME_OVER)
    if player not in dispatch.awaited(state):
        raise IllegalMove(Code.NOT_AWAITED, "it isn’t your turn")
