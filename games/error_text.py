"""Refusals in sentences: of a service, of the engine, of orders that do not fit."""

import msgspec

from games.errors import Refused
from games.models import Seat, StandingOrders
from games.text import names_of, say, say_clause
from stoneage_core import GameError
from stoneage_core.standing import Reason


def error_sentence(error: Refused | GameError, seats: tuple[Seat, ...] = ()) -> str:
    """Return a refusal as a sentence with a full stop."""
    if isinstance(error, GameError):
        text = say(error.phrase, names_of(seats))
    else:
        text = str(error)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def why_put_aside(orders: StandingOrders) -> str:
    """Say, without a full stop, why standing orders were put aside; '' if they hold."""
    if orders.disarmed_for is None:
        return ""
    reason: Reason = msgspec.convert(orders.disarmed_for, Reason)
    return say_clause(reason.phrase())
