"""Second wishes: what a player who waits may order for their next placements.

They are standing orders of placements, offered where nobody asks their writer: beside
the people they just placed, and once all their people are home, for the round to come.
They are wished for in the position as far as it is known, so each can be impossible
when its time comes: then the next alternative is tried, and at last its writer asked.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from stoneage_core import autopilot
from stoneage_core.commands import PlacePeople
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.events.rounds import PhaseStarted, RoundStarted
from stoneage_core.evolve import evolve
from stoneage_core.rules import placement
from stoneage_core.rules.dispatch import awaited
from stoneage_core.rules.purchases import FOR_SALE
from stoneage_core.rules.variants import end_reason
from stoneage_core.state import NOBODY, GameState, Phase

#: How many placements can be wished for in a row.
MOST_IN_A_ROW = 3

#: Placements to try in turn, the first that is possible.
Wish = tuple[PlacePeople, ...]


def may_wish(state: GameState, player: int) -> bool:
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


def possible_wishes(
    state: GameState, player: int, wished: Iterable[Wish] = ()
) -> tuple[PlacePeople, ...]:
    """
    Return what a player may wish for behind what they ``wished``, best first.

    Autopilot likes the first one best, and each place's best before any second one.
    Of what will be for sale in the next round nothing is known, so nobody wishes for
    it. Empty where enough is wished for, or nothing is left to place.
    """
    wished = tuple(wished)
    if not may_wish(state, player) or len(wished) >= MOST_IN_A_ROW:
        return ()
    position = expected_position(state, player, wished)
    possible = _ordered(position, player)
    if not is_for_next_round(state):
        return possible
    return tuple(one for one in possible if one.place.kind not in FOR_SALE)


def wishes_behind(
    state: GameState, player: int, first: PlacePeople
) -> tuple[PlacePeople, ...]:
    """Return what who is asked to place may wish for behind ``first``, best first."""
    return _ordered(expected_position(state, player, [(first,)]), player)


def expected_position(
    state: GameState, player: int, wished: Iterable[Wish] = ()
) -> GameState:
    """
    Return a position in which ``player`` places next, as far as it is known.

    It is the present one, in the next round with everybody at home, after the first
    alternative of each of their wishes, as far as these are possible in turn.
    """
    if is_for_next_round(state):
        at_home = tuple(replace(tribe, placed=NOBODY) for tribe in state.players)
        state = replace(state, players=at_home, decision=None)
        state = evolve(state, RoundStarted(state.round + 1, state.start_player))
        state = evolve(state, PhaseStarted(Phase.PLACEMENT))
    state = replace(state, turn=player)
    for first, *_ in wished:
        if first in placement.legal(state, player):
            state = evolve(state, PeoplePlaced(player, first.place, first.people))
    return state


def _ordered(state: GameState, player: int) -> tuple[PlacePeople, ...]:
    possible = placement.legal(state, player)
    liked = autopilot.order_choices(state, player, possible)
    return tuple(one for one in liked if isinstance(one, PlacePeople))
