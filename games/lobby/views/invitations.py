"""The answer to an invitation, by the link in the mail."""

from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from games import queries
from games.accounts.person_fields import JoinForm
from games.accounts.users import remember_locale
from games.links.purposes import INVITATION_LINK, PLAY_LINK
from games.lobby.seats import accept_seat, decline_seat
from games.models import Invitation, Seat, Status, User
from games.now import database_now
from games.play.game_page import seat_rows, settings_of
from games.store import positions
from games.web.decorators import OpenedLink, link_page, token_action
from games.web.pages import (
    redirect_to,
    render_for,
    renew_seat_link,
    see_other,
)
from games.web.reader import language_of


@link_page(INVITATION_LINK, renew="games:invitation_renew")
def invitation(request: HttpRequest, link: OpenedLink[Seat]) -> HttpResponse:
    """Who invites, to what; accept or decline."""
    seat, now = link.target, link.now
    if request.method == "POST":
        return _answer(request, seat, now)
    return _show(request, seat, now, JoinForm(user=_invitee(seat)))


@token_action
def invitation_renew(request: HttpRequest, token: str) -> HttpResponse:
    """Mail a fresh link to the person invited, whoever asks."""
    now = database_now()
    return renew_seat_link(request, INVITATION_LINK.parse(token, now=now), now)


def _answer(request: HttpRequest, seat: Seat, now: datetime) -> HttpResponse:
    if request.POST.get("answer") == "decline":
        decline_seat(seat=seat, now=now)
        return redirect_to(request.path)
    form = JoinForm(request.POST, user=_invitee(seat))
    if request.POST.get("answer") != "accept" or not form.is_valid():
        return _show(request, seat, now, form, HTTPStatus.BAD_REQUEST)
    accept_seat(seat=seat, now=now, **form.joining)
    remember_locale(
        user=seat.user,
        language=language_of(seat.user),
        time_zone=form.cleaned_data["time_zone"],
        now=now,
    )
    token = PLAY_LINK.token(seat, now=now)
    return see_other("games:play_link", token=token)


def _show(
    request: HttpRequest,
    seat: Seat,
    now: datetime,
    form: JoinForm,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    game, seats = seat.game, queries.seats_of(seat.game)
    state = positions.state_of(game)
    is_accepted = seat.invitation == Invitation.ACCEPTED
    token = PLAY_LINK.token(seat, now=now) if is_accepted else ""
    context = {
        "seat": seat,
        "game": game,
        "host": _host_name(seat),
        "form": form,
        "chairs": seat_rows(game, seats, seat, is_host=False),
        "settings": settings_of(game, seats, state),
        "is_open": seat.invitation == Invitation.INVITED
        and game.status == Status.INVITING,
        "is_accepted": is_accepted,
        "is_declined": seat.invitation == Invitation.DECLINED,
        "is_cancelled": game.status == Status.CANCELLED,
        "play_token": token,
    }
    return render_for(seat.user, request, "games/invitation.html", context, status)


def _host_name(seat: Seat) -> str:
    """Nobody's address is told to others, not even by whoever invites them."""
    host = seat.game.host
    return "" if host is None else host.name


def _invitee(seat: Seat) -> User:
    """Return who is asked: nobody, where the seat went back to be open since."""
    return seat.user or User()
