"""The only writer of state: one event in, the next state out. It holds no rule."""

from collections.abc import Callable
from typing import get_args

from msgspec.structs import replace

from stoneage_core.errors import Code, CorruptStream
from stoneage_core.events.base import Event, MatchEvent
from stoneage_core.events.catalogue import Return, find_types
from stoneage_core.evolvers.game import GAME_EVOLVERS
from stoneage_core.evolvers.state_changes import next_state
from stoneage_core.evolvers.tribes import TRIBE_EVOLVERS
from stoneage_core.state import GameState


def _keep_position(state: GameState, event: MatchEvent) -> GameState:
    """What happens around the board leaves the position as it is."""
    if getattr(event, "player", 0) >= state.player_count:
        raise IndexError("there is no such player")
    return next_state(state)


#: Going back has none: it takes more than the last state.
_UNCHANGING = frozenset(find_types(MatchEvent)) - frozenset(get_args(Return))

_EVOLVERS: dict[type[Event], Callable[..., GameState]] = {
    **dict.fromkeys(_UNCHANGING, _keep_position),
    **GAME_EVOLVERS,
    **TRIBE_EVOLVERS,
}


def evolve(state: GameState, event: Event) -> GameState:
    """
    Return the state after ``event``; raise CorruptStream if it cannot follow.

    One that goes back never can: what it goes back to is known to a replay alone.
    """
    try:
        return _EVOLVERS[type(event)](state, event)
    except (LookupError, TypeError, ValueError) as error:
        raise CorruptStream(
            Code.BAD_STREAM,
            "event {sequence}, {type}, can’t follow what came before it",
            sequence=state.version + 1,
            type=type(event).__name__,
        ) from error


def go_back(present: GameState, past: GameState) -> GameState:
    """
    Return the state after an event that makes the position a past one again.

    If anything was drawn since, each round gone back over gets other draws from now on:
    what was seen of them foretells nothing. A round of the beacon that was awaited then
    may be known by now: another one is named.
    """
    redone, is_redrawn = present.redone, present.drawn_at > past.version
    if is_redrawn:
        first, last = sorted((present.round, past.round))
        redone = tuple(
            present.times_redone(number) + (first <= number <= last)
            for number in range(max(last + 1, len(redone)))
        )
    return replace(
        past,
        version=present.version + 1,
        commitment=present.commitment,
        drawn_at=present.drawn_at,
        redone=redone,
        beacon_round=0,
        is_redrawing=past.terms.beacon is not None
        and (past.is_redrawing or is_redrawn),
    )
