"""A second wish: the next placement ordered beforehand, by a player who just placed.

It is a standing order of one placement with no alternative: played if it is possible
when its writer is asked, and else they decide. What else they ordered stays.
"""

from datetime import datetime

import msgspec
from django.db import transaction
from msgspec.structs import replace

from games.errors import TooLate
from games.match.standing_orders import orders_of, replace_orders
from games.models import Seat, SeatOrders
from games.opening import open_session
from stoneage_core import GameState, Phase, awaited, standing
from stoneage_core.commands import PlacePeople
from stoneage_core.standing import Reason
from stoneage_core.standing.orders import NO_ORDERS
from stoneage_core.standing.reasons import NoneLegal


@transaction.atomic
def write_second_wish(
    *, seat: Seat, wish: str, round_number: int, unplaced: int, now: datetime
) -> None:
    """
    Order a player's next placement; an empty ``wish`` withdraws what was ordered.

    It is in the notation, and was made in a round and with so many people to place.
    Raise TooLate where that is over or other orders stand in its way, and
    InvalidCommand for what is no placement.
    """
    session = open_session(seat.game_id, now=now)
    state, player = session.state, seat.number
    others = other_orders(SeatOrders.objects.filter(seat=seat).first(), state)
    then = (round_number, unplaced)
    if others is None or (state.round, state.players[player].unplaced) != then:
        raise TooLate
    if wish and not may_wish(state, player):
        raise TooLate
    wished = standing.parse(f"place {wish}") if wish else NO_ORDERS
    replace_orders(session, player, replace(others, placements=wished.placements))


def may_wish(state: GameState, player: int) -> bool:
    """Whether a player who is not asked now will place again in this round, perhaps."""
    return (
        state.phase is Phase.PLACEMENT
        and player not in awaited(state)
        and state.players[player].unplaced > 0
    )


def other_orders(
    written: SeatOrders | None, state: GameState
) -> standing.StandingOrders | None:
    """
    Return what stands beside a second wish: all orders but placements.

    None where the orders are for the deadline alone, or were put aside for another
    reason than that a placement was impossible: these are their writer's to mend.
    """
    if written is None:
        return NO_ORDERS
    if written.at_deadline or not isinstance(_why_aside(written), NoneLegal | None):
        return None
    return replace(orders_of(written, state), placements=())


def second_wish(
    written: SeatOrders | None, state: GameState
) -> tuple[PlacePeople, ...]:
    """Return the next placement ordered, with what else to try in turn; () for none."""
    if written is None or written.disarmed_at is not None:
        return ()
    return next(iter(orders_of(written, state).placements), ())


def _why_aside(written: SeatOrders) -> Reason | None:
    """Return why orders were put aside; None if they hold."""
    if written.disarmed_for is None:
        return None
    reason: Reason = msgspec.convert(written.disarmed_for, Reason)
    return reason
