"""Somebody else sits down for a player who stays away."""

from datetime import datetime

from django.db.models import Q

from games import queries
from games.models import DecidedHow, Seat, StandingOrders, SubstituteOffer, User
from games.services.table import Table
from stoneage_core.conduct import MotionMade, SubstituteSeated


def offer_of(table: Table, proposal: MotionMade) -> SubstituteOffer | None:
    """Return the offer that a proposal is about, while it stands."""
    standing = queries.standing_offers(table.game)
    offer = next((each for each in standing if each.number == proposal.offer), None)
    if offer is None or not offer.user.is_active or sits(table, offer.user):
        return None
    return offer


def sits(table: Table, user: User) -> bool:
    """Whether somebody has a seat at a table, or somebody stands in for them."""
    return any(user.pk in (seat.user_id, seat.absent_user_id) for seat in table.seats)


def seat_substitute(table: Table, proposal: MotionMade) -> None:
    """
    Let the substitute sit down.

    The absent player is remembered: it stays their game, and they may come back to it.
    """
    offer = offer_of(table, proposal)
    assert offer is not None
    assert proposal.seat is not None
    seat = table.seat(proposal.seat)
    seat.absent_user = seat.absent_user or seat.user
    settle_in(seat, offer.user)
    _withdraw(seat, offer.user, table.now)
    event = SubstituteSeated(seat.number, offer.number)
    table.take([event], None, DecidedHow.SYSTEM)


def _withdraw(seat: Seat, user: User, now: datetime) -> None:
    """Nobody else is wanted for the seat, nor its new player anywhere else."""
    offers = SubstituteOffer.objects.filter(seat__game=seat.game_id, withdrawn_at=None)
    offers.filter(Q(seat=seat) | Q(user=user)).update(withdrawn_at=now)


def settle_in(seat: Seat, user: User | None) -> None:
    """Give a seat to another user: links and orders of the one before are no more."""
    StandingOrders.objects.filter(seat=seat).delete()
    seat.user = user
    seat.has_orders = False
    seat.orders_at = None
    seat.looked_at = None
    seat.link_epoch += 1
    seat.save(
        update_fields=[
            *("user", "absent_user", "has_orders", "orders_at", "looked_at"),
            "link_epoch",
        ]
    )
