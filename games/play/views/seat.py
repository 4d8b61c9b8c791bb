"""The page of a seat: what its player arranges beside the moves."""

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games import queries
from games.accounts.person_fields import EmailForm
from games.accounts.views.addresses import ask_owner
from games.errors import Forbidden
from games.limits import FRESH_LINKS
from games.links.purposes import PLAY_LINK
from games.links.renewal import revoke_links
from games.links.tokens import Revoked
from games.models import Seat
from games.play.seat_page import seat_context
from games.play.seat_settings import NO_FORM_ERROR, FormError
from games.play.signing import has_passkey
from games.play.views.own_seat import SeatPage
from games.play.views.turn_actions import ANCHORS, SEAT_ACTIONS, refusal_of
from games.store import positions
from games.talk.page import SeatAccess
from games.web.pages import dead_link_page, redirect_to, render_for


def _answer(
    request: HttpRequest, access: SeatAccess, seat: Seat, now: datetime
) -> HttpResponse:
    """Do what a form of the page says."""
    name = request.POST.get("action", "")
    if own_page := _PAGES.get(name):
        return own_page(request, access, seat, now)
    act = SEAT_ACTIONS.get(name)
    if act is None:
        sentence = _(
            "Something was missing in that form. Please fill it in and try again."
        )
        error = FormError(sentence, HTTPStatus.BAD_REQUEST)
        return SEAT_PAGE.show_refused(request, access, seat, now, error)
    if refused := refusal_of(act, seat, request.POST, now):
        return SEAT_PAGE.show_refused(request, access, seat, now, refused)
    return redirect_to(request.path + ANCHORS.get(name, ""))


def _show(
    request: HttpRequest,
    access: SeatAccess,
    seat: Seat,
    now: datetime,
    error: FormError = NO_FORM_ERROR,
) -> HttpResponse:
    seats = queries.seats_of(seat.game)
    context = seat_context(
        seat=seats[seat.number],
        seats=seats,
        state=positions.state_of(seat.game),
        now=now,
        action=request.path,
        error=error,
    )
    context |= {"game": seat.game, "table_url": access.back_url}
    context["has_passkey"] = has_passkey(seat)
    return render_for(seat.user, request, "games/seat.html", context, error.status)


def _keep(
    request: HttpRequest, access: SeatAccess, seat: Seat, now: datetime
) -> HttpResponse:
    """A guest gives an address, so that the game comes by mail."""
    form = EmailForm(request.POST)
    if not form.is_valid() or seat.user is None:
        sentence = _("That isn’t an email address.")
        error = FormError(sentence, HTTPStatus.BAD_REQUEST)
        return SEAT_PAGE.show_refused(request, access, seat, now, error)
    email = form.cleaned_data["email"]
    ask_owner(request, seat.user, email, now)
    context = {"email": email, "play_url": PLAY_LINK.url(seat, now=now)}
    return render_for(seat.user, request, "games/kept.html", context)


def _new_links(
    request: HttpRequest, access: SeatAccess, seat: Seat, now: datetime
) -> HttpResponse:
    """Make every link to the seat useless and mail a new one to its owner."""
    FRESH_LINKS.spend(seat.pk, now=now)
    if seat.user is None or seat.user.is_guest:
        raise Forbidden(_("There’s no address yet that we could send a new link to."))
    revoked = Revoked(revoke_links(seat=seat, now=now))
    return dead_link_page(request, revoked, renew_url="", sent=True)


#: What is answered with a page of its own.
_PAGES: dict[str, Callable[[HttpRequest, SeatAccess, Seat, datetime], HttpResponse]] = {
    "keep": _keep,
    "new-links": _new_links,
}

SEAT_PAGE = SeatPage(_show, _answer)
seat_link, seat = SEAT_PAGE.views()
