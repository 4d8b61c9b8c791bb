"""Applies an event to a position: the only code that changes it. It checks no rules."""

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
    if getattr(event, "player", 0) >= state.player_count:
        raise IndexError("there is no such player")
    return next_state(state)


#: Events around the board. Those that go back need more than the last state, so that
#: they have no evolver; see ``go_back``.
_UNCHANGING = frozenset(find_types(MatchEvent)) - frozenset(get_args(Return))

_EVOLVERS: dict[type[Event], Callable[..., GameState]] = {
    **dict.fromkeys(_UNCHANGING, _keep_position),
    **GAME_EVOLVERS,
    **TRIBE_EVOLVERS,
}


def evolve(state: GameState, event: Event) -> GameState:
    """
    Return the state after ``event``; raise CorruptStream if it cannot follow.

    This includes events that go back, because only a replay knows earlier states.
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
    Return the state after an event that restores a past position.

    If anything was drawn since, the rounds in between get new draws, so that the old
    ones predict nothing. If a round of the beacon was awaited, another one has to be
    named, because that one may be published by now. The version of the rules stays.
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
        rules_version=present.rules_version,
        drawn_at=present.drawn_at,
        redone=redone,
        beacon_round=0,
        is_redrawing=past.terms.beacon is not None
        and (past.is_redrawing or is_redrawn),
    )
