"""Vacations: a seat's clock stands still, within the budget of the table's clock."""

from datetime import UTC, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.errors import InvalidChoice, Refused, TooLate
from games.models import DecidedHow, Game, Seat, Status, User
from games.services.commands import open_own
from games.services.table import Table
from games.timekeeping import DEFAULT, Span, vacations
from stoneage_core.conduct import AbsenceDeclared, AbsenceEnded


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
    if own.deadline_at is not None and own.deadline_at <= now:
        raise TooLate(_("Your time had run out before."))
    # Others may have been faster since the time was read: it begins after that.
    begins = max(begins or table.now, table.now)
    span = Span(begins.astimezone(UTC), ends.astimezone(UTC))
    _require_allowed(table, own, span)
    event = AbsenceDeclared(own.number, span.begins.isoformat(), span.ends.isoformat())
    table.take([event], own.number, how)
    table.save()
    return table.game


@transaction.atomic
def absence_end(
    *, seat: Seat, now: datetime, how: DecidedHow = DecidedHow.PAGE
) -> Game:
    """Come back early, or do not go at all; days not begun are not spent."""
    table, own = open_own(seat, now)
    if not any(span.ends > table.now for span in table.chair(own.number).away):
        return table.game
    table.take([AbsenceEnded(own.number)], own.number, how)
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


def _require_allowed(table: Table, own: Seat, span: Span) -> None:
    clock, away = table.conduct.clock or DEFAULT, table.chair(own.number).away
    if not clock.vacation:
        raise InvalidChoice(_("The clock of this table knows no vacation."))
    if not span.length:
        raise InvalidChoice(_("A vacation has to end after it begins."))
    if any(span.within(other).length for other in away):
        raise InvalidChoice(_("You are away at that time already."))
    latest = vacations.latest_end(clock, away, span.begins, table.now)
    if latest is None:
        raise InvalidChoice(_("You have no days of vacation left this year."))
    if span.ends > latest:
        days = vacations.days_left(clock, away, table.now)
        sentence = ngettext(
            "You have only %(days)d day of vacation left this year.",
            "You have only %(days)d days of vacation left this year.",
            days,
        )
        raise InvalidChoice(sentence % {"days": days})
