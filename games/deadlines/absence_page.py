"""The rows of a user's absences, one for each of their games."""

from datetime import datetime
from typing import Any

from django.urls import reverse

from games import queries
from games.models import Seat, User
from games.presentation import labels
from games.presentation.text import join_names
from stoneage_core.match import absences


def away_rows(user: User, now: datetime) -> list[dict[str, Any]]:
    """
    Return a row for each running game of a user, with their current or next absence.
    ``days_left`` is None if the game's clock has no vacation.
    """
    rows = []
    for seat in queries.active_seats(user):
        control = seat.game.time_control
        status = seat.game.table_state.seats[seat.number]
        span = absences.next_absence(status.away, now)
        days_left = None
        if control.vacation:
            days_left = absences.days_left(control, status.away, now)
        rows.append(
            {
                "url": reverse("games:play", args=[seat.game.slug]),
                "others": others_of(seat),
                "where": labels.round_and_phase(seat.game),
                "span": span,
                "is_away": span is not None and span.begins <= now,
                "days_left": days_left,
                "is_on_autopilot": status.is_on_autopilot,
            }
        )
    return rows


def others_of(seat: Seat) -> str:
    """Return the joined names of the other players, by which pages call the game."""
    seats = seat.game.seats.all()
    return join_names([each for each in seats if each.number != seat.number])
