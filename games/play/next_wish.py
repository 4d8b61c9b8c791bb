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
    try if the placement of ``select`` is not possible any more.

    Nothing is chosen beforehand; what autopilot likes least is left to the orders on
    the page of the seat.
    """
    liked = possible_wishes(state, player, wished)[:MOST_OFFERED]
    if not (liked or wished):
        return None
    return {
        "select": _select("wish", _("choose"), liked) if liked else None,
        "otherwise": _select("otherwise", _("ask me"), liked) if liked[1:] else None,
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


def _select(name: str, nothing: str, liked: Sequence[PlacePeople]) -> Select:
    """Return placements in board order to choose from, with ``nothing`` chosen."""
    in_order = sorted(liked, key=lambda each: (each.place.number, each.people))
    options = [
        (notation.to_text(each), _placement_in_words(each), False) for each in in_order
    ]
    return Select(name, (("", nothing, True), *options), is_required=name == "wish")


def _placement_in_words(placement: PlacePeople) -> str:
    """Return 'Forest 3'; 'Field' where no other number can go."""
    where = place_label(placement.place)
    return where if placement.place.good is None else f"{where} {placement.people}"
