"""A seat for whoever has its link: the terms, a name, one press."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import queries
from games.accounts.person_fields import EmailForm, JoinForm
from games.accounts.users import remember_locale
from games.errors import AddressNeeded, NotThere, SeatNotVacant
from games.limits import JOIN_LINKS_TRIED, visitor_of
from games.lobby.join_links import find_seat_of_link
from games.lobby.seats import take_seat
from games.models import Invitation, Seat, Status, User
from games.now import database_now
from games.play.game_page import seat_rows, settings_of
from games.presentation.link_preview import service_preview
from games.store import positions
from games.web.decorators import explain_refusals
from games.web.pages import see_other
from games.web.reader import language_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@explain_refusals
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Who invites to what; who is signed in takes the seat, others sign in first."""
    seat, reader = _find(request, code), request.user
    user = reader if isinstance(reader, User) and not reader.is_guest else None
    if user is not None and queries.own_seat(seat.game, user) is not None:
        return _go_on(seat)
    if seat.invitation != Invitation.LINKED or seat.game.status != Status.INVITING:
        raise SeatNotVacant(_("This link has been used: the seat is taken."))
    if request.method != "POST":
        return _show(request, seat, JoinForm(user=user) if user else None)
    if user is None:
        raise AddressNeeded
    form = JoinForm(request.POST, user=user)
    if not form.is_valid():
        return _show(request, seat, form, HTTPStatus.BAD_REQUEST)
    now = database_now()
    take_seat(seat=seat, user=user, code=code, now=now, **form.joining)
    zone = form.cleaned_data["time_zone"]
    remember_locale(user=user, language=language_of(user), time_zone=zone, now=now)
    seat.game.refresh_from_db()
    return _go_on(seat)


def _find(request: HttpRequest, code: str) -> Seat:
    """Return the seat of a link; who tries many in vain is stopped."""
    seat = find_seat_of_link(code)
    if seat is None:
        JOIN_LINKS_TRIED.spend(visitor_of(request), now=database_now())
        raise NotThere(
            _("This link no longer works. Ask whoever gave it to you for another.")
        )
    return seat


def _go_on(seat: Seat) -> HttpResponse:
    page = "games:game" if seat.game.status == Status.INVITING else "games:play"
    return see_other(page, slug=seat.game.slug)


def _show(
    request: HttpRequest,
    seat: Seat,
    form: JoinForm | None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the terms; without a ``form`` the reader is asked to sign in first."""
    game, seats = seat.game, queries.seats_of(seat.game)
    context: dict[str, Any] = {
        "game": game,
        "host": "" if game.host is None else game.host.name,
        "chairs": seat_rows(game, seats, None, is_host=False),
        "settings": settings_of(game, seats, positions.state_of(game)),
        "form": form,
        "email_form": EmailForm(),
        "link_preview": service_preview(
            _("A seat at a game of Stone Age"),
            _("The first to open this link takes the seat."),
        ),
    }
    return render(request, "games/join.html", context, status=status)
