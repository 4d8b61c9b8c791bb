"""Views of the talk of a table and of mutes, by emailed link or signed in."""

from collections.abc import Callable
from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
)
from django.template.loader import render_to_string

from games import queries
from games.errors import Refused
from games.limits import SPECTATORS_TALK, TALK
from games.log.table_rows import read_seats
from games.models import Seat, User
from games.now import database_now
from games.presentation.error_text import error_sentence
from games.presentation.text import name_of, names_of
from games.talk import messages, spectators
from games.talk.messages import PLAYERS_ONLY, mark_talk_read, say_at_table
from games.talk.page import (
    Talk,
    people_of,
    spectators_talk_of,
    talk_news,
    talk_of,
)
from games.watching.audience import seen_game
from games.web.numbers import read_number
from games.web.pages import SHEET, is_htmx, redirect_to, render_for, see_other
from games.web.reader import reading_as
from games.web.seat_access import SeatAccess, open_both_ways


def _talk(request: HttpRequest, access: SeatAccess) -> HttpResponse:
    if not access.token and access.reader is not None:
        messages.require_may_read(access.game, access.reader)
    if not messages.has_talk(access.game):
        raise Http404
    if request.method != "POST":
        return _show(request, access, talk_of)
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
        return _show(request, access, talk_of, refused=refusal, text=text)
    return _answer(request, access, talk_of)


TalkOf = Callable[..., Talk]


def _answer(
    request: HttpRequest, access: SeatAccess, talk_of_reader: TalkOf
) -> HttpResponse:
    """Go back to where a message was written."""
    if is_htmx(request):
        return _show(request, access, talk_of_reader)
    if request.POST.get("back") == "game":
        response = see_other("games:game", slug=access.game.slug)
        response["Location"] += "#talk"
        return response
    if request.POST.get("back") == "table":
        return redirect_to(f"{access.back_url}?sheet={talk_of_reader(access).sheet}")
    return HttpResponseRedirect(request.path + "#end", status=HTTPStatus.SEE_OTHER)


def _show(
    request: HttpRequest,
    access: SeatAccess,
    talk_of_reader: TalkOf,
    *,
    refused: Refused | None = None,
    text: str = "",
) -> HttpResponse:
    """
    Show a talk: as a page, to htmx as a sheet of the table, and with ``after`` as JSON
    with what is new since a message that an open page knows.
    """
    after = read_number(request.GET.get("after"))
    refusal = "" if refused is None else error_sentence(refused)
    everything = "all" in request.GET
    seats = read_seats(access.game)
    talk = talk_of_reader(access, everything=everything, refusal=refusal, text=text)
    context = {
        "game": access.game,
        "names": names_of(seats),
        "talk": talk,
        "people": people_of(access, seats),
        "report_url": access.report_url,
        "back_url": access.back_url,
        "zone": access.zone,
    }
    if after is not None:
        return _news(request, access, context, after)
    if is_htmx(request):
        context["sheet"] = {
            "heading": talk.heading,
            "template": "games/table/_sheet_talk.html",
        }
        # htmx shows refusals, too, if they come as an answer like others.
        return render_for(access.reader, request, SHEET, context)
    status = HTTPStatus.OK if refused is None else refused.status
    return render_for(access.reader, request, "games/talk.html", context, status)


def _news(
    request: HttpRequest, access: SeatAccess, context: dict[str, Any], after: int
) -> HttpResponse:
    with reading_as(access.reader):
        news = talk_news(access, after)
        lines = render_to_string("games/_talk_lines.html", context, request)
    return JsonResponse({**asdict(news), "lines": lines})


talk_link, talk = open_both_ways(_talk)


def spectators_talk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the talk of spectators. Those who are signed in can write."""
    game = seen_game(request, slug)
    reader = request.user if isinstance(request.user, User) else None
    own = None if reader is None else queries.own_seat(game, reader)
    access = SeatAccess(game, own, reader, database_now())
    if not spectators.may_read(game, reader, own):
        raise Refused("forbidden", spectators.NOT_SHOWN)
    if request.method != "POST":
        return _show(request, access, spectators_talk_of)
    text = request.POST.get("text", "")
    try:
        if reader is None:
            raise Refused(
                "forbidden", spectators.why_cannot_write(game, None, own, access.now)
            )
        SPECTATORS_TALK.spend(reader.pk, now=access.now)
        spectators.say(game=game, user=reader, seat=own, text=text, now=access.now)
    except Refused as refusal:
        return _show(request, access, spectators_talk_of, refused=refusal, text=text)
    return _answer(request, access, spectators_talk_of)


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
