"""Views of the talk of a table and of mutes, by emailed link or signed in."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect

from games.errors import Refused
from games.limits import TALK
from games.log.table_rows import read_seats
from games.models import Seat
from games.presentation.error_text import error_sentence
from games.presentation.text import name_of, names_of
from games.talk import messages
from games.talk.messages import PLAYERS_ONLY, mark_talk_read, say_at_table
from games.talk.page import people_of, talk_of
from games.web.numbers import read_number
from games.web.pages import redirect_to, render_for, see_other
from games.web.seat_access import SeatAccess, open_both_ways


def _talk(request: HttpRequest, access: SeatAccess) -> HttpResponse:
    if not access.token and access.reader is not None:
        messages.require_may_read(access.game, access.reader)
    if not messages.has_talk(access.game):
        raise Http404
    if request.method != "POST":
        return _show(request, access)
    if access.seat is None:
        raise Refused("forbidden", PLAYERS_ONLY)
    if request.POST.get("action") == "read":
        upto = read_number(request.POST.get("upto"))
        if upto is not None:
            mark_talk_read(seat=access.seat, upto=upto)
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    text = request.POST.get("text", "")
    try:
        TALK.spend(access.seat.pk, now=access.now)
        say_at_table(seat=access.seat, text=text, now=access.now)
    except Refused as refusal:
        said = error_sentence(refusal)
        return _show(request, access, refusal.status, refusal=said, text=text)
    if request.POST.get("back") == "game":
        response = see_other("games:game", slug=access.game.slug)
        response["Location"] += "#talk"
        return response
    if request.POST.get("back") == "table":
        return redirect_to(f"{access.back_url}?sheet=talk")
    return HttpResponseRedirect(request.path + "#end", status=HTTPStatus.SEE_OTHER)


def _show(
    request: HttpRequest,
    access: SeatAccess,
    status: int = HTTPStatus.OK,
    *,
    refusal: str = "",
    text: str = "",
) -> HttpResponse:
    everything = "all" in request.GET
    seats = read_seats(access.game)
    context = {
        "game": access.game,
        "names": names_of(seats),
        "talk": talk_of(access, everything=everything, refusal=refusal, text=text),
        "people": people_of(access, seats),
        "report_url": access.report_url,
        "back_url": access.back_url,
        "zone": access.zone,
    }
    return render_for(access.reader, request, "games/talk.html", context, status)


talk_link, talk = open_both_ways(_talk)


UNMUTE = "unmute"


def _mute(request: HttpRequest, access: SeatAccess) -> HttpResponse:
    user = access.reader
    if access.seat is None or user is None:
        raise Http404
    seat = _seat_to_mute(request, access)
    if request.method == "POST":
        change = messages.unmute if request.POST.get("do") == UNMUTE else messages.mute
        muted = access.game if seat is None else seat.user
        if muted is not None:
            change(user=user, muted=muted)
        return redirect_to(request.get_full_path())
    is_muted = (
        messages.is_table_muted(user, access.game)
        if seat is None
        else seat.user_id in messages.muted_people(user)
    )
    context = {
        "action": request.get_full_path(),
        "name": "" if seat is None else name_of(seat),
        "is_muted": is_muted,
        "UNMUTE": UNMUTE,
        "talk_url": access.talk_url,
    }
    return render_for(user, request, "games/mute.html", context)


def _seat_to_mute(request: HttpRequest, access: SeatAccess) -> Seat | None:
    """Return the seat to mute, or None for the whole table. May raise Http404."""
    if "seat" not in request.GET:
        return None
    number = read_number(request.GET["seat"])
    for seat in read_seats(access.game):
        is_meant = seat.number == number and seat != access.seat
        if is_meant and seat.user and seat.has_joined:
            return seat
    raise Http404


mute_link, mute = open_both_ways(_mute)
