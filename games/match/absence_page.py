"""A user's absences, game by game."""

from datetime import datetime
from typing import Any

from django.urls import reverse

from games import queries
from games.models import Seat, User
from games.presentation import labels
from games.presentation.text import join_names
from stoneage_core.match import absences


def away_rows(user: User, now: datetime) -> list[dict[str, Any]]:
    """Return what is to be said about being away from each running game of a user."""
    return [_row(seat, now) for seat in queries.active_seats(user)]


def others_of(seat: Seat) -> str:
    """Return who else plays, as the name of a game."""
    seats = seat.game.seats.all()
    return join_names([each for each in seats if each.number != seat.number])


def _row(seat: Seat, now: datetime) -> dict[str, Any]:
    """Tell of a seat's absence, now or the next one; without vacation no days left."""
    control = seat.game.time_control
    status = seat.game.table_state.seats[seat.number]
    span = absences.next_absence(status.away, now)
    left = absences.days_left(control, status.away, now) if control.vacation else None
    return {
        "url": reverse("games:play", args=[seat.game.slug]),
        "others": others_of(seat),
        "where": labels.round_and_phase(seat.game),
        "span": span,
        "is_away": span is not None and span.begins <= now,
        "days_left": left,
        "is_on_autopilot": status.is_on_autopilot,
    }
