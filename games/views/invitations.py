"""The answer to an invitation, by the link in the mail."""

from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games import links, positions, queries, services
from games.clocks import database_now
from games.forms.people import AcceptForm
from games.models import Invitation, Seat, Status
from games.pages.game import chairs_of, settings_of
from games.web.decorators import explain_refusals, link_action, link_page
from games.web.pages import (
    dead_link_page,
    redirect_to,
    render_for,
    renew_seat_link,
    see_other,
)
from games.web.reader import language_of, reading_as


@link_page
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Who invites, to what; accept or decline."""
    now = database_now()
    match links.parse_invitation(token, now=now):
        case links.Valid(seat):
            with reading_as(seat.user):
                return _opened(request, seat, now)
        case link:
            renew_url = reverse("games:invitation_renew", args=[token])
            return dead_link_page(request, link, renew_url=renew_url)


@link_action
def invitation_renew(request: HttpRequest, token: str) -> HttpResponse:
    """Mail a fresh link to the person invited, whoever asks."""
    now = database_now()
    return renew_seat_link(request, links.parse_invitation(token, now=now), now)


@explain_refusals
def _opened(request: HttpRequest, seat: Seat, now: datetime) -> HttpResponse:
    if request.method == "POST":
        return _answer(request, seat, now)
    return _show(request, seat, now, AcceptForm(initial=_known(seat)))


def _answer(request: HttpRequest, seat: Seat, now: datetime) -> HttpResponse:
    if request.POST.get("answer") == "decline":
        services.seat_decline(seat=seat, now=now)
        return redirect_to(request.path)
    form = AcceptForm(request.POST)
    if request.POST.get("answer") != "accept" or not form.is_valid():
        return _show(request, seat, now, form, HTTPStatus.BAD_REQUEST)
    data = form.cleaned_data
    services.seat_accept(seat=seat, salt=data["salt"], name=data["name"], now=now)
    services.locale_remember(
        user=seat.user,
        language=language_of(seat.user),
        time_zone=data["time_zone"],
        now=now,
    )
    token = links.play_token(seat, now=now)
    return see_other("games:play_link", token=token)


def _show(
    request: HttpRequest,
    seat: Seat,
    now: datetime,
    form: AcceptForm,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    game, seats = seat.game, queries.seats_of(seat.game)
    state = positions.state_of(game)
    is_accepted = seat.invitation == Invitation.ACCEPTED
    token = links.play_token(seat, now=now) if is_accepted else ""
    context = {
        "seat": seat,
        "game": game,
        "host": _host_name(seat),
        "form": form,
        "chairs": chairs_of(game, seats, seat, is_host=False),
        "settings": settings_of(game, seats, state.commitment),
        "is_open": seat.invitation == Invitation.INVITED
        and game.status == Status.INVITING,
        "is_accepted": is_accepted,
        "is_declined": seat.invitation == Invitation.DECLINED,
        "is_cancelled": game.status == Status.CANCELLED,
        "play_token": token,
    }
    return render_for(seat.user, request, "games/invitation.html", context, status)


def _host_name(seat: Seat) -> str:
    """Nobody's address is told to others, not even by who invites them."""
    host = seat.game.host
    return "" if host is None else host.name


def _known(seat: Seat) -> dict[str, str]:
    return {"name": seat.user.name if seat.user else ""}
