"""Vacations: a seat's clock stands still, within the budget of the table's clock."""

from datetime import datetime

from django.db import transaction

from games.errors import Refused
from games.models import DecidedHow, Game, Seat, Status, User
from games.services.commands import open_own
from stoneage_core.match.commands import DeclareAbsence, EndAbsence


@transaction.atomic
def absence_declare(
    *,
    seat: Seat,
    ends: datetime,
    now: datetime,
    begins: datetime | None = None,
    how: DecidedHow = DecidedHow.PAGE,
) -> Game:
    """
    Stop a seat's clock from ``begins`` (by default now) until ``ends``.

    Raise InvalidChoice where that is more than the year has left or overlaps another
    absence, and TooLate where the time for the present decision has run out already:
    a vacation saves no move that is lost.
    """
    table, own = open_own(seat, now)
    # Others may have been faster since the time was read: it begins after that.
    begins = max(begins or table.now, table.now)
    table.decide(DeclareAbsence(begins, ends), own.number, how)
    table.save()
    return table.game


@transaction.atomic
def absence_end(
    *, seat: Seat, now: datetime, how: DecidedHow = DecidedHow.PAGE
) -> Game:
    """Come back early, or do not go at all; days not begun are not spent."""
    table, own = open_own(seat, now)
    if not any(span.ends > table.now for span in table.status(own.number).away):
        return table.game
    table.decide(EndAbsence(), own.number, how)
    table.save()
    return table.game


def absences_declare(
    *, user: User, ends: datetime, now: datetime, begins: datetime | None = None
) -> tuple[list[Seat], list[tuple[Seat, Refused]]]:
    """
    Declare the same absence in all of a user's running games.

    Return the seats where it holds, and those where it does not, each with the reason.
    """
    held: list[Seat] = []
    refused: list[tuple[Seat, Refused]] = []
    for seat in Seat.objects.filter(user=user, game__status=Status.ACTIVE):
        try:
            absence_declare(seat=seat, begins=begins, ends=ends, now=now)
            held.append(seat)
        except Refused as refusal:
            refused.append((seat, refusal))
    return held, refused
