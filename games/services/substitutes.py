"""Somebody else sits down for a player who stays away."""

from games import selectors
from games.models import DecidedHow, Seat, StandingOrders, SubstituteOffer, User
from games.services.table import Table
from stoneage_core.conduct import MotionMade, SubstituteSeated


def offer_of(table: Table, proposal: MotionMade) -> SubstituteOffer | None:
    """Return the offer that a proposal is about, while it stands."""
    standing = selectors.standing_offers(table.game)
    return next((each for each in standing if each.number == proposal.offer), None)


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
    SubstituteOffer.objects.filter(seat=seat, withdrawn_at=None).update(
        withdrawn_at=table.now
    )
    event = SubstituteSeated(seat.number, offer.number)
    table.take([event], None, DecidedHow.SYSTEM)


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
