"""Sentences for refusals by services and by the engine, and for orders put aside."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.functional import lazy

from games.errors import Refused
from games.models import Seat, SeatOrders
from games.presentation.text import names_of, say, say_clause
from stoneage_core import GameError
from stoneage_core.errors import Refusal

_say_later = lazy(say, str)


@contextmanager
def refusals() -> Iterator[None]:
    """Raise a Refusal as Refused, with its code and a translatable sentence."""
    try:
        yield
    except Refusal as refusal:
        raise Refused(refusal.code, _say_later(refusal.phrase, ())) from refusal


def error_sentence(error: Refused | GameError, seats: tuple[Seat, ...] = ()) -> str:
    """Return a refusal as a sentence with a full stop, in the current language."""
    if isinstance(error, GameError):
        text = say(error.phrase, names_of(seats))
    else:
        text = str(error)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def why_put_aside(orders: SeatOrders) -> str:
    """Return why orders were put aside, without a full stop, or '' if they hold."""
    reason = orders.disarmed_reason
    return "" if reason is None else say_clause(reason.phrase())
