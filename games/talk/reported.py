"""What a reader reports to the staff: a message, a player, or a game as a whole."""

from typing import Any

from django.http import Http404

from games.log.table_rows import read_seats
from games.models import Seat, TalkMessage, User
from games.talk import messages, spectators
from games.web.seat_access import SeatAccess


def reported_by(
    access: SeatAccess,
    user: User,
    *,
    message: int | None = None,
    seat: int | None = None,
) -> dict[str, Any]:
    """
    Return what a user reports, as an argument for ``make_report``.

    ``message`` is a message's id, and ``seat`` the number of a seat. Without both it is
    the game. Raise Http404 if the user cannot read the message, or if nobody sits
    there.
    """
    if message is not None:
        return {"message": _message(access, user, message)}
    if seat is not None:
        return {"seat": _seat(access, seat)}
    return {"game": access.game}


def _message(access: SeatAccess, user: User, pk: int) -> TalkMessage:
    said = messages.all_messages_of(access.game).filter(pk=pk)
    message = said.readable().first()
    if message is None:
        raise Http404
    if message.seat is None:
        can_read = spectators.may_read(access.game, user, access.seat)
    else:
        can_read = bool(access.token) or messages.may_read(access.game, user)
    if not can_read:
        raise Http404
    return message


def _seat(access: SeatAccess, number: int) -> Seat:
    seats = read_seats(access.game)
    found = next((seat for seat in seats if seat.number == number), None)
    if found is None or not found.has_joined or not found.user:
        raise Http404
    return found
