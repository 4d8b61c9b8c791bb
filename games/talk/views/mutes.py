"""Views to mute a person or a table, and to undo it."""

from django.http import Http404, HttpRequest, HttpResponse

from games.log.table_rows import read_seats
from games.models import Invitation, Seat
from games.presentation.text import name_of
from games.talk import mutes
from games.web.numbers import read_number
from games.web.pages import redirect_to, render_for
from games.web.seat_access import SeatAccess, open_both_ways

UNMUTE = "unmute"


def _mute(request: HttpRequest, access: SeatAccess) -> HttpResponse:
    """Mute a person or the whole table, or undo that. A GET shows a form."""
    user = access.reader
    if access.seat is None or user is None:
        raise Http404
    seat = _seat(request, access)
    if request.method == "POST":
        change = mutes.unmute if request.POST.get("do") == UNMUTE else mutes.mute
        muted = access.game if seat is None else seat.user
        if muted is not None:
            change(user=user, muted=muted)
        return redirect_to(request.get_full_path())
    is_muted = (
        mutes.is_table_muted(user, access.game)
        if seat is None
        else seat.user_id in mutes.muted_people(user)
    )
    context = {
        "action": request.get_full_path(),
        "name": "" if seat is None else name_of(seat),
        "is_muted": is_muted,
        "UNMUTE": UNMUTE,
        "talk_url": access.talk_url,
    }
    return render_for(user, request, "games/mute.html", context)


def _seat(request: HttpRequest, access: SeatAccess) -> Seat | None:
    """Return the seat to mute, or None for the whole table. May raise Http404."""
    if "seat" not in request.GET:
        return None
    number = read_number(request.GET["seat"])
    for seat in read_seats(access.game):
        is_meant = seat.number == number and seat != access.seat
        if is_meant and seat.user and seat.invitation == Invitation.ACCEPTED:
            return seat
    raise Http404


mute_link, mute = open_both_ways(_mute)
