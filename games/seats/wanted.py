"""The list of seats that need a substitute."""

from typing import Any

from django.contrib.auth.models import AnonymousUser

from games import queries
from games.absences import others_of
from games.decisions.seating import has_seat
from games.models import Seat, SeatOffer, User
from games.presentation import labels, time_control_text
from games.presentation.text import name_of


def substitutes_wanted(reader: User | AnonymousUser) -> list[dict[str, Any]]:
    """
    Return a row for each seat that needs a substitute, except in the reader's own
    games. ``offer`` is the number of the reader's open offer, or 0.
    """
    offered = _offered(reader)
    return [
        _row(seat) | {"offer": offered.get(seat.pk, 0)}
        for seat in queries.autopilot_seats()
        if not isinstance(reader, User) or not has_seat(seat.game.seats.all(), reader)
    ]


def _offered(reader: User | AnonymousUser) -> dict[int, int]:
    if not isinstance(reader, User):
        return {}
    offers = SeatOffer.objects.filter(user=reader, state=SeatOffer.State.OPEN)
    return dict(offers.values_list("seat_id", "number"))


def _row(seat: Seat) -> dict[str, Any]:
    game = seat.game
    return {
        "slug": game.slug,
        "number": seat.number,
        "absent": name_of(seat),
        "others": others_of(seat),
        "where": labels.round_and_phase(game),
        "clock": time_control_text.preset_name_of(game.time_control),
        "terms": time_control_text.terms_of(game.time_control),
    }
