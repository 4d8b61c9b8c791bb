"""Refusals in sentences: of a service, of the engine, of orders that do not fit."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from django.utils.functional import lazy

from games import errors
from games.errors import Refused
from games.models import Seat, SeatOrders
from games.presentation.text import names_of, say, say_clause
from stoneage_core import Code, GameError
from stoneage_core.errors import Refusal
from stoneage_core.standing import Reason

#: What the refusals of the rules around the board are for whoever asked.
_REFUSED: dict[Code, type[errors.Refused]] = {
    Code.NOT_STARTED: errors.GameNotStarted,
    Code.STARTED: errors.GameHasStarted,
    Code.CANCELLED: errors.GameIsCancelled,
    Code.GAME_OVER: errors.GameOver,
    Code.FROZEN: errors.GameIsFrozen,
    Code.ON_AUTOPILOT: errors.SeatOnAutopilot,
    Code.TOO_LATE: errors.TooLate,
    Code.IMPOSSIBLE: errors.InvalidChoice,
    Code.NOT_YOURS: errors.Forbidden,
    Code.IRREGULAR: errors.InvalidChoice,
}
_say_later = lazy(say, str)


@contextmanager
def refusals() -> Iterator[None]:
    """Raise Refused for a Refusal, with its sentence in the language of the reader."""
    try:
        yield
    except Refusal as refusal:
        error = _REFUSED[refusal.code]
        raise error(_say_later(refusal.phrase, ())) from refusal


def error_sentence(error: Refused | GameError, seats: tuple[Seat, ...] = ()) -> str:
    """Return a refusal as a sentence with a full stop."""
    if isinstance(error, GameError):
        text = say(error.phrase, names_of(seats))
    else:
        text = str(error)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def disarmed_reason(orders: SeatOrders) -> Reason | None:
    """Return why standing orders were put aside; None if they hold."""
    if orders.disarmed_for is None:
        return None
    reason: Reason = msgspec.convert(orders.disarmed_for, Reason)
    return reason


def why_put_aside(orders: SeatOrders) -> str:
    """Say, without a full stop, why standing orders were put aside; '' if they hold."""
    reason = disarmed_reason(orders)
    return "" if reason is None else say_clause(reason.phrase())
