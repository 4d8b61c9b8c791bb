"""Refusals in sentences: of a service, of the engine, of orders that do not fit."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from django.utils.functional import lazy

from games.errors import Refused
from games.models import Seat, SeatOrders
from games.presentation.text import names_of, say, say_clause
from stoneage_core import GameError
from stoneage_core.errors import Refusal
from stoneage_core.orders import Reason

_say_later = lazy(say, str)


@contextmanager
def refusals() -> Iterator[None]:
    """Raise Refused for a Refusal, with its code and its sentence for the reader."""
    try:
        yield
    except Refusal as refusal:
        raise Refused(refusal.code, _say_later(refusal.phrase, ())) from refusal


def error_sentence(error: Refused | GameError, seats: tuple[Seat, ...] = ()) -> str:
    """Return a refusal as a sentence with a full stop."""
    if isinstance(error, GameError):
        text = say(error.phrase, names_of(seats))
    else:
        text = str(error)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def disarmed_reason(orders: SeatOrders) -> Reason | None:
    """Return why orders were put aside; None if they hold."""
    if orders.disarmed_for is None:
        return None
    reason: Reason = msgspec.convert(orders.disarmed_for, Reason)
    return reason


def why_put_aside(orders: SeatOrders) -> str:
    """Say, without a full stop, why orders were put aside; '' if they hold."""
    reason = disarmed_reason(orders)
    return "" if reason is None else say_clause(reason.phrase())
