"""What the dock offers to whoever placed: a second wish, ready to be sent."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.match.second_wishes import may_wish, other_orders, second_wish
from games.models import Seat, SeatOrders
from games.play.order_form import Select
from games.play.seat_settings import has_settings
from games.presentation.labels import count_people, place_label
from games.presentation.text import join_list
from stoneage_core import notation, steward
from stoneage_core.commands import PlacePeople
from stoneage_core.rules import placement
from stoneage_core.state import GameState

#: So many placements are offered, of different places first: a press brings few bytes.
MOST_OFFERED = 8


@dataclass(frozen=True)
class NextWish:
    """
    The offer of a second wish: ``select`` holds placements, one of them suggested.

    ``written`` is the wish that stands, in words, '' for none. ``round`` and
    ``unplaced`` say for which moment it is made.
    """

    select: Select
    written: str
    round: int
    unplaced: int


def next_wish(seat: Seat, state: GameState) -> NextWish | None:
    """Return what a seat's player can wish for next; None where they cannot."""
    if not (has_settings(seat) and may_wish(state, seat.number)):
        return None
    written = SeatOrders.objects.filter(seat=seat).first()
    if other_orders(written, state) is None:
        return None
    return wish_offer(state, seat.number, second_wish(written, state))


def wish_offer(
    state: GameState, player: int, wished: tuple[PlacePeople, ...]
) -> NextWish | None:
    """
    Return the offer to a player who ``wished``, or did not; None without any place.

    What the steward would choose as things stand is suggested; what it likes least is
    left to the orders on the page of the seat.
    """
    possible = placement.legal(state, player)
    if not possible:
        return None
    liked = steward.order_choices(state, player, possible)[:MOST_OFFERED]
    options = (
        (notation.to_text(each), _in_words(each), each == liked[0])
        for each in possible
        if each in liked
    )
    return NextWish(
        select=Select("wish", tuple(options)),
        written=join_list([_in_words(each) for each in wished]),
        round=state.round,
        unplaced=state.players[player].unplaced,
    )


def _in_words(wish: PlacePeople) -> str:
    """Return 'Forest: 3 people'; 'Field' where no other number can go."""
    where = place_label(wish.place)
    if wish.place.good is None:
        return where
    return _("%(where)s: %(what)s") % {
        "where": where,
        "what": count_people(wish.people),
    }
