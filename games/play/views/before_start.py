"""The page of a seat whose game waits for answers, or never began."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from games import queries
from games.live.page import live_page
from games.models import Seat, Status
from games.play.game_page import settings_of
from games.play.seat_settings import NO_FORM_ERROR, FormError
from games.presentation import labels
from games.presentation.salt import own_seal_of
from games.store import positions
from games.talk.page import SeatAccess, unread_of
from games.web.pages import render_for


def before_start(
    request: HttpRequest,
    access: SeatAccess,
    seat: Seat,
    error: FormError = NO_FORM_ERROR,
) -> HttpResponse:
    """The game waits for answers, or was cancelled."""
    game, seats = seat.game, queries.seats_of(seat.game)
    state = positions.state_of(game)
    context: dict[str, Any] = {
        "seat": seat,
        "game": game,
        "action": access.back_url,
        "settings": settings_of(game, seats, state),
        "own_seal": own_seal_of(seat, state),
        "zone": seat.user.time_zone if seat.user else "UTC",
        "is_cancelled": seat.game.status == Status.CANCELLED,
        "refusal": error.sentence,
        "unread": unread_of(seat, seats),
        "colour": labels.SEATS[seat.number].colour,
        "shape": labels.SEATS[seat.number].shape_label,
        "live": live_page(game, seats, state.version, seat),
    }
    template = "games/before_start.html"
    return render_for(seat.user, request, template, context, error.status)
