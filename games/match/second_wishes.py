"""Second wishes: the next placements ordered beforehand, by a player who waits.

They are standing orders of placements: played if they are possible when their writer
is asked, and else they decide. What else they ordered stays.
"""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.db import transaction
from msgspec.structs import replace

from games.decisions.opening import open_session
from games.errors import TooLate
from games.match.standing_orders import orders_of, replace_orders
from games.models import Seat, SeatOrders
from stoneage_core import GameState, standing
from stoneage_core.standing import Reason
from stoneage_core.standing.orders import NO_ORDERS
from stoneage_core.standing.reasons import NoneLegal
from stoneage_core.standing.second_wishes import Wish, may_wish


@transaction.atomic
def write_second_wishes(
    *,
    seat: Seat,
    wishes: Sequence[str],
    round_number: int,
    unplaced: int,
    now: datetime,
) -> None:
    """
    Order a player's next placements in place of those ordered; none withdraws them.

    Each wish is in the language of orders, its alternatives parted by commas. They were
    made in a round and with so many people to place. Raise TooLate where that is over
    or other orders stand in the way, and InvalidCommand for what is no placement.
    """
    session = open_session(seat.game_id, now=now)
    state, player = session.state, seat.number
    others = other_orders(SeatOrders.objects.filter(seat=seat).first(), state)
    then = (round_number, unplaced)
    if others is None or (state.round, state.players[player].unplaced) != then:
        raise TooLate
    if wishes and not may_wish(state, player):
        raise TooLate
    wished = standing.parse("\n".join(f"place {wish}" for wish in wishes))
    replace_orders(session, player, replace(others, placements=wished.placements))


def other_orders(
    written: SeatOrders | None, state: GameState
) -> standing.StandingOrders | None:
    """
    Return what stands beside second wishes: all orders but placements.

    None where the orders are for the deadline alone, or were put aside for another
    reason than that a placement was impossible: these are their writer's to mend.
    """
    if written is None:
        return NO_ORDERS
    if written.at_deadline or not isinstance(_why_aside(written), NoneLegal | None):
        return None
    return replace(orders_of(written, state), placements=())


def second_wishes(written: SeatOrders | None, state: GameState) -> tuple[Wish, ...]:
    """Return the next placements ordered, each with what else to try in turn."""
    if written is None or written.disarmed_at is not None:
        return ()
    return orders_of(written, state).placements


def _why_aside(written: SeatOrders) -> Reason | None:
    """Return why orders were put aside; None if they hold."""
    if written.disarmed_for is None:
        return None
    reason: Reason = msgspec.convert(written.disarmed_for, Reason)
    return reason
