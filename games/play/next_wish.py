"""Second wishes and preferences, which the dock offers to order beforehand."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.match.dock_orders import may_prefer, other_orders, second_wishes
from games.models import Seat, SeatOrders
from games.play.order_form import DICE, FEEDING, Select
from games.play.seat_settings import has_settings
from games.presentation.labels import place_label
from stoneage_core import awaited, notation
from stoneage_core.commands import PlacePeople
from stoneage_core.standing.second_wishes import (
    Wish,
    is_for_next_round,
    may_wish,
    possible_wishes,
)
from stoneage_core.state import GameState, Question

#: How many placements are offered, of different places first, to save bytes.
MOST_OFFERED = 8
#: How many are suggested: one, and another for where that is not possible any more.
ALTERNATIVES = 2

#: What can be preferred about a question: the first order there is, and its words.
_PREFERENCES = {Question.DIE: DICE[1], Question.FEED: FEEDING[1]}


class OrderInWords(NamedTuple):
    """An order: its ``text`` in the language of orders, and its words."""

    text: str
    words: str


def next_wish(seat: Seat, state: GameState) -> dict[str, Any] | None:
    """Return what a seat's player can wish for next; None where they cannot."""
    if not (has_settings(seat) and may_wish(state, seat.number)):
        return None
    written = SeatOrders.objects.filter(seat=seat).first()
    if other_orders(written, state) is None:
        return None
    return wish_offer(state, seat.number, second_wishes(written, state))


def preference(seat: Seat, state: GameState) -> OrderInWords | None:
    """Return how a question can be answered from now on without being asked."""
    offered = _PREFERENCES.get(state.question) if state.question else None
    is_asked = seat.number in awaited(state)
    if offered is None or not (is_asked and has_settings(seat)):
        return None
    if not may_prefer(SeatOrders.objects.filter(seat=seat).first()):
        return None
    text, words = offered
    return OrderInWords(text, str(words))


def wish_offer(
    state: GameState, player: int, wished: Sequence[Wish]
) -> dict[str, Any] | None:
    """
    Return the offer to a player who ``wished``, or did not; None without any place.

    It is made for the moment of ``round`` and ``unplaced``; ``otherwise`` is what to
    try where the suggested placement of ``select`` is not possible any more.

    What autopilot likes best is suggested, and the best of another place for where
    that is taken; what it likes least is left to the orders on the page of the seat.
    """
    liked = possible_wishes(state, player, wished)[:MOST_OFFERED]
    if not (liked or wished):
        return None
    first, second = liked[:1], liked[1:ALTERNATIVES]
    return {
        "select": _select("wish", liked, *first) if first else None,
        "otherwise": _select("otherwise", liked, *second) if second else None,
        "written": [
            OrderInWords(", ".join(map(notation.to_text, wish)), wish_in_words(wish))
            for wish in wished
        ],
        "round": state.round,
        "unplaced": state.players[player].unplaced,
        "is_for_next_round": is_for_next_round(state),
    }


def wish_in_words(wish: Wish) -> str:
    """Return 'Field' or 'Field, else Forest 3'."""
    words = _placement_in_words(wish[0])
    for other in wish[1:]:
        values = {"wish": words, "other": _placement_in_words(other)}
        words = _("%(wish)s, else %(other)s") % values
    return words


def _select(name: str, liked: Sequence[PlacePeople], suggested: PlacePeople) -> Select:
    """Return placements in board order to choose from; for ``otherwise`` also none."""
    in_order = sorted(liked, key=lambda each: (each.place.number, each.people))
    options = [
        (notation.to_text(each), _placement_in_words(each), each == suggested)
        for each in in_order
    ]
    nothing = [("", _("ask me"), False)] if name == "otherwise" else []
    return Select(name, (*options, *nothing))


def _placement_in_words(placement: PlacePeople) -> str:
    """Return 'Forest 3'; 'Field' where no other number can go."""
    where = place_label(placement.place)
    return where if placement.place.good is None else f"{where} {placement.people}"
