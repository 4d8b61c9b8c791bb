"""Sentences for refusals by services and by the engine, and for orders put aside."""

from games.errors import Refused
from games.models import Seat, SeatOrders
from games.presentation.text import names_of, say, say_clause
from stoneage_core import GameError
from stoneage_core.phrases import Phrase


def error_sentence(error: Refused | GameError, seats: tuple[Seat, ...] = ()) -> str:
    """Return a refusal as a sentence with a full stop, in the current language."""
    message = error.phrase if isinstance(error, GameError) else error.message
    if isinstance(message, Phrase):
        text = say(message, names_of(seats))
    else:
        text = str(message)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def why_put_aside(orders: SeatOrders) -> str:
    """Return why orders were put aside, without a full stop, or '' if they hold."""
    reason = orders.disarmed_reason
    return "" if reason is None else say_clause(reason.phrase())
