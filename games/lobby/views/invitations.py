"""Views for people who were invited by email or have the link to a seat."""

from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import queries
from games.accounts.person_fields import EmailForm, JoinForm
from games.accounts.sign_in import renew_seat_link
from games.accounts.users import remember_locale
from games.errors import Refused
from games.limits import JOIN_LINKS_TRIED, visitor_of
from games.links.purposes import INVITATION_LINK, PLAY_LINK
from games.live.live_page import live_page
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Invitation, Seat, User
from games.now import database_now
from games.presentation import labels
from games.presentation.link_preview import service_preview
from games.presentation.text import join_names
from games.seats.invitations import (
    accept_seat,
    decline_seat,
    find_seat_of_link,
    take_seat,
)
from games.table.waiting_page import seat_rows, settings_of
from games.web.decorators import OpenedLink, link_page, token_action
from games.web.pages import (
    redirect_to,
    render_for,
    see_other,
    see_table,
)


@link_page(INVITATION_LINK, renew="games:invitation_renew")
def invitation(request: HttpRequest, link: OpenedLink[Seat]) -> HttpResponse:
    seat, now = link.target, link.now
    if request.method == "POST":
        if request.POST.get("answer") == "decline":
            decline_seat(seat=seat, now=now)
            return redirect_to(request.path)
        form = JoinForm(request.POST, user=_invitee(seat))
        if request.POST.get("answer") != "accept" or not form.is_valid():
            return _show_invitation(request, seat, now, form, HTTPStatus.BAD_REQUEST)
        accept_seat(seat=seat, now=now, name=form.cleaned_data["name"])
        remember_locale(
            user=seat.user, time_zone=form.cleaned_data["time_zone"], now=now
        )
        seat.refresh_from_db()
        if not seat.is_awaited:
            return redirect_to(request.path)  # which welcomes them
        token = PLAY_LINK.token(seat, now=now)
        return see_other("games:play_link", token=token)
    return _show_invitation(request, seat, now, JoinForm(user=_invitee(seat)))


@token_action
def invitation_renew(request: HttpRequest, token: str) -> HttpResponse:
    """Email a fresh link to the invited person, whoever asks for it."""
    now = database_now()
    return renew_seat_link(request, INVITATION_LINK.parse(token, now=now), now)


def _show_invitation(
    request: HttpRequest,
    seat: Seat,
    now: datetime,
    form: JoinForm,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    mark = labels.SEATS[seat.number]
    context = _terms_of(seat, seat) | {
        "seat": seat,
        "awaited": join_names([s for s in read_seats(seat.game) if s.is_awaited]),
        "colour": mark.colour,
        "shape": mark.shape_label,
        "form": form,
        "is_open": seat.is_invited and seat.game.is_inviting,
        "is_accepted": seat.has_joined,
        "is_declined": seat.invitation == Invitation.DECLINED,
        "is_cancelled": seat.game.is_cancelled,
        "live": live_page(seat.game, seat.game.version, seat)
        if seat.has_joined
        else None,
        "play_token": PLAY_LINK.token(seat, now=now) if seat.has_joined else "",
    }
    return render_for(seat.user, request, "games/invitation.html", context, status)


def _terms_of(seat: Seat, own: Seat | None) -> dict[str, Any]:
    """
    Return the context about a game to join. ``own`` is the reader's seat. Email
    addresses are never shown to others, not even to the people who invited them.
    """
    game, seats = seat.game, read_seats(seat.game)
    return {
        "game": game,
        "host": "" if game.host is None else game.host.name,
        "greeting": game.greeting,
        "chairs": seat_rows(game, seats, own, is_host=False),
        "own_name": own.user.name if own and own.user else "",
        "settings": settings_of(game, seats, positions.state_of(game)),
    }


def _invitee(seat: Seat) -> User:
    """Return the invited user, or an empty one if the seat was opened again since."""
    return seat.user or User()


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Members take the seat; others sign in first."""
    seat, reader = _find(request, code), request.user
    user = reader if isinstance(reader, User) and not reader.is_guest else None
    if user is not None and queries.own_seat(seat.game, user) is not None:
        return see_table(seat.game, user)
    if seat.invitation != Invitation.LINKED or not seat.game.is_inviting:
        raise Refused("taken", _("This link has been used: the seat is taken."))
    if request.method != "POST":
        return _show_link(request, seat, JoinForm(user=user) if user else None)
    if user is None:
        raise Refused("address_needed")
    form = JoinForm(request.POST, user=user)
    if not form.is_valid():
        return _show_link(request, seat, form, HTTPStatus.BAD_REQUEST)
    now = database_now()
    take_seat(seat=seat, user=user, code=code, now=now, name=form.cleaned_data["name"])
    remember_locale(user=user, time_zone=form.cleaned_data["time_zone"], now=now)
    return see_table(seat.game, user)


def _find(request: HttpRequest, code: str) -> Seat:
    """Visitors who try many wrong links are stopped."""
    seat = find_seat_of_link(code)
    if seat is None:
        JOIN_LINKS_TRIED.spend(visitor_of(request), now=database_now())
        raise Refused(
            "not_there",
            _(
                "This link no longer works. Ask the person who gave it to you for "
                "another one."
            ),
        )
    return seat


def _show_link(
    request: HttpRequest,
    seat: Seat,
    form: JoinForm | None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Without a ``form`` the reader is asked to sign in first."""
    preview = service_preview(
        _("A seat at a game of Stone Age"),
        _("The first to open this link takes the seat."),
    )
    context = _terms_of(seat, None) | {
        "form": form,
        "email_form": EmailForm(),
        "link_preview": preview,
    }
    return render(request, "games/join.html", context, status=status)
