"""
Operations on substitutes: offering to play a seat, asking somebody to, and coming back.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest
from ninja import Body, Path, Router, Status
from pydantic import Field

from games import queries
from games.api.caller import PLAY, READ, Caller, caller_of, own_seat_of
from games.api.examples import with_example
from games.api.problems import PROBLEMS
from games.api.resources import PositionResource, position_resource
from games.api.views.games import LARGEST, SeatNumber, Slug
from games.errors import NO_SEAT, Refused
from games.limits import INVITATIONS
from games.log.table_rows import read_seats
from games.models import SeatOffer
from games.presentation.text import name_of
from games.seats.leaving import ask_to_take_seat, withdraw_request
from games.seats.offers import (
    accept_offer,
    decline_offer,
    offer_to_play,
    return_to_seat,
    substitutes_wanted,
)
from games.table.leave_page import NOBODY_WAITS, may_leave
from games.web.pages import game_or_404
from stoneage_core.match.state import Source

router = Router(auth=PLAY, tags=["substitutes"])

NO_OFFER = "There is no such offer for you or by you."
NO_SUCH_SEAT = "This game has no such seat."
NO_ADDRESS = "Give the email address of the person."

OfferNumber = Annotated[int, Path(ge=1, le=LARGEST)]
Email = Annotated[str, Field(max_length=254)]


@dataclass(frozen=True)
class WantedSubstitute:
    """
    The seat ``number`` of a running game, which autopilot plays for ``absent``.

    ``offer`` is the number of the caller's offer to play it, 0 if there is none.
    """

    slug: str
    number: int
    absent: str
    others: str
    where: str
    clock: str
    terms: str
    offer: int


@dataclass(frozen=True)
class OfferResource:
    """
    An open offer that concerns the caller: seat ``seat`` of ``game``, that of ``name``.

    If ``needs_vote``, the caller offered to play, and the table votes. Otherwise they
    were asked, and accept or decline. ``for_good`` says whether they keep the seat.
    """

    game: str
    number: int
    seat: int
    name: str
    needs_vote: bool
    for_good: bool
    offered_at: datetime


@with_example(answer="accept")
@dataclass(frozen=True)
class AnswerRequest:
    """``decline`` also withdraws an offer of the caller's own."""

    answer: Literal["accept", "decline"]


@with_example(email="carol@example.org")
@dataclass(frozen=True)
class SubstituteRequest:
    """Who is asked to take the caller's seat, by their ``email`` address."""

    email: Email


@router.get(
    "/substitutes-wanted", auth=READ, response={200: list[WantedSubstitute]} | PROBLEMS
)
def list_wanted_substitutes(request: HttpRequest) -> list[WantedSubstitute]:
    """Return the seats in games of others that need somebody to play them."""
    rows = substitutes_wanted(caller_of(request).user)
    return [WantedSubstitute(**row) for row in rows]


@router.get("/offers", auth=READ, response={200: list[OfferResource]} | PROBLEMS)
def list_offers(request: HttpRequest) -> list[OfferResource]:
    """Return the open offers of seats by the caller and to them, latest first."""
    return _offers(caller_of(request))


@router.post(
    "/games/{slug}/seats/{number}/offer",
    response={201: list[OfferResource]} | PROBLEMS,
)
def offer_seat_substitute(
    request: HttpRequest, slug: Slug, number: SeatNumber
) -> Status[list[OfferResource]]:
    """Offer to play a seat until its player is back. The table votes on it."""
    caller = caller_of(request)
    seats = game_or_404(slug).seats.select_related("game")
    seat = seats.filter(number=number).first()
    if seat is None:
        raise Refused("not_there", NO_SUCH_SEAT)
    offer_to_play(seat=seat, user=caller.user, now=caller.now)
    return Status(201, _offers(caller))


@router.post(
    "/games/{slug}/offers/{number}", response={200: list[OfferResource]} | PROBLEMS
)
def answer_offer(
    request: HttpRequest, slug: Slug, number: OfferNumber, said: Body[AnswerRequest]
) -> list[OfferResource]:
    """Accept a seat that was offered to the caller, or decline or withdraw an offer."""
    caller = caller_of(request)
    offers = SeatOffer.objects.filter(seat__game=game_or_404(slug), number=number)
    offer = offers.filter(user=caller.user).select_related("seat").first()
    if offer is None:
        raise Refused("not_there", NO_OFFER)
    if said.answer == "accept":
        accept_offer(offer=offer, user=caller.user, now=caller.now, source=Source.API)
    else:
        decline_offer(offer=offer, user=caller.user, now=caller.now)
    return _offers(caller)


@router.post("/games/{slug}/return", response={200: PositionResource} | PROBLEMS)
def come_back_to_seat(request: HttpRequest, slug: Slug) -> PositionResource:
    """Take the caller's own seat back from autopilot or from a substitute."""
    caller, game = caller_of(request), game_or_404(slug)
    seat = queries.lent_seat(game, caller.user) or queries.own_seat(game, caller.user)
    if seat is None:
        raise Refused("forbidden", NO_SEAT)
    game = return_to_seat(
        seat=seat, user=caller.user, now=caller.now, source=Source.API
    )
    return position_resource(game, caller)


@router.put("/games/{slug}/substitute", response={200: PositionResource} | PROBLEMS)
def ask_for_substitute(
    request: HttpRequest, slug: Slug, asked: Body[SubstituteRequest]
) -> PositionResource:
    """Ask a person by email to take the caller's seat. They get it when they accept."""
    caller = caller_of(request)
    seat = own_seat_of(caller, slug)
    if not may_leave(seat, read_seats(seat.game)):
        raise Refused("forbidden", NOBODY_WAITS)
    try:
        validate_email(asked.email)
    except ValidationError as error:
        raise Refused("invalid", NO_ADDRESS) from error
    caller.spend(INVITATIONS)
    ask_to_take_seat(seat=seat, email=asked.email, now=caller.now, source=Source.API)
    return position_resource(game_or_404(slug), caller)


@router.delete("/games/{slug}/substitute", response={200: PositionResource} | PROBLEMS)
def withdraw_substitute_request(request: HttpRequest, slug: Slug) -> PositionResource:
    """Withdraw the request to take the caller's seat. Idempotent."""
    caller = caller_of(request)
    withdraw_request(seat=own_seat_of(caller, slug), now=caller.now)
    return position_resource(game_or_404(slug), caller)


def _offers(caller: Caller) -> list[OfferResource]:
    offers = SeatOffer.objects.open().filter(user=caller.user)
    offers = offers.select_related("seat__game", "seat__user").order_by("-pk")
    return [
        OfferResource(
            game=offer.seat.game.slug,
            number=offer.number,
            seat=offer.seat.number,
            name=name_of(offer.seat),
            needs_vote=offer.needs_vote,
            for_good=offer.for_good,
            offered_at=offer.offered_at,
        )
        for offer in offers
    ]
