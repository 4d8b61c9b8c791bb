"""Placements that a player who waits can order ahead.

They are offered while nobody asks the player: beside the people they just placed, and
once all their people are home, for the round to come. They are possible in the position
as far as it is known, so each can be impossible when its time comes.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from stoneage_core import autopilot
from stoneage_core.commands import PlacePeople
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.events.rounds import PhaseStarted, RoundStarted
from stoneage_core.evolve import evolve
from stoneage_core.orders.steps import Step
from stoneage_core.rules import placement
from stoneage_core.rules.dispatch import awaited
from stoneage_core.rules.purchases import FOR_SALE
from stoneage_core.rules.variants import end_reason
from stoneage_core.state import NOBODY, GameState, Phase

#: How many placements are offered in a row.
MOST_IN_A_ROW = 3


def may_place_ahead(state: GameState, player: int) -> bool:
    """Whether a player who is not asked now will place again, as far as is known."""
    if player in awaited(state):
        return False
    tribe = state.players[player]
    if state.phase is Phase.PLACEMENT:
        return tribe.unplaced > 0
    return is_for_next_round(state) and not any(tribe.placed) and not end_reason(state)


def is_for_next_round(state: GameState) -> bool:
    """Whether the next placements are those of the round to come."""
    return state.phase in {Phase.ACTIONS, Phase.FEEDING}


def placements_ahead(
    state: GameState, player: int, ordered: Iterable[Step] = ()
) -> tuple[PlacePeople, ...]:
    """
    Return what a player may order behind the placements ``ordered``, best first.

    Autopilot likes the first one best, and each place's best before any second one.
    What will be for sale in the next round is not known, so nothing is offered there.
    Empty if enough is ordered, or nothing is left to place.
    """
    ordered = tuple(ordered)
    if not may_place_ahead(state, player) or len(ordered) >= MOST_IN_A_ROW:
        return ()
    position = expected_position(state, player, ordered)
    possible = _by_liking(position, player)
    if not is_for_next_round(state):
        return possible
    return tuple(one for one in possible if one.place.kind not in FOR_SALE)


def placements_behind(
    state: GameState, player: int, first: PlacePeople
) -> tuple[PlacePeople, ...]:
    """Return what a player who is asked may order behind ``first``, best first."""
    return _by_liking(expected_position(state, player, [(first,)]), player)


def expected_position(
    state: GameState, player: int, ordered: Iterable[Step] = ()
) -> GameState:
    """
    Return a position in which ``player`` places next, as far as it is known.

    It is the present one, in the next round with everybody at home, after the first
    alternative of each placement ordered, as far as these are possible in turn.
    """
    if is_for_next_round(state):
        at_home = tuple(replace(tribe, placed=NOBODY) for tribe in state.players)
        state = replace(state, players=at_home, decision=None)
        state = evolve(state, RoundStarted(state.round + 1, state.start_player))
        state = evolve(state, PhaseStarted(Phase.PLACEMENT))
    state = replace(state, turn=player)
    for first, *_ in ordered:
        legal = placement.legal(state, player)
        if isinstance(first, PlacePeople) and first in legal:
            state = evolve(state, PeoplePlaced(player, first.place, first.people))
    return state


def _by_liking(state: GameState, player: int) -> tuple[PlacePeople, ...]:
    possible = placement.legal(state, player)
    liked = autopilot.order_choices(state, player, possible)
    return tuple(one for one in liked if isinstance(one, PlacePeople))
