"""The list of seats that want a substitute, because their players stay away."""

from typing import Any

from django.contrib.auth.models import AnonymousUser

from games import queries
from games.decisions.seating import has_seat
from games.match.absence_page import others_of
from games.models import SubstituteOffer, User
from games.presentation import labels, time_control_text
from games.presentation.text import name_of


def substitutes_wanted(reader: User | AnonymousUser) -> list[dict[str, Any]]:
    """Return the seats that want a substitute, except in the reader's own games."""
    offered: set[int] = set()
    if isinstance(reader, User):
        offers = SubstituteOffer.objects.filter(user=reader, withdrawn_at=None)
        offered = set(offers.values_list("seat_id", flat=True))
    rows = []
    for seat in queries.autopilot_seats():
        game = seat.game
        if isinstance(reader, User) and has_seat(game.seats.all(), reader):
            continue
        rows.append(
            {
                "slug": game.slug,
                "number": seat.number,
                "absent": name_of(seat),
                "others": others_of(seat),
                "where": labels.round_and_phase(game),
                "clock": time_control_text.preset_name_of(game.time_control),
                "terms": time_control_text.terms_of(game.time_control),
                "is_offered": seat.pk in offered,
            }
        )
    return rows
