"""Substitutes: who offers to play on for an absent player, whom the staff invite."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from games.limits import FRESH_LINKS
from games.links.purposes import PLAY_LINK, STAND_IN_LINK
from games.links.tokens import Expired, Valid
from games.match.offers import offer_to_substitute, withdraw_offer
from games.match.replacements import (
    accept_replacement,
    decline_replacement,
    remind_of_replacement,
)
from games.models import Status, SubstituteOffer
from games.now import database_now
from games.presentation import labels, time_control_text
from games.presentation.board import board_of
from games.presentation.text import join_list, name_of, names_of
from games.presentation.tribes import tribes_of
from games.store import positions
from games.store.table_rows import read_seats
from games.web.decorators import (
    OpenedLink,
    link_page,
    member_action,
    token_action,
)
from games.web.numbers import read_number
from games.web.pages import (
    dead_link_page,
    game_or_404,
    redirect_to,
    render_for,
    see_other,
)
from games.web.reader import signed_in
from stoneage_core import awaited


@link_page(STAND_IN_LINK, renew="games:stand_in_renew", renews=(Expired,))
def stand_in(request: HttpRequest, link: OpenedLink[SubstituteOffer]) -> HttpResponse:
    """Show the game and the position to be taken over; a POST answers."""
    offer, user = link.target, link.target.user
    if request.method != "POST":
        return _show(request, offer, link.now)
    if request.POST.get("do") == "decline":
        decline_replacement(offer=offer, user=user, now=link.now)
        return render_for(user, request, "games/stand_in_declined.html", {})
    accept_replacement(offer=offer, user=user, now=link.now)
    seat = offer.seat
    seat.refresh_from_db()  # its links changed when they sat down
    return see_other("games:play_link", token=PLAY_LINK.token(seat, now=link.now))


@token_action
def stand_in_renew(request: HttpRequest, token: str) -> HttpResponse:
    """Mail a fresh link to whoever is invited, whoever asks with the old one."""
    now = database_now()
    link = STAND_IN_LINK.parse(token, now=now)
    if not isinstance(link, Expired | Valid):
        return dead_link_page(request, link, renew_url="")
    offer = link.target
    FRESH_LINKS.spend("stand-in", offer.pk, now=now)
    remind_of_replacement(offer=offer, now=now)
    return dead_link_page(request, link, renew_url="", sent=True)


def _show(request: HttpRequest, offer: SubstituteOffer, now: datetime) -> HttpResponse:
    seat, user = offer.seat, offer.user
    game, seats = seat.game, read_seats(seat.game)
    state, names = positions.state_of(game), names_of(seats)
    is_seated = seat.user_id == user.pk
    context = {
        "game": game,
        "seat": seat,
        "name": name_of(seat),
        "others": join_list([names[s.number] for s in seats if s.pk != seat.pk]),
        "where": labels.round_and_phase(game),
        "clock": time_control_text.terms_of(game.time_control),
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state), seat.number),
        "is_over": game.status != Status.ACTIVE,
        "play_token": PLAY_LINK.token(seat, now=now) if is_seated else "",
    }
    return render_for(user, request, "games/stand_in.html", context)


@member_action
def substitute(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer to play on for a seat, or take the offer back."""
    seats = game_or_404(slug).seats.select_related("game")
    seat = get_object_or_404(seats, number=read_number(request.POST.get("number")))
    withdraws = request.POST.get("do") == "withdraw"
    act = withdraw_offer if withdraws else offer_to_substitute
    act(seat=seat, user=signed_in(request), now=database_now())
    return redirect_to(reverse("games:open_seats") + "#substitutes")
