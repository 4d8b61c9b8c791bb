"""Report a message, a player or a whole game: a short form, by either door."""

from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from games import queries, services, table_talk
from games.clocks import database_now
from games.error_text import error_sentence
from games.errors import Refused
from games.limits import REPORTS
from games.links.purposes import PLAY_LINK
from games.models import Game, Invitation, Seat, TalkMessage, User
from games.pages.talk import SeatAccess
from games.text import name_of
from games.web.decorators import OpenedLink, link_page, member_page
from games.web.pages import game_or_404, redirect_to, render_for
from games.web.reader import signed_in

MADE = "made"


@link_page(PLAY_LINK)
def report_link(request: HttpRequest, link: OpenedLink[Seat]) -> HttpResponse:
    """Report, as the player of the seat whose link it is."""
    seat = link.target
    if seat.user is None:
        raise Http404
    return _report(
        request, SeatAccess(seat.game, seat, link.token), seat.user, link.now
    )


@member_page
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """Report, as whoever is signed in."""
    game, user = game_or_404(slug), signed_in(request)
    door = SeatAccess(game, queries.own_seat(game, user))
    return _report(request, door, user, database_now())


def _report(
    request: HttpRequest, door: SeatAccess, user: User, now: datetime
) -> HttpResponse:
    if MADE in request.GET:
        context = {"back_url": door.back_url}
        return render_for(user, request, "games/reported.html", context)
    about = _message(request, door, user) or _seat(request, door) or door.game
    if request.method != "POST":
        return _show(request, door, user, about)
    return _make(request, door, user, about, now)


def _make(
    request: HttpRequest,
    door: SeatAccess,
    user: User,
    about: Seat | TalkMessage | Game,
    now: datetime,
) -> HttpResponse:
    reason = request.POST.get("reason", "")
    try:
        REPORTS.spend(user.pk, now=now)
        services.report_make(reporter=user, reason=reason, now=now, **_meant(about))
    except Refused as refusal:
        said = error_sentence(refusal)
        return _show(
            request, door, user, about, refusal.status, refusal=said, reason=reason
        )
    page = f"{door.report_url}?{MADE}"
    return redirect_to(page)


def _show(
    request: HttpRequest,
    door: SeatAccess,
    user: User,
    about: Seat | TalkMessage | Game,
    status: int = HTTPStatus.OK,
    *,
    refusal: str = "",
    reason: str = "",
) -> HttpResponse:
    context = {
        "action": request.get_full_path(),
        "back_url": door.back_url,
        **_told(about),
        "refusal": refusal,
        "reason": reason,
        "zone": user.time_zone,
    }
    return render_for(user, request, "games/report.html", context, status)


def _meant(about: Seat | TalkMessage | Game) -> dict[str, Any]:
    match about:
        case Seat():
            return {"seat": about}
        case TalkMessage():
            return {"message": about}
        case Game():
            return {"game": about}


def _told(about: Seat | TalkMessage | Game) -> dict[str, Any]:
    """Return what the page says of whom or what is reported; of a game nothing more."""
    if isinstance(about, Game):
        return {"name": ""}
    message = about if isinstance(about, TalkMessage) else None
    seat = about if isinstance(about, Seat) else about.seat
    player = seat.user if message is None else message.user
    name = name_of(Seat(number=seat.number, user=player))
    return {"seat": seat.number, "name": name, "message": message}


def _message(request: HttpRequest, door: SeatAccess, user: User) -> TalkMessage | None:
    """Return the message that is meant, if the reader can read it."""
    if "message" not in request.GET:
        return None
    pk = _number(request, "message") or 0
    can_read = door.token or table_talk.may_read(door.game, user)
    readable = table_talk.messages_of(door.game).filter(pk=pk, hidden_at=None)
    message = readable.exclude(text="").first() if can_read else None
    if message is None:
        raise Http404
    return message


def _seat(request: HttpRequest, door: SeatAccess) -> Seat | None:
    """Return the seat that is meant, None where the whole game is."""
    if "seat" not in request.GET:
        return None
    number = _number(request, "seat")
    seats = queries.seats_of(door.game)
    found = next((seat for seat in seats if seat.number == number), None)
    if found is None or found.invitation != Invitation.ACCEPTED or not found.user:
        raise Http404
    return found


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
