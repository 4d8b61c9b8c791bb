"""The page to take another player's seat, or to take one's own back."""

from datetime import datetime
from enum import StrEnum, auto
from typing import Any

from games import queries
from games.links.purposes import PLAY_LINK, SeatClaim
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, SeatOffer, Status, User
from games.presentation import labels, time_control_text
from games.presentation.attendance import turn_notice
from games.presentation.board import board_of
from games.presentation.text import join_list, name_of, names_of
from games.presentation.tribes import tribes_of
from games.table.orders_form import missed_before_autopilot
from stoneage_core import awaited


class Step(StrEnum):
    """What a user can do about a seat. Each has its part of the page."""

    #: The game is over.
    OVER = auto()
    #: The user plays the seat.
    PLAY = auto()
    #: Autopilot or a substitute plays the user's seat: take it back.
    RETURN = auto()
    #: The staff or the player offer the seat: accept or decline.
    ANSWER = auto()
    #: The user offered to play the seat, and the table votes: withdraw the offer.
    WAIT = auto()
    #: The user declined, or withdrew their offer.
    DECLINED = auto()
    #: The offer is closed for another reason.
    CLOSED = auto()


def find_claim(game: Game, user: User, number: int) -> SeatClaim | None:
    """Return a user's claim by the number of an offer, or for 0 to their own seat."""
    if number:
        offers = SeatOffer.objects.filter(seat__game=game, number=number, user=user)
        offer = offers.select_related("seat__game", "seat__user").first()
        return None if offer is None else SeatClaim(offer.seat, user, offer)
    seat = queries.lent_seat(game, user) or queries.seat_for(game, user)
    return None if seat is None else SeatClaim(seat, user)


def step_of(claim: SeatClaim) -> Step:
    seat, user, offer = claim.seat, claim.user, claim.offer
    if seat.game.status in {Status.FINISHED, Status.CANCELLED}:
        return Step.OVER
    if seat.absent_user_id == user.pk:
        return Step.RETURN
    if seat.user_id == user.pk:
        return Step.RETURN if seat.is_on_autopilot else Step.PLAY
    if offer is not None and offer.is_open:
        return Step.WAIT if offer.needs_vote else Step.ANSWER
    if offer is None:
        return Step.CLOSED
    # The user's own word: what they were asked is declined, their own offer withdrawn.
    states = SeatOffer.State
    own_word = states.WITHDRAWN if offer.needs_vote else states.DECLINED
    return Step.DECLINED if offer.state == own_word else Step.CLOSED


def take_seat_page(claim: SeatClaim, now: datetime) -> dict[str, Any]:
    seat, user, step = claim.seat, claim.user, step_of(claim)
    game, seats = seat.game, read_seats(seat.game)
    state, names = positions.state_of(game), names_of(seats)
    is_lent = seat.absent_user_id == user.pk
    page = {
        "game": game,
        "seat": seat,
        "step": step,
        "offer": claim.offer,
        "name": name_of(seat),
        "others": join_list([names[s.number] for s in seats if s.pk != seat.pk]),
        "where": labels.round_and_phase(game),
        "clock": time_control_text.terms_of(game.time_control),
        "is_lent": is_lent and not seat.is_on_autopilot,
        "missed": 0 if is_lent else missed_before_autopilot(seat),
        "play_token": PLAY_LINK.token(seat, now=now) if step is Step.PLAY else "",
    }
    if step in {Step.RETURN, Step.ANSWER, Step.WAIT}:
        page["turn_notice"] = turn_notice(user, game)
        page["board"] = board_of(state, names)
        own = seat.number if step is Step.RETURN else None
        page["tribes"] = tribes_of(state, names, awaited(state), own)
    return page
