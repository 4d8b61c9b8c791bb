"""Seats without their players, and who would play on there."""

from games.models import Game, Seat, Status, SubstituteOffer, User
from games.selectors.seats import with_tables


def stewarded_seats(*, limit: int = 50) -> list[Seat]:
    """Return the seats that the steward plays for want of their players."""
    seats = with_tables(Seat.objects.filter(is_stewarded=True))
    active = seats.filter(game__status=Status.ACTIVE)
    return list(active.order_by("-game_id", "number")[:limit])


def lent_seats(user: User) -> list[Seat]:
    """Return the seats on which substitutes sit for a user, the newest game first."""
    seats = with_tables(Seat.objects.filter(absent_user=user))
    return list(seats.filter(game__status=Status.ACTIVE).order_by("-game_id"))


def lent_seat(game: Game, user: User) -> Seat | None:
    """Return the seat of a game on which a substitute sits for a user."""
    seats = Seat.objects.filter(game=game, absent_user=user)
    return seats.select_related("game", "user").first()


def standing_offers(game: Game) -> list[SubstituteOffer]:
    """Return who would play on for absent players of a game, by number."""
    offers = SubstituteOffer.objects.filter(seat__game=game, withdrawn_at=None)
    return list(offers.select_related("user", "seat").order_by("number"))
