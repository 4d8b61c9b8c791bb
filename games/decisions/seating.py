"""Changes of who plays a seat."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from games import queries
from games.models import Game, Seat, SeatOffer, SeatOrders, User
from games.signals import SeatPassed
from stoneage_core.events.seats import SeatTaken


def open_offers(game: Game, seats: Iterable[Seat]) -> list[SeatOffer]:
    """Return the open offers of a game whose users can still sit down, by number."""
    offers = queries.open_offers(game)
    return [
        offer
        for offer in offers
        if offer.user.is_active and not has_seat(seats, offer.user)
    ]


def has_seat(seats: Iterable[Seat], user: User) -> bool:
    return any(seat.belongs_to(user) for seat in seats)


def seat_person(
    game: Game, seats: Sequence[Seat], event: SeatTaken, now: datetime
) -> SeatPassed:
    """
    Return the signal to publish. A player who lends the seat until they are back is
    remembered in ``absent_user``: it remains their game.
    """
    seat = seats[event.player]
    offers = open_offers(game, seats)
    offer = next(each for each in offers if each.number == event.offer)
    before = tuple(filter(None, (seat.absent_user, seat.user)))
    seat.absent_user = None if offer.for_good else seat.absent_user or seat.user
    give_seat(seat, offer.user)
    offer.close(SeatOffer.State.TAKEN, now)
    elsewhere = [each.number for each in offers if each.user_id != offer.user_id]
    close_lapsed_offers(game, elsewhere, now)
    return SeatPassed(seat, before, offer, tuple(seats), now=now)


def close_lapsed_offers(game: Game, open_numbers: Iterable[int], now: datetime) -> None:
    """Close the game's open offers, except those that the log still has as open."""
    offers = SeatOffer.objects.open().filter(seat__game=game)
    offers.exclude(number__in=open_numbers).update(
        state=SeatOffer.State.LAPSED, closed_at=now
    )


def number_namesakes(seats: Iterable[Seat]) -> None:
    seated: Counter[str] = Counter()
    for seat in seats:
        if seat.is_automatic:
            seat.namesake = seated[seat.bot]
            seated[seat.bot] += 1


def give_seat(seat: Seat, user: User | None) -> None:
    """The former player's links and orders are dropped."""
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
