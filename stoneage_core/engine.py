"""The engine's face: three pure functions and the questions around them.

``decide`` turns a command into events and the state after them, or refuses it;
``evolve`` (in its own module) turns an event into the next state; ``replay`` folds a
whole stream.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from stoneage_core import flow, steward
from stoneage_core.chance import Chance
from stoneage_core.commands import Command
from stoneage_core.draft import Decision, Draft
from stoneage_core.errors import Code, CorruptStream, IllegalMove
from stoneage_core.events import Bot, Event, Origin, PlayerJoined, SeedRevealed
from stoneage_core.evolve import evolve, go_back
from stoneage_core.match_events import DecisionTakenBack, Return, TurnTimedOut
from stoneage_core.rules import dispatch, round_end, setup
from stoneage_core.rules.dispatch import Choice
from stoneage_core.staff_events import GameRolledBack
from stoneage_core.state import (
    INITIAL,
    EndReason,
    GameState,
    Phase,
    Position,
    Salts,
    TieBreak,
)


def create(
    *,
    game: str,
    player_count: int,
    commitment: str,
    chance: Chance,
    tie_break: TieBreak = TieBreak.SEQUENTIAL,
    first_player: int | None = None,
) -> Decision:
    """
    Decide the first event of a stream.

    ``game`` names the stream, ``first_player`` is None for a drawn start player. Raise
    IllegalMove for anything but 2 to 4 players.
    """
    draft = Draft(INITIAL, chance)
    setup.create_game(
        draft,
        game=game,
        player_count=player_count,
        tie_break=tie_break,
        commitment=commitment,
        first_player=first_player,
    )
    return draft.decision()


def join(
    state: GameState,
    player: int,
    salt_commitment: str,
    chance: Chance,
    *,
    own_seal: bool = False,
    untimed: bool = False,
    bot: Bot | None = None,
) -> Decision:
    """
    Let a player join, who is bound from now on to what they add to the dice.

    Raise IllegalMove for who has joined, and for a seat that is not there.
    """
    draft = Draft(state, chance)
    joined = PlayerJoined(player, salt_commitment, own_seal, untimed, bot)
    setup.join_game(draft, joined)
    return draft.decision()


def start(state: GameState, salts: Salts, chance: Chance) -> Decision:
    """
    Start a game that all have joined, with their salts in seat order.

    Raise IllegalMove where somebody has not joined, and for a salt to which its player
    was not bound.
    """
    draft = Draft(state, chance)
    setup.start_game(draft, salts)
    flow.begin(draft)
    return draft.decision()


def start_from(
    state: GameState,
    salts: Salts,
    origin: Origin,
    position: Position,
    chance: Chance,
) -> Decision:
    """
    Start a game that all have joined where another one stood.

    Raise IllegalMove as :func:`start` does, and for a position that nobody can play on.
    """
    draft = Draft(state, chance)
    setup.set_up_position(draft, salts, origin, position)
    return draft.decision()


def decide(state: GameState, player: int, command: Command, chance: Chance) -> Decision:
    """
    Decide what ``command`` makes happen, up to the next choice somebody has to make.

    Raise IllegalMove if the player may not do that now, and InvalidCommand if it is no
    command at all. ``state`` is never changed.
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
) -> Decision:
    """
    Decide for a player whose time has run out.

    ``choose`` decides until they are no longer awaited in this phase; by default the
    cautious steward.
    """
    choose = choose or partial(steward.choose, cautious=True)
    _require_awaited(state, player)
    draft = Draft(state, chance)
    draft.record(TurnTimedOut(player))
    while player in dispatch.awaited(draft.state) and _same_phase(state, draft.state):
        dispatch.perform(draft, player, choose(draft.state, player))
        flow.advance(draft)
    return draft.decision()


def end(
    state: GameState, chance: Chance, reason: EndReason = EndReason.AGREED
) -> Decision:
    """
    End a game as it stands.

    ``reason`` says whether all who play it wish it, or how the staff decided: by the
    scores as they are, as a draw, or without any result. Then the seed stays sealed,
    for :func:`reveal`. Raise IllegalMove for a game that is not being played.
    """
    if state.phase is Phase.ENDED:
        raise IllegalMove(Code.GAME_OVER, "the game is over")
    if state.phase is Phase.INVITATION:
        raise IllegalMove(Code.WRONG_PHASE, "the game hasn’t started")
    draft = Draft(state, chance)
    round_end.end_game(draft, reason)
    return draft.decision()


def reveal(state: GameState, chance: Chance) -> Decision:
    """
    Make an end by the staff final: its seed is revealed.

    Raise IllegalMove for a game that is not over, or whose seed is known.
    """
    if state.phase is not Phase.ENDED:
        raise IllegalMove(Code.WRONG_PHASE, "the game isn’t over")
    if state.seed:
        raise IllegalMove(Code.GAME_OVER, "the game is over")
    draft = Draft(state, chance)
    draft.record(SeedRevealed(draft.seed()))
    return draft.decision()


def replay(events: Iterable[Event], state: GameState = INITIAL) -> GameState:
    """
    Return the state after ``events``; raise CorruptStream if they cannot follow.

    What an event goes back to has to be among ``events``, or be ``state``.
    """
    # Every state on the way is kept: to replay up to where an event goes back to would
    # take twice as long with each of them.
    states = [state]
    for event in events:
        if type(event) is DecisionTakenBack or type(event) is GameRolledBack:
            state = _gone_back(states, event)
        else:
            state = evolve(state, event)
        states.append(state)
    return state


def _gone_back(states: Sequence[GameState], event: Return) -> GameState:
    """Return the position after ``event.sequence`` as the state after ``event``."""
    start, sequence = states[0].version, states[-1].version + 1
    kept = event.sequence - start
    if not 0 <= kept < len(states):
        raise CorruptStream(
            Code.BAD_STREAM,
            "event {sequence} goes back to event {target}, which isn’t there",
            sequence=sequence,
            target=event.sequence,
        )
    return go_back(states[-1], states[kept])


def awaited(state: GameState) -> frozenset[int]:
    """Return the players from whom a decision is due; several when tribes are fed."""
    return frozenset(dispatch.awaited(state))


def legal_commands(state: GameState, player: int) -> tuple[Choice, ...]:
    """Return what ``player`` may do now; empty when they are not awaited."""
    if player not in dispatch.awaited(state):
        return ()
    return tuple(dispatch.choices(state, player))


def _same_phase(before: GameState, after: GameState) -> bool:
    return (before.round, before.phase) == (after.round, after.phase)


def _require_awaited(state: GameState, player: int) -> None:
    if state.phase is Phase.ENDED:
        raise IllegalMove(Code.GAME_OVER, "the game is over")
    if player not in dispatch.awaited(state):
        raise IllegalMove(Code.NOT_AWAITED, "it isn’t your turn")
