"""Preferences: standing orders for the dice for all, or for missing food.

They are given with a decision, "from now on like this", and stand for the whole game.
What else a player ordered stays.
"""

from datetime import datetime

from django.db import transaction
from msgspec.structs import replace

from games.decisions.opening import open_session
from games.errors import TooLate
from games.match.standing_orders import orders_of, replace_orders
from games.models import Seat, SeatOrders
from stoneage_core import standing
from stoneage_core.standing.orders import NO_ORDERS


@transaction.atomic
def write_preference(*, seat: Seat, text: str, now: datetime) -> None:
    """
    Answer a question from now on as an order says.

    It stands for nothing once the game is over. Raise InvalidCommand for what is no
    order, and TooLate where other orders of the seat are for its player to mend first.
    """
    preferred = standing.parse(text)
    session = open_session(seat.game_id, now=now)
    written = SeatOrders.objects.filter(seat=seat).first()
    if not may_prefer(written):
        raise TooLate
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
