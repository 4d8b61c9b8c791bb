"""What happens to those who let a deadline pass, and what they can do about it."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Seat, StandingOrders
from games.presentation import error_text
from stoneage_core.match import vacations


def afterwards(game: Game, seat: Seat) -> str:
    """Say what happens once a seat's present deadline has passed."""
    if StandingOrders.objects.filter(seat=seat, disarmed_at=None).exists():
        return _(
            "After that your standing orders decide; where they say nothing, a "
            "cautious move is played for you."
        )
    played = _("After that a cautious move is played for you.")
    return f"{played} {steward_after(game, seat)}"


def steward_after(game: Game, seat: Seat) -> str:
    """Say when the steward takes over a seat whose player goes on missing decisions."""
    misses = game.match_state.seats[seat.number].misses
    left = game.time_control.misses_left(misses)
    if left == 1:
        if misses:
            return _("It would be one miss too many: the steward then plays your seat.")
        return _("With it the steward takes over your seat until you come back.")
    if misses:
        sentence = _(
            "After %(count)d more misses in a row the steward plays your seat."
        )
    else:
        sentence = _("After %(count)d misses in a row the steward plays your seat.")
    return sentence % {"count": left}


def so_far(game: Game, seat: Seat) -> str:
    """Say how many decisions in a row a seat's player has missed, and what is next."""
    misses = game.match_state.seats[seat.number].misses
    if not misses:
        return ""
    left = game.time_control.misses_left(misses)
    missed = ngettext(
        "You have missed one decision.",
        "You have missed %(count)d decisions in a row.",
        misses,
    )
    following = ngettext(
        "After one more the steward plays your seat until you come back.",
        "After %(count)d more the steward plays your seat until you come back.",
        left,
    )
    return f"{missed % {'count': misses}} {following % {'count': left}}"


def why_put_aside(seat: Seat, since: datetime | None) -> str:
    """Say, without a full stop, why standing orders do not decide for a seat."""
    orders = StandingOrders.objects.filter(seat=seat, disarmed_at__gte=since).first()
    return error_text.why_put_aside(orders) if orders else ""


def vacation(game: Game, seat: Seat, now: datetime) -> str:
    """Tell of the days that a seat's player may be away, if any are left."""
    away = game.match_state.seats[seat.number].away
    days = vacations.days_left(game.time_control, away, now)
    if not days:
        return ""
    sentence = ngettext(
        "No time at all? You have one day of vacation left this year: say on the page "
        "that you are away, and your clock stands still.",
        "No time at all? You have %(count)d days of vacation left this year: say on "
        "the page that you are away, and your clock stands still.",
        days,
    )
    return sentence % {"count": days}
