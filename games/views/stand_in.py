"""Somebody is invited by the staff to play on where another player was."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games import clock_words, labels, positions, queries
from games.clocks import database_now
from games.limits import FRESH_LINKS
from games.links.purposes import PLAY_LINK, STAND_IN_LINK
from games.links.signed import StandInLink, UserLink
from games.links.targets import SubstituteInvitation
from games.links.tokens import Expired, Invalid, Revoked, Valid
from games.models import Status
from games.pages.board import board_of
from games.pages.tribes import tribes_of
from games.services.replacements import (
    replacement_accept,
    replacement_decline,
    replacement_remind,
)
from games.text import join_list, name_of, names_of
from games.web.decorators import explain_refusals, link_action, link_page
from games.web.pages import dead_link_page, render_for, see_other
from games.web.reader import reading_as
from stoneage_core import awaited
from stoneage_core.state import Phase


@link_page
def stand_in(request: HttpRequest, token: str) -> HttpResponse:
    """Show the game and the position to be taken over; a POST answers."""
    now = database_now()
    link = STAND_IN_LINK.parse(token, now=now)
    if not isinstance(link, Valid):
        return _lapsed(request, link, token)
    with reading_as(link.target.user):
        return _opened(request, link.target, now)


@explain_refusals
def _opened(
    request: HttpRequest, target: SubstituteInvitation, now: datetime
) -> HttpResponse:
    if request.method != "POST":
        return _show(request, target, now)
    offer, user = target.offer, target.user
    if request.POST.get("do") == "decline":
        replacement_decline(offer=offer, user=user, now=now)
        return render_for(user, request, "games/stand_in_declined.html", {})
    replacement_accept(offer=offer, user=user, now=now)
    return _to_seat(target, now)


# The token says whom to mail, and nothing else is done.
@link_action
def stand_in_renew(request: HttpRequest, token: str) -> HttpResponse:
    """Mail a fresh link to who is invited, whoever asks with the old one."""
    now = database_now()
    link = STAND_IN_LINK.parse(token, now=now)
    if not isinstance(link, Expired | Valid):
        return dead_link_page(request, _of_the_invited(link), renew_url="")
    offer = link.target.offer
    FRESH_LINKS.spend("stand-in", offer.pk, now=now)
    replacement_remind(offer=offer, now=now)
    return dead_link_page(request, _of_the_invited(link), renew_url="", sent=True)


def _lapsed(request: HttpRequest, link: StandInLink, token: str) -> HttpResponse:
    """A link that is too old can be had anew while the invitation stands."""
    stands = isinstance(link, Expired)
    url = reverse("games:stand_in_renew", args=[token]) if stands else ""
    return dead_link_page(request, _of_the_invited(link), renew_url=url)


def _of_the_invited(link: StandInLink) -> UserLink:
    match link:
        case Valid(target):
            return Valid(target.user)
        case Expired(target):
            return Expired(target.user)
        case Revoked(target):
            return Revoked(target.user)
    return Invalid()


def _to_seat(target: SubstituteInvitation, now: datetime) -> HttpResponse:
    seat = target.offer.seat
    seat.refresh_from_db()  # its links changed when they sat down
    return see_other("games:play_link", token=PLAY_LINK.token(seat, now=now))


def _show(
    request: HttpRequest, target: SubstituteInvitation, now: datetime
) -> HttpResponse:
    seat, user = target.offer.seat, target.user
    game, seats = seat.game, queries.seats_of(seat.game)
    state, names = positions.state_of(game), names_of(seats)
    is_seated = seat.user_id == user.pk
    context = {
        "game": game,
        "seat": seat,
        "name": name_of(seat),
        "others": join_list([names[s.number] for s in seats if s.pk != seat.pk]),
        "where": labels.round_and_phase(game.round, Phase(game.phase)),
        "clock": clock_words.terms_of(game.clock),
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state), seat.number),
        "is_over": game.status != Status.ACTIVE,
        "play_token": PLAY_LINK.token(seat, now=now) if is_seated else "",
    }
    return render_for(user, request, "games/stand_in.html", context)
