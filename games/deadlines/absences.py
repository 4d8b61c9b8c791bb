"""
Vacations: a seat's clock is stopped, within the budget of the game's time control.
"""

from datetime import datetime

from django.db import transaction

from games import queries
from games.decisions.opening import open_own_session
from games.decisions.session import Provenance
from games.errors import Refused
from games.models import Game, Seat, User
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
    Stop a seat's clock from ``begins`` (by default now) until ``ends``.

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
def end_absence(*, seat: Seat, now: datetime, source: Provenance = Source.PAGE) -> Game:
    """End the current or announced absence. Days that have not begun remain."""
    session, own = open_own_session(seat, now)
    if not any(span.ends > session.moment for span in session.status(own.number).away):
        return session.game
    session.decide(EndAbsence(), own.number, source)
    session.save()
    return session.game


def declare_absences(
    *, user: User, ends: datetime, now: datetime, begins: datetime | None = None
) -> tuple[list[Seat], list[tuple[Seat, Refused]]]:
    """
    Declare the same absence in all of a user's running games.

    Return the seats where it was recorded, and those where it was refused, each with
    the reason. Both lists begin with the most urgent decision.
    """
    held: list[Seat] = []
    refused: list[tuple[Seat, Refused]] = []
    for seat in queries.active_seats(user):
        try:
            declare_absence(seat=seat, begins=begins, ends=ends, now=now)
            held.append(seat)
        except Refused as refusal:
            refused.append((seat, refusal))
    return held, refused
