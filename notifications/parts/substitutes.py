"""How those are called who offer to play on."""

from django.utils.translation import gettext as _

from games.models import SubstituteOffer, User
from notifications.parts.context import Case


def name_or_somebody(user: User | None) -> str:
    """Name somebody who may have no seat; never an address."""
    return (user and user.name) or _("Somebody without a name")


def offering(case: Case, number: int | None) -> str:
    """Name who made an offer to stand in, by its number."""
    offers = SubstituteOffer.objects.filter(seat__game=case.game).select_related("user")
    made = {offer.number: offer.user for offer in offers}
    return name_or_somebody(made.get(number or 0))
