"""Vacations: a seat's clock stands still, within the budget of its time control."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse

from games import queries
from games.decisions.session import Provenance, open_own_session
from games.errors import Refused
from games.models import Game, Seat, User
from games.presentation import labels
from games.presentation.text import add_game_number, game_numbers, join_names
from stoneage_core.match import absences
from stoneage_core.match.absences import DeclareAbsence, EndAbsence
from stoneage_core.match.state import Source


@transaction.atomic
def declare_absence(
    *,
    seat: Seat,
    ends: datetime,
    now: datetime,
    begins: datetime | None = None,
    source: Provenance = Source.PAGE,
) -> Game:
    """
    Raise Refused (invalid) if this exceeds the days left in the year or overlaps
    another absence, and (too_late) if the time for the current decision has run out
    already.
    """
    session, own = open_own_session(seat, now)
    # Another decision may have been recorded since ``now`` was read. The absence must
    # not begin before it.
    begins = max(begins or session.moment, session.moment)
    session.decide(DeclareAbsence(begins, ends), own.number, source)
    session.save()
    return session.game


@transaction.atomic
def check_absence(
    *, seat: Seat, ends: datetime, now: datetime, begins: datetime | None = None
) -> None:
    """Raise what ``declare_absence`` would raise; record nothing."""
    session, own = open_own_session(seat, now)
    begins = max(begins or session.moment, session.moment)
    session.decide(DeclareAbsence(begins, ends), own.number, Source.REPLY)


@transaction.atomic
def end_absence(*, seat: Seat, now: datetime, source: Provenance = Source.PAGE) -> Game:
    """Days that have not begun remain."""
    session, own = open_own_session(seat, now)
    if not any(span.ends > session.moment for span in session.status(own.number).away):
        return session.game
    session.decide(EndAbsence(), own.number, source)
    session.save()
    return session.game


def declare_absences(
    *,
    user: User,
    ends: datetime,
    now: datetime,
    begins: datetime | None = None,
    source: Provenance = Source.PAGE,
) -> tuple[list[Seat], list[tuple[Seat, Refused]]]:
    """
    Return the seats where it was recorded, and those where it was refused, each with
    the reason. Both lists begin with the most urgent decision.
    """
    held: list[Seat] = []
    refused: list[tuple[Seat, Refused]] = []
    for seat in queries.active_seats(user):
        try:
            declare_absence(seat=seat, begins=begins, ends=ends, now=now, source=source)
            held.append(seat)
        except Refused as refusal:
            refused.append((seat, refusal))
    return held, refused


def away_rows(user: User, now: datetime) -> list[dict[str, Any]]:
    """``days_left`` is None if the game's clock has no vacation."""
    rows, numbers = [], game_numbers(user)
    for seat in queries.active_seats(user):
        control = seat.game.time_control
        status = seat.game.table_state.seats[seat.number]
        span = absences.next_absence(status.away, now)
        days_left = None
        if control.vacation:
            days_left = absences.days_left(control, status.away, now)
        rows.append(
            {
                "slug": seat.game.slug,
                "url": reverse("games:play", args=[seat.game.slug]),
                "others": add_game_number(
                    others_of(seat), numbers.get(seat.game_id, 1)
                ),
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
