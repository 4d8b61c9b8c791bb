"""Changes of who plays a seat whose player stays away."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Q

from games import queries
from games.models import Game, Seat, SeatOrders, SubstituteOffer, User
from stoneage_core.events.seats import SubstituteSeated
from stoneage_core.match.state import StandingOffer


def find_offer(
    game: Game, seats: Iterable[Seat], number: int
) -> SubstituteOffer | None:
    """Return the offer with a number, or None if it stands no more."""
    standing = queries.standing_offers(game)
    offer = next((each for each in standing if each.number == number), None)
    if offer is None or not offer.user.is_active or has_seat(seats, offer.user):
        return None
    return offer


def offer_stands(game: Game, seats: Sequence[Seat], offer: StandingOffer) -> bool:
    """Return whether an offer, or an invitation by the staff, stands. One query."""
    if offer.by_staff:
        offers = SubstituteOffer.objects.filter(seat__game=game, withdrawn_at=None)
        return offers.filter(number=offer.number).exists()
    return find_offer(game, seats, offer.number) is not None


def has_seat(seats: Iterable[Seat], user: User) -> bool:
    """Return whether a user has one of the seats, or a substitute plays for them."""
    return any(user.pk in (seat.user_id, seat.absent_user_id) for seat in seats)


def seat_substitute(
    game: Game, seats: Sequence[Seat], event: SubstituteSeated, now: datetime
) -> None:
    """
    Give a seat to the substitute whom the other players chose.

    The absent player is remembered: it stays their game, and they may come back.
    """
    offer, seat = find_offer(game, seats, event.offer), seats[event.player]
    assert offer is not None
    seat.absent_user = seat.absent_user or seat.user
    give_seat(seat, offer.user)
    # All offers for this seat end, and the new player's offers for other seats.
    offers = SubstituteOffer.objects.filter(seat__game=seat.game_id, withdrawn_at=None)
    offers.filter(Q(seat=seat) | Q(user=offer.user)).update(withdrawn_at=now)


def number_namesakes(seats: Iterable[Seat]) -> None:
    """Number the automatic players that share a name. Nothing is saved."""
    seated: Counter[str] = Counter()
    for seat in seats:
        if seat.is_automatic:
            seat.namesake = seated[seat.bot]
            seated[seat.bot] += 1


def give_seat(seat: Seat, user: User | None) -> None:
    """Give a seat to another user; links and orders of the former one are dropped."""
    SeatOrders.objects.filter(seat=seat).delete()
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
