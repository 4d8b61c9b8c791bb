"""Offers to play on for an absent player; the others at the table vote on them."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import AddressNeeded, AlreadySeated, TooLate
from games.models import Game, Seat, SubstituteOffer, User
from games.services.commands import require_running
from games.services.motions import settle
from games.services.substitutes import sits
from games.services.table import open_table
from games.signals import SubstituteOffered, publish


@transaction.atomic
def substitute_offer(*, seat: Seat, user: User, now: datetime) -> SubstituteOffer:
    """Offer to play on for a seat that the steward plays; twice is as good as once."""
    if user.is_guest:
        raise AddressNeeded
    table = open_table(seat.game_id, now=now)
    require_running(table)
    if sits(table, user):
        raise AlreadySeated
    if not table.chair(seat.number).is_stewarded:
        raise TooLate(_("This seat needs nobody any more."))
    offers = SubstituteOffer.objects.filter(seat__game=table.game)
    standing = offers.filter(seat=seat, user=user, withdrawn_at=None).first()
    if standing is not None:
        return standing
    number = offers.count() + 1
    offer = SubstituteOffer.objects.create(
        seat=table.seat(seat.number), number=number, user=user, offered_at=now
    )
    publish(SubstituteOffered(offer.seat, table.seats, number, now))
    return offer


@transaction.atomic
def substitute_withdraw(*, seat: Seat, user: User, now: datetime) -> Game:
    """Take back the offer to play on for a seat."""
    table = open_table(seat.game_id, now=now)
    SubstituteOffer.objects.filter(seat=seat, user=user, withdrawn_at=None).update(
        withdrawn_at=now
    )
    settle(table)
    if table.entries:
        table.save()
    return table.game
