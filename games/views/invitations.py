"""The answer to an invitation, by the link in the mail."""

from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games import positions, queries, services
from games.clocks import database_now
from games.forms.people import AcceptForm
from games.links.purposes import INVITATION_LINK, PLAY_LINK
from games.links.tokens import Valid
from games.models import Invitation, Seat, Status
from games.pages.game import chairs_of, settings_of
from games.views.people import remember_language, remember_zone
from games.views.renewal import renew
from games.web.decorators import explain_refusals
from games.web.pages import dead_link_page, render_for
from games.web.reader import reading_as


# As with the turn page, the token is the whole right; no cookie adds to it.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@explain_refusals
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Who invites, to what; accept or decline."""
    now = database_now()
    match INVITATION_LINK.parse(token, now=now):
        case Valid(seat):
            with reading_as(seat.user):
                return _opened(request, seat, now)
        case link:
            renew_url = reverse("games:invitation_renew", args=[token])
            return dead_link_page(request, link, renew_url=renew_url)


@csrf_exempt
@require_POST
@explain_refusals
def invitation_renew(request: HttpRequest, token: str) -> HttpResponse:
    """Mail a fresh link to the person invited, whoever asks."""
    now = database_now()
    return renew(request, INVITATION_LINK.parse(token, now=now), now)


@explain_refusals
def _opened(request: HttpRequest, seat: Seat, now: datetime) -> HttpResponse:
    if request.method == "POST":
        return _answer(request, seat, now)
    return _show(request, seat, now, AcceptForm(initial=_known(seat)))


def _answer(request: HttpRequest, seat: Seat, now: datetime) -> HttpResponse:
    if request.POST.get("answer") == "decline":
        services.seat_decline(seat=seat, now=now)
        return HttpResponseRedirect(request.path, status=HTTPStatus.SEE_OTHER)
    form = AcceptForm(request.POST)
    if request.POST.get("answer") != "accept" or not form.is_valid():
        return _show(request, seat, now, form, HTTPStatus.BAD_REQUEST)
    data = form.cleaned_data
    services.seat_accept(
        seat=seat,
        salt=data["salt"],
        own_seal=data["own_seal"],
        name=data["name"],
        now=now,
    )
    remember_language(seat.user, now)
    remember_zone(seat.user, data["time_zone"], now)
    token = PLAY_LINK.token(seat, now=now)
    play = reverse("games:play_link", args=[token])
    return HttpResponseRedirect(play, status=HTTPStatus.SEE_OTHER)


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
    token = PLAY_LINK.token(seat, now=now) if is_accepted else ""
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
