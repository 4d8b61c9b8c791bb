"""A user's absences, game by game."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from games import queries
from games.models import Seat, User
from games.presentation import labels
from games.presentation.text import join_names
from stoneage_core.match import absences
from stoneage_core.match.calendar import Span
from stoneage_core.state import Phase


@dataclass(frozen=True)
class AwayRow:
    """
    What is to be said about being away from one game.

    ``span`` is the present absence or the next one; ``days_left`` is None where the
    clock knows no vacation.
    """

    url: str
    others: str
    where: str
    span: Span | None
    is_away: bool
    days_left: int | None
    is_on_autopilot: bool


def away_rows(user: User, now: datetime) -> tuple[AwayRow, ...]:
    """Return a row for each of a user's running games."""
    return tuple(_row(seat, now) for seat in queries.active_seats(user))


def others_of(seat: Seat) -> str:
    """Return who else plays, as the name of a game."""
    seats = seat.game.seats.all()
    return join_names([each for each in seats if each.number != seat.number])


def _row(seat: Seat, now: datetime) -> AwayRow:
    control = seat.game.time_control
    status = seat.game.table_state.seats[seat.number]
    span = min((span for span in status.away if span.ends > now), default=None)
    left = absences.days_left(control, status.away, now) if control.vacation else None
    return AwayRow(
        url=reverse("games:play", args=[seat.game.slug]),
        others=others_of(seat),
        where=labels.round_and_phase(seat.game.round, Phase(seat.game.phase)),
        span=span,
        is_away=span is not None and span.begins <= now,
        days_left=left,
        is_on_autopilot=status.is_on_autopilot,
    )
