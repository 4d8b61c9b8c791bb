"""An absent player comes back: by the link in the mail, or signed in."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games import queries
from games.accounts.users import request_sign_in
from games.errors import Refused
from games.limits import FRESH_LINKS
from games.links.purposes import PLAY_LINK, RETURN_LINK
from games.links.targets import SeatClaim
from games.links.tokens import Invalid
from games.match.returning import return_to_seat
from games.models import Invitation, Seat, Status, User
from games.now import database_now
from games.presentation import labels
from games.presentation.text import join_list, name_of
from games.store.table_rows import read_seats
from games.table.orders import missed_before_autopilot
from games.web.decorators import (
    OpenedLink,
    link_page,
    member_page,
    token_action,
)
from games.web.pages import (
    dead_link_page,
    game_or_404,
    render_for,
    see_other,
)
from games.web.reader import signed_in


@link_page(RETURN_LINK, renew="games:return_renew")
def return_link(request: HttpRequest, link: OpenedLink[SeatClaim]) -> HttpResponse:
    """Say who plays the seat meanwhile; a POST takes it back."""
    return _return(request, link.target.seat, link.target.user, link.now)


@member_page
def return_seat(request: HttpRequest, slug: str) -> HttpResponse:
    """The same, for whoever is signed in."""
    game, user = game_or_404(slug), signed_in(request)
    seat = queries.lent_seat(game, user) or queries.seat_for(game, user)
    if seat is None:
        raise Refused("forbidden", _("You don’t have a seat in this game."))
    if seat.invitation != Invitation.ACCEPTED:
        return see_other("games:game", slug=slug)  # where the answer is given
    return _return(request, seat, user, database_now())


@token_action
def return_renew(request: HttpRequest, token: str) -> HttpResponse:
    """
    Mail a way back to the player, whoever asks.

    It signs in and leads on to the seat: a substitute's seat has no links of theirs.
    """
    now = database_now()
    link = RETURN_LINK.parse(token, now=now)
    if isinstance(link, Invalid) or not link.target.user.email:
        return dead_link_page(request, Invalid(), renew_url="")
    seat, user = link.target.seat, link.target.user
    FRESH_LINKS.spend("return", user.pk, now=now)
    page = reverse("games:return_seat", args=[seat.game.slug])
    request_sign_in(email=link.target.user.email, next=page, now=now)
    return dead_link_page(request, link, renew_url="", sent=True)


def _return(
    request: HttpRequest, seat: Seat, user: User, now: datetime
) -> HttpResponse:
    if request.method != "POST":
        return _show(request, seat, user, now)
    return_to_seat(seat=seat, user=user, now=now)
    seat.refresh_from_db()  # its links changed if somebody sat on it
    return see_other("games:play_link", token=PLAY_LINK.token(seat, now=now))


def _show(request: HttpRequest, seat: Seat, user: User, now: datetime) -> HttpResponse:
    game = seat.game
    is_lent = seat.absent_user_id == user.pk
    is_own = seat.user_id == user.pk and not seat.is_on_autopilot
    seats = read_seats(game)
    others = [name_of(each) for each in seats if each.number != seat.number]
    context = {
        "seat": seat,
        "game": game,
        "players": join_list([_("You"), *others]),
        "where": labels.round_and_phase(game),
        "is_over": game.status in {Status.FINISHED, Status.CANCELLED},
        "is_own": is_own,
        "substitute": "" if seat.is_on_autopilot else name_of(seat),
        "missed": 0 if is_lent else missed_before_autopilot(seat),
        "play_token": PLAY_LINK.token(seat, now=now) if is_own else "",
    }
    return render_for(user, request, "games/return.html", context)
