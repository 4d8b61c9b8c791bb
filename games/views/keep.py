"""A guest gives an address; whoever reads its mails says whether to keep the games."""

from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import links, services
from games.clocks import database_now
from games.limits import (
    FRESH_LINKS,
    KEEP_MAILS_TO_ONE,
    SIGN_IN_MAILS_FROM_ONE,
    visitor_of,
)
from games.models import User
from games.recipients import recipient_of
from games.web.decorators import link_page
from games.web.pages import dead_link_page, render_for, see_other


def ask_owner(request: HttpRequest, guest: User, email: str, now: datetime) -> None:
    """Have the owner of the address asked by mail, unless that was done very often."""
    FRESH_LINKS.spend("keep", guest.pk, now=now)
    SIGN_IN_MAILS_FROM_ONE.spend(visitor_of(request), now=now)
    KEEP_MAILS_TO_ONE.spend(recipient_of(email), now=now)
    services.keep_request(guest=guest, email=email, now=now)


@link_page
def keep(request: HttpRequest, token: str) -> HttpResponse:
    """Show what would be kept; a POST does it and leads on to the game."""
    now = database_now()
    match links.parse_keep(token, now=now):
        case links.Valid(asked):
            if request.method == "POST":
                return _confirm(asked, now)
            return _show(request, asked, now)
        case links.Invalid() as link:
            return dead_link_page(request, link, renew_url="")
        case link:
            context = {"is_expired": isinstance(link, links.Expired)}
            return render(
                request, "games/keep_late.html", context, status=HTTPStatus.GONE
            )


def _confirm(asked: links.Keep, now: datetime) -> HttpResponse:
    services.keep_confirm(seat=asked.seat, user=asked.user, now=database_now())
    token = links.play_token(asked.seat, now=now)
    return see_other("games:play_link", token=token)


def _show(request: HttpRequest, asked: links.Keep, now: datetime) -> HttpResponse:
    owner = asked.seat.user
    assert owner is not None
    is_kept = not owner.is_guest
    context = {
        "email": asked.user.email,
        "count": owner.seats.count(),
        "is_kept": is_kept,
        "play_token": links.play_token(asked.seat, now=now) if is_kept else "",
    }
    return render_for(asked.user, request, "games/keep.html", context)
