"""Placements that a waiting player can order ahead.

Players can order them when they place people, and for the next round once all their
people are home. They are legal in the position as far as it is known; later each of
them may turn out to be impossible.
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

#: How many placements can be ordered in a row.
MOST_IN_A_ROW = 3


def may_place_ahead(state: GameState, player: int) -> bool:
    """Return whether a player who is not asked now will probably place again."""
    if player in awaited(state):
        return False
    tribe = state.players[player]
    if state.phase is Phase.PLACEMENT:
        return tribe.unplaced > 0
    return is_for_next_round(state) and not any(tribe.placed) and not end_reason(state)


def is_for_next_round(state: GameState) -> bool:
    return state.phase in {Phase.ACTIONS, Phase.FEEDING}


def placements_ahead(
    state: GameState, player: int, ordered: Iterable[Step] = ()
) -> tuple[PlacePeople, ...]:
    """
    Return the placements that can be ordered after those ``ordered``, best first.

    The order is autopilot's, with the best placement at each place before all others.
    For the next round no card or building is offered, because nobody knows which it
    will be. Return () if enough is ordered, or if nobody is left to place.
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
    """Return the placements that can be ordered after ``first``, best first."""
    return _by_liking(expected_position(state, player, [(first,)]), player)


def expected_position(
    state: GameState, player: int, ordered: Iterable[Step] = ()
) -> GameState:
    """
    Return the position in which ``player`` places next, as far as it is known.

    It is the current position, or the next round with everybody at home, after the
    first alternative of each ordered placement that is possible then.
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
