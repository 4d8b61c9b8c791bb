"""A guest gives an address; whoever reads its mails says whether to keep the games."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse

from games import services
from games.clocks import database_now
from games.limits import (
    FRESH_LINKS,
    KEEP_MAILS_TO_ONE,
    SIGN_IN_MAILS_FROM_ONE,
    visitor_of,
)
from games.links.purposes import KEEP_LINK, PLAY_LINK
from games.links.targets import GuestClaim
from games.models import User
from games.recipients import recipient_of
from games.web.decorators import OpenedLink, link_page
from games.web.pages import render_for, see_other


def ask_owner(request: HttpRequest, guest: User, email: str, now: datetime) -> None:
    """Have the owner of the address asked by mail, unless that was done very often."""
    FRESH_LINKS.spend("keep", guest.pk, now=now)
    SIGN_IN_MAILS_FROM_ONE.spend(visitor_of(request), now=now)
    KEEP_MAILS_TO_ONE.spend(recipient_of(email), now=now)
    services.keep_request(guest=guest, email=email, now=now)


@link_page(KEEP_LINK, late="games/keep_late.html")
def keep(request: HttpRequest, link: OpenedLink[GuestClaim]) -> HttpResponse:
    """Show what would be kept; a POST does it and leads on to the game."""
    if request.method == "POST":
        return _confirm(link.target, link.now)
    return _show(request, link.target, link.now)


def _confirm(asked: GuestClaim, now: datetime) -> HttpResponse:
    services.keep_confirm(seat=asked.seat, user=asked.user, now=database_now())
    token = PLAY_LINK.token(asked.seat, now=now)
    return see_other("games:play_link", token=token)


def _show(request: HttpRequest, asked: GuestClaim, now: datetime) -> HttpResponse:
    owner = asked.seat.user
    assert owner is not None
    is_kept = not owner.is_guest
    context = {
        "email": asked.user.email,
        "count": owner.seats.count(),
        "is_kept": is_kept,
        "play_token": PLAY_LINK.token(asked.seat, now=now) if is_kept else "",
    }
    return render_for(asked.user, request, "games/keep.html", context)
