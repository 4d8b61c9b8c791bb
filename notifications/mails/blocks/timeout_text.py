"""Texts on time-outs: what a missed deadline leads to, and how to prevent it."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Seat, SeatOrders
from games.presentation import error_text
from stoneage_core.match import absences


def written_orders(seat: Seat) -> SeatOrders | None:
    """Return the orders of a seat, also disarmed ones. Takes one query."""
    return getattr(seat, "orders", None)


def orders_decide(seat: Seat) -> str:
    """Return a note that orders decide after the deadline, or ''."""
    orders = written_orders(seat)
    if orders is None or orders.disarmed_at is not None:
        return ""
    return _("After that, your orders decide.")


def in_full(game: Game, seat: Seat) -> str:
    """Return the whole rule, for the beginning of a game."""
    left = game.time_control.misses_left(0)
    played = _("If time runs out, we play a safe move for you.")
    if orders_decide(seat):
        played = _("If time runs out, your orders decide.")
    following = ngettext(
        "If you miss %(count)d turn, autopilot plays for you until you’re back.",
        "If you miss %(count)d turns in a row, autopilot plays for you until you’re "
        "back.",
        left,
    )
    return f"{played} {following % {'count': left}}"


def at_last(game: Game, seat: Seat) -> str:
    """Return what happens when a seat's present deadline passes."""
    if orders := orders_decide(seat):
        return orders
    misses = game.table_state.seats[seat.number].misses
    if game.time_control.misses_left(misses) > 1:
        return _("After that, we play a safe move for you.")
    if misses:
        return _(
            "If you miss this turn too, autopilot plays for you until you’re back."
        )
    return _("If you miss this turn, autopilot plays for you until you’re back.")


def so_far(game: Game, seat: Seat) -> str:
    """Return what further missed turns lead to, or '' if none was missed."""
    misses = game.table_state.seats[seat.number].misses
    if not misses:
        return ""
    left = game.time_control.misses_left(misses)
    sentence = ngettext(
        "If you miss %(count)d more turn, autopilot plays for you until you’re back.",
        "If you miss %(count)d more turns in a row, autopilot plays for you until "
        "you’re back.",
        left,
    )
    return sentence % {"count": left}


def why_orders_rest(seat: Seat, since: datetime | None) -> str:
    """Return, without a full stop, why orders do not decide for a seat."""
    orders = written_orders(seat)
    if orders is None or orders.disarmed_at is None or since is None:
        return ""
    return error_text.why_put_aside(orders) if orders.disarmed_at >= since else ""


def vacation(game: Game, seat: Seat, now: datetime, *, by_reply: bool) -> str:
    """Return how a seat's player stops their clock, or '' without days left."""
    away = game.table_state.seats[seat.number].away
    days = absences.days_left(game.time_control, away, now)
    if not days:
        return ""
    if by_reply:
        how = _("Busy? Reply “away until Friday” and your clock stops.")
    else:
        how = _("Busy? Say on the page that you’re away and your clock stops.")
    left = ngettext(
        "You have %(count)d vacation day left this year.",
        "You have %(count)d vacation days left this year.",
        days,
    )
    return f"{how} {left % {'count': days}}"
