"""Views of the rematch, by emailed link or signed in."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse

from games import queries
from games.accounts.person_fields import JoinForm
from games.errors import NO_SEAT, Refused
from games.links.purposes import PLAY_LINK
from games.lobby.rematch import DECLINED, agree_to_rematch, find_rematch, rematch_terms
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game, Seat, User
from games.presentation import labels, time_control_text
from games.presentation.option_text import unusual_rows
from games.presentation.text import join_list, name_of, names_of
from games.web.pages import render_for, see_other, see_table
from games.web.reader import signed_in
from games.web.seat_access import SeatAccess, open_both_ways


def _rematch(request: HttpRequest, access: SeatAccess) -> HttpResponse:
    """A POST asks for the rematch, or agrees to it."""
    seat = access.seat
    if seat is None:
        raise Refused("forbidden", NO_SEAT)
    if request.method != "POST":
        return _show(request, seat)
    form = JoinForm(request.POST, user=seat.user or User())
    if not form.is_valid():
        return _show(request, seat, form=form)
    name = form.cleaned_data["name"]
    own = agree_to_rematch(seat=seat, name=name, now=access.now)
    if access.token:
        return see_other("games:play_link", token=PLAY_LINK.token(own, now=access.now))
    return see_table(own.game, signed_in(request))


rematch_link, rematch = open_both_ways(
    _rematch,
    find_seat=queries.seat_for,
    renew="games:play_renew",
    proves_mail=True,
)


def _show(
    request: HttpRequest, seat: Seat, *, form: JoinForm | None = None
) -> HttpResponse:
    if not seat.game.is_finished:
        return see_other("games:game", slug=seat.game.slug)
    context = rematch_context(seat.game, seat)
    context["form"] = form or JoinForm(user=seat.user or User())
    status = HTTPStatus.OK if form is None else HTTPStatus.BAD_REQUEST
    return render_for(seat.user, request, "games/rematch.html", context, status)


def rematch_context(over: Game, own: Seat) -> dict[str, Any]:
    """``own`` is the reader's seat in either game."""
    rematch = find_rematch(over)
    seats = read_seats(over if rematch is None else rematch)
    names = names_of(seats)
    terms = rematch_terms(over, positions.state_of(over))
    players = [
        _player(seat, names[seat.number], own, is_asked=rematch is not None)
        for seat in seats
    ]
    mine = next((each for each in players if each["is_reader"]), None)
    return {
        "game": over,
        "rematch": rematch,
        "players": players,
        "own": mine,
        "declined": DECLINED,
        "others": join_list(
            [name_of(seat) for seat in seats if seat.user_id != own.user_id]
        ),
        "starts": names[terms.first_player or 0],
        "options": unusual_rows(terms, names),
        "clock_name": time_control_text.preset_name_of(terms.control),
        "clock_terms": time_control_text.terms_of(terms.control),
        "has_begun": rematch is not None and not rematch.is_inviting,
    }


def _player(seat: Seat, name: str, own: Seat, *, is_asked: bool) -> dict[str, Any]:
    """``answer_key`` is '' if they were not asked."""
    key = seat.invitation if is_asked or seat.is_automatic else ""
    return {
        "number": seat.number,
        "name": name,
        "answer_key": key,
        "answer": labels.answer_of(seat) if key else "",
        "is_reader": seat.user_id is not None and seat.user_id == own.user_id,
    }
