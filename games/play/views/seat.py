"""The page of a seat: what its player arranges beside the moves."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.accounts.person_fields import EmailForm
from games.accounts.views.addresses import ask_owner
from games.errors import Refused
from games.limits import FRESH_LINKS
from games.links.purposes import PLAY_LINK
from games.links.renewal import revoke_links
from games.links.tokens import Revoked
from games.models import Status
from games.play.seat_page import seat_context
from games.play.seat_settings import FormError
from games.play.views.own_seat import SeatPage
from games.play.views.turn_actions import SEAT_ACTIONS, refusal_of, refuse
from games.store import positions
from games.store.table_rows import read_seats
from games.web.pages import dead_link_page, redirect_to, render_for
from games.web.seat_access import SeatAccess


def _answer(request: HttpRequest, access: SeatAccess) -> HttpResponse:
    """Do what a form of the page says."""
    name = request.POST.get("action", "")
    if own_page := _PAGES.get(name):
        return own_page(request, access)
    act, anchor = SEAT_ACTIONS.get(name, (refuse, ""))
    if refused := refusal_of(act, access.own, request.POST, access.now):
        return SEAT_PAGE.show_refused(request, access, refused)
    game = access.own.game
    was_over = game.status == Status.FINISHED
    game.refresh_from_db(fields=["status"])
    if game.status == Status.FINISHED and not was_over:
        return redirect_to(access.back_url)  # the table, which tells the result
    return redirect_to(request.path + anchor)


def _show(request: HttpRequest, access: SeatAccess, error: FormError) -> HttpResponse:
    game = access.own.game
    context = seat_context(
        access, read_seats(game), positions.state_of(game), request.path, error
    )
    return render_for(access.reader, request, "games/seat.html", context, error.status)


def _keep(request: HttpRequest, access: SeatAccess) -> HttpResponse:
    """A guest gives an address, so that the game comes by mail."""
    seat, form = access.own, EmailForm(request.POST)
    if not form.is_valid() or seat.user is None:
        sentence = _("That isn’t an email address.")
        error = FormError(sentence, HTTPStatus.BAD_REQUEST)
        return SEAT_PAGE.show_refused(request, access, error)
    email = form.cleaned_data["email"]
    ask_owner(request, seat.user, email, access.now)
    context = {"email": email, "play_url": PLAY_LINK.url(seat, now=access.now)}
    return render_for(seat.user, request, "games/kept.html", context)


def _new_links(request: HttpRequest, access: SeatAccess) -> HttpResponse:
    """Make every link to the seat useless and mail a new one to its owner."""
    seat = access.own
    FRESH_LINKS.spend(seat.pk, now=access.now)
    if seat.user is None or seat.user.is_guest:
        raise Refused(
            "forbidden", _("There’s no address yet that we could send a new link to.")
        )
    revoked = Revoked(revoke_links(seat=seat, now=access.now))
    return dead_link_page(request, revoked, renew_url="", sent=True)


#: What is answered with a page of its own.
_PAGES = {"keep": _keep, "new-links": _new_links}

SEAT_PAGE = SeatPage(_show, _answer)
seat_link, seat = SEAT_PAGE.views()
