"""The talk of a table: one page with two doors, like the turn page."""

from datetime import datetime
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _

from games import queries
from games.errors import Forbidden, Refused
from games.limits import TALK
from games.links.purposes import PLAY_LINK
from games.models import Seat, User
from games.now import database_now
from games.presentation.error_text import error_sentence
from games.presentation.text import names_of
from games.talk import table_talk
from games.talk.messages import mark_talk_read, say_at_table
from games.talk.page import SeatAccess, people_of, talk_of
from games.web.decorators import OpenedLink, link_page, member_page
from games.web.pages import game_or_404, redirect_to, render_for, see_other
from games.web.reader import signed_in


@link_page(PLAY_LINK)
def talk_link(request: HttpRequest, link: OpenedLink[Seat]) -> HttpResponse:
    """The talk, for whoever holds a seat's link."""
    seat = link.target
    return _talk(request, SeatAccess(seat.game, seat, link.token), seat.user, link.now)


@member_page
def talk(request: HttpRequest, slug: str) -> HttpResponse:
    """The talk, for whoever sits at the table, and for the staff to read."""
    game, user = game_or_404(slug), signed_in(request)
    table_talk.require_may_read(game, user)
    access = SeatAccess(game, queries.own_seat(game, user))
    return _talk(request, access, user, database_now())


def _talk(
    request: HttpRequest, access: SeatAccess, user: User | None, now: datetime
) -> HttpResponse:
    if not table_talk.has_talk(access.game):
        raise Http404
    if request.method != "POST":
        return _show(request, access, user, now)
    if access.seat is None:
        raise Forbidden(_("Only players in this game can write here."))
    if request.POST.get("action") == "read":
        return _read(request, access.seat)
    return _say(request, access, access.seat, now)


def _say(
    request: HttpRequest, access: SeatAccess, seat: Seat, now: datetime
) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        TALK.spend(seat.pk, now=now)
        say_at_table(seat=seat, text=text, now=now)
    except Refused as refusal:
        said = error_sentence(refusal)
        return _show(
            request, access, seat.user, now, refusal.status, refusal=said, text=text
        )
    if request.POST.get("back") == "game":
        response = see_other("games:game", slug=access.game.slug)
        response["Location"] += "#talk"
        return response
    if request.POST.get("back") == "table":
        return redirect_to(f"{access.back_url}?sheet=talk")
    return HttpResponseRedirect(request.path + "#end", status=HTTPStatus.SEE_OTHER)


def _read(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The page says that its reader has it open."""
    upto = request.POST.get("upto", "")
    if upto.isascii() and upto.isdigit() and len(upto) < 19:
        mark_talk_read(seat=seat, upto=int(upto))
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _show(
    request: HttpRequest,
    access: SeatAccess,
    user: User | None,
    now: datetime,
    status: int = HTTPStatus.OK,
    *,
    refusal: str = "",
    text: str = "",
) -> HttpResponse:
    everything = "all" in request.GET
    seats = queries.seats_of(access.game)
    context = {
        "game": access.game,
        "names": names_of(seats),
        "talk": talk_of(access, now, everything=everything, refusal=refusal, text=text),
        "people": people_of(access, seats, user) if user else (),
        "report_url": access.report_url,
        "back_url": access.back_url,
        "zone": user.time_zone if user else "UTC",
    }
    return render_for(user, request, "games/talk.html", context, status)
