"""Somebody is invited by the staff to play on where another player was."""

from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games import clock_words, labels, links, selectors
from games.clocks import database_now
from games.limits import FRESH_LINKS
from games.links import StandIn
from games.models import Status
from games.pages.board import board_of
from games.pages.tribes import tribes_of
from games.services.replacements import (
    replacement_accept,
    replacement_decline,
    replacement_remind,
)
from games.views.errors import calm, dead_link, page_for
from games.views.people import reading_as
from stoneage_core import awaited
from stoneage_core.state import Phase


# As with the turn page, the token is the whole right; no cookie adds to it.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@calm
def stand_in(request: HttpRequest, token: str) -> HttpResponse:
    """Show the game and the position to be taken over; a POST answers."""
    now = database_now()
    link = links.parse_stand_in(token, now=now)
    if not isinstance(link, links.Valid):
        return _lapsed(request, link, token)
    with reading_as(link.target.user):
        return _opened(request, link.target, now)


@calm
def _opened(request: HttpRequest, target: StandIn, now: datetime) -> HttpResponse:
    if request.method != "POST":
        return _show(request, target, now)
    offer, user = target.offer, target.user
    if request.POST.get("do") == "decline":
        replacement_decline(offer=offer, user=user, now=now)
        return page_for(user, request, "games/stand_in_declined.html", {})
    replacement_accept(offer=offer, user=user, now=now)
    return _to_seat(target, now)


# The token says whom to mail, and nothing else is done.
@csrf_exempt
@require_POST
@calm
def stand_in_renew(request: HttpRequest, token: str) -> HttpResponse:
    """Mail a fresh link to who is invited, whoever asks with the old one."""
    now = database_now()
    link = links.parse_stand_in(token, now=now)
    if not isinstance(link, links.Expired | links.Valid):
        return dead_link(request, _of_the_invited(link), renew_url="")
    offer = link.target.offer
    FRESH_LINKS.spend("stand-in", offer.pk, now=now)
    replacement_remind(offer=offer, now=now)
    return dead_link(request, _of_the_invited(link), renew_url="", sent=True)


def _lapsed(request: HttpRequest, link: links.StandInLink, token: str) -> HttpResponse:
    """A link that is too old can be had anew while the invitation stands."""
    stands = isinstance(link, links.Expired)
    url = reverse("games:stand_in_renew", args=[token]) if stands else ""
    return dead_link(request, _of_the_invited(link), renew_url=url)


def _of_the_invited(link: links.StandInLink) -> links.UserLink:
    match link:
        case links.Valid(target):
            return links.Valid(target.user)
        case links.Expired(target):
            return links.Expired(target.user)
        case links.Revoked(target):
            return links.Revoked(target.user)
    return links.Invalid()


def _to_seat(target: StandIn, now: datetime) -> HttpResponse:
    seat = target.offer.seat
    seat.refresh_from_db()  # its links changed when they sat down
    play = reverse("games:play_link", args=[links.play_token(seat, now=now)])
    return HttpResponseRedirect(play, status=HTTPStatus.SEE_OTHER)


def _show(request: HttpRequest, target: StandIn, now: datetime) -> HttpResponse:
    seat, user = target.offer.seat, target.user
    game, seats = seat.game, selectors.seats_of(seat.game)
    state, names = selectors.state_of(game), selectors.names(seats)
    is_seated = seat.user_id == user.pk
    context = {
        "game": game,
        "seat": seat,
        "name": selectors.name_of(seat),
        "others": labels.join_list([names[s.number] for s in seats if s.pk != seat.pk]),
        "where": labels.round_and_phase(game.round, Phase(game.phase)),
        "clock": clock_words.terms_of(game.clock),
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state), seat.number),
        "is_over": game.status != Status.ACTIVE,
        "play_token": links.play_token(seat, now=now) if is_seated else "",
    }
    return page_for(user, request, "games/stand_in.html", context)
