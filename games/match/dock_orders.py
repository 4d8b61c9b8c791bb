"""Orders that are given from the dock: second wishes, and preferences.

Second wishes are the next placements of a player who waits: played if they are possible
when their writer is asked, and else they decide. Preferences are for the dice for all,
or for missing food; they come with a decision, "from now on like this", and stand for
the whole game. What else a player ordered stays.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from msgspec.structs import replace

from games.decisions.opening import open_session
from games.errors import Refused
from games.match.standing_orders import orders_of, replace_orders
from games.models import Seat, SeatOrders
from games.presentation.error_text import disarmed_reason
from stoneage_core import GameState, standing
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
    made in a round and with so many people to place. Raise Refused (too_late) where
    that is over or other orders stand in the way, and InvalidCommand for what is no
    placement.
    """
    session = open_session(seat.game_id, now=now)
    state, player = session.state, seat.number
    others = other_orders(SeatOrders.objects.filter(seat=seat).first(), state)
    then = (round_number, unplaced)
    if others is None or (state.round, state.players[player].unplaced) != then:
        raise Refused("too_late")
    if wishes and not may_wish(state, player):
        raise Refused("too_late")
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
    if written.at_deadline or not isinstance(
        disarmed_reason(written), NoneLegal | None
    ):
        return None
    return replace(orders_of(written, state), placements=())


def second_wishes(written: SeatOrders | None, state: GameState) -> tuple[Wish, ...]:
    """Return the next placements ordered, each with what else to try in turn."""
    if written is None or written.disarmed_at is not None:
        return ()
    return orders_of(written, state).placements


@transaction.atomic
def write_preference(*, seat: Seat, text: str, now: datetime) -> None:
    """
    Answer a question from now on as an order says.

    It stands for nothing once the game is over. Raise InvalidCommand for what is no
    order, and Refused (too_late) where other orders of the seat are for its player to
    mend first.
    """
    preferred = standing.parse(text)
    session = open_session(seat.game_id, now=now)
    written = SeatOrders.objects.filter(seat=seat).first()
    if not may_prefer(written):
        raise Refused("too_late")
    if session.is_over:
        return
    orders = NO_ORDERS if written is None else orders_of(written, session.state)
    changed = replace(
        orders,
        faces=preferred.faces or orders.faces,
        meal=orders.meal if preferred.meal is None else preferred.meal,
    )
    replace_orders(session, seat.number, changed)


def may_prefer(written: SeatOrders | None) -> bool:
    """Whether a preference can stand beside what was written before."""
    if written is None:
        return True
    return written.disarmed_at is None and not written.at_deadline
