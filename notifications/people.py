"""How those are called who offer to play on, and those for whom they do."""

from django.utils.translation import gettext as _

from games import selectors
from games.models import Seat, SubstituteOffer, User
from notifications.context import Case


def name_or_somebody(user: User | None) -> str:
    """Name somebody who may have no seat; never an address."""
    return (user and user.name) or _("Somebody without a name")


def absent_name(seat: Seat) -> str:
    """Name the player whose seat it is, even while a substitute has it."""
    player = seat.absent_user or seat.user
    return selectors.name_of(Seat(number=seat.number, user=player))


def offering(case: Case, number: int | None) -> str:
    """Name who made an offer to stand in, by its number."""
    offers = SubstituteOffer.objects.filter(seat__game=case.game).select_related("user")
    made = {offer.number: offer.user for offer in offers}
    return name_or_somebody(made.get(number or 0))
