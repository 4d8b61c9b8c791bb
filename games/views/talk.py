"""The talk of a table: one page with two doors, like the turn page."""

from datetime import datetime
from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games import links, selectors, services, table_talk
from games.clocks import database_now
from games.errors import Forbidden, Refused
from games.limits import TALK
from games.models import Seat, User
from games.pages.talk import Door, people_of, talk_of
from games.views.errors import calm, dead_link, page_for, sentence_of
from games.views.games import game_or_404, reader, see_other
from games.views.people import reading_as


# As with the turn page, the token is the whole right; no cookie adds to it.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@calm
def talk_link(request: HttpRequest, token: str) -> HttpResponse:
    """The talk, for whoever holds a seat's link."""
    now = database_now()
    match links.parse_play(token, now=now):
        case links.Valid(seat):
            return _talk(request, Door(seat.game, seat, token), seat.user, now)
        case link:
            return dead_link(request, link, renew_url="")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@calm
def talk(request: HttpRequest, slug: str) -> HttpResponse:
    """The talk, for whoever sits at the table, and for the staff to read."""
    game, user = game_or_404(slug), reader(request)
    if not table_talk.may_read(game, user):
        raise Forbidden(_("Only who plays in this game reads its table talk."))
    return _talk(
        request, Door(game, selectors.own_seat(game, user)), user, database_now()
    )


def _talk(
    request: HttpRequest, door: Door, user: User | None, now: datetime
) -> HttpResponse:
    if not table_talk.has_talk(door.game):
        raise Http404
    with reading_as(user):
        if request.method != "POST":
            return _show(request, door, user, now)
        if door.seat is None:
            raise Forbidden(_("Only who plays in this game may write here."))
        if request.POST.get("action") == "read":
            return _read(request, door.seat)
        return _say(request, door, door.seat, now)


def _say(request: HttpRequest, door: Door, seat: Seat, now: datetime) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        TALK.spend(seat.pk, now=now)
        services.talk_say(seat=seat, text=text, now=now)
    except Refused as refusal:
        said = sentence_of(refusal)
        return _show(
            request, door, seat.user, now, refusal.status, refusal=said, text=text
        )
    if request.POST.get("back") == "game":
        response = see_other("games:game", slug=door.game.slug)
        response["Location"] += "#talk"
        return response
    return HttpResponseRedirect(request.path + "#end", status=HTTPStatus.SEE_OTHER)


def _read(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The page says that its reader has it open."""
    upto = request.POST.get("upto", "")
    if upto.isascii() and upto.isdigit() and len(upto) < 19:
        services.talk_read(seat=seat, upto=int(upto))
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _show(
    request: HttpRequest,
    door: Door,
    user: User | None,
    now: datetime,
    status: int = HTTPStatus.OK,
    *,
    refusal: str = "",
    text: str = "",
) -> HttpResponse:
    everything = "all" in request.GET
    seats = selectors.seats_of(door.game)
    context = {
        "game": door.game,
        "names": selectors.names(seats),
        "talk": talk_of(door, now, everything=everything, refusal=refusal, text=text),
        "people": people_of(door, seats, user) if user else (),
        "report_url": door.report_url,
        "back_url": door.back_url,
        "zone": user.time_zone if user else "UTC",
    }
    return page_for(user, request, "games/talk.html", context, status)
