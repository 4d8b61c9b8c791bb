"""How players are called."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from games.models import Seat

_COLOUR_NAMES = (
    _("Red"),
    _("Blue"),
    _("Green"),
    _("Yellow"),
)
AUTOMATIC_NAMES = ("Ember", "Flint", "Moss", "Reed")


def name_of(seat: Seat) -> str:
    """Return how a seat's player is called; never an address."""
    if seat.is_automatic:
        return AUTOMATIC_NAMES[seat.number]
    if seat.user is not None and seat.user.name:
        return seat.user.name
    return str(_COLOUR_NAMES[seat.number])


def names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the names of all seats, by number."""
    return tuple(name_of(seat) for seat in sorted(seats, key=lambda seat: seat.number))
