"""The page on which a player leaves a seat, by the emailed link or signed in."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from games.accounts.person_fields import EmailForm
from games.errors import NO_SEAT, Refused
from games.limits import INVITATIONS
from games.log.table_rows import read_seats
from games.presentation.error_text import error_sentence
from games.seats.leaving import ask_to_take_seat, give_up_seat, withdraw_request
from games.table.leave_page import NOBODY_WAITS, leave_page, may_leave
from games.web.pages import first_error, redirect_to, render_for
from games.web.seat_access import SeatAccess, open_both_ways
from stoneage_core import GameError


def _leave(request: HttpRequest, access: SeatAccess) -> HttpResponse:
    if access.seat is None:
        raise Refused("forbidden", NO_SEAT)
    if request.method != "POST":
        return _show(request, access)
    try:
        _carry_out(request, access)
    except (Refused, GameError) as refusal:
        status = refusal.status if isinstance(refusal, Refused) else HTTPStatus.CONFLICT
        access.game.refresh_from_db()
        said = error_sentence(refusal, read_seats(access.game))
        return _show(request, access, said, status)
    asks = request.POST.get("do") in {"ask", "withdraw"}
    return redirect_to(request.path if asks else access.back_url)


def _carry_out(request: HttpRequest, access: SeatAccess) -> None:
    """May raise Refused and GameError."""
    seat, now, form = access.own, access.now, request.POST
    if not may_leave(seat, read_seats(access.game)):
        raise Refused("forbidden", NOBODY_WAITS)
    match form.get("do"):
        case "leave":
            give_up_seat(seat=seat, word=form.get("word", ""), now=now)
        case "ask" if not access.token:
            address = EmailForm(form)
            if not address.is_valid():
                raise Refused("invalid", first_error(address))
            INVITATIONS.spend(seat.user_id, now=now)
            email = address.cleaned_data["email"]
            ask_to_take_seat(seat=seat, email=email, now=now)
        case "withdraw":
            withdraw_request(seat=seat, now=now)
        case _:
            raise Refused("incomplete")


def _show(
    request: HttpRequest,
    access: SeatAccess,
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    typed = {key: str(value) for key, value in request.POST.items()}
    context = leave_page(access, read_seats(access.game), refusal=refusal, typed=typed)
    return render_for(access.reader, request, "games/leave.html", context, status)


leave_link, leave = open_both_ways(_leave, renew="games:play_renew")
