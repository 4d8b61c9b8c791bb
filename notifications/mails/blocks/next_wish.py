"""The line of a mail that offers to order the next placement."""

from django.utils.translation import gettext as _

from games.command_language.spelling import spell_orders
from games.models import Seat
from games.play.next_wish import ALTERNATIVES
from games.play.seat_settings import has_settings
from notifications.mails.blocks.timeout_text import orders_decide
from stoneage_core import GameState, autopilot, awaited, notation
from stoneage_core.commands import PlacePeople
from stoneage_core.standing.second_wishes import possible_wishes, wishes_behind
from stoneage_core.state import Question


def offer_next_wish(seat: Seat, state: GameState) -> str:
    """
    Say by which line of an answer a seat's player orders what they place next.

    It names what autopilot likes best then, as the page does. '' where nothing can be
    placed next, and where other orders stand, which the line would end. Queries those.
    """
    wishes = _wishes(state, seat.number)[:ALTERNATIVES]
    if not wishes or not has_settings(seat) or orders_decide(seat):
        return ""
    order = spell_orders(f"place {', '.join(map(notation.to_text, wishes))}")
    # Translators: “orders” as people type it in mails, in quotation marks.
    sentence = _("To plan ahead, add a line below: “orders %(order)s”.")
    return sentence % {"order": order}


def _wishes(state: GameState, player: int) -> tuple[PlacePeople, ...]:
    """Return the wishes of whoever waits, or those behind the placement liked best."""
    if player not in awaited(state):
        return possible_wishes(state, player)
    if state.question is not Question.PLACE:
        return ()
    best = autopilot.choose(state, player)
    assert isinstance(best, PlacePeople), "that is how the question is answered"
    return wishes_behind(state, player, best)
