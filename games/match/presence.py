"""Presence and reminders: who has the page open, and who is to be reminded.

Reminders are keyed to the deadline: one that was put off has its own.
"""

from datetime import datetime

from django.db import transaction

from games.models import Seat, Status
from games.signals.bus import publish
from games.signals.games import DecisionDue
from games.store import outages
from games.timekeeping.reminders import LOOKING
from games.timekeeping.seat_times import next_seat_reminder


@transaction.atomic
def remind_seat(*, seat_id: int, now: datetime) -> bool:
    """
    Remind a seat's player of a decision; return whether they are.

    The next reminder is set in any case.
    """
    seat = _locked(seat_id)
    if seat.remind_at is None or seat.remind_at > now:
        return False
    _set_next(seat, now)
    if seat.game.status != Status.ACTIVE or seat.game.frozen_at is not None:
        return False
    publish(DecisionDue(seat, now=now))
    return True


@transaction.atomic
def refresh_reminder(*, seat_id: int, now: datetime) -> None:
    """Reckon a seat's next reminder anew: its player wants quiet at other hours."""
    _set_next(_locked(seat_id), now)


def _locked(seat_id: int) -> Seat:
    seats = Seat.objects.select_for_update(of=("self",))
    return seats.select_related("game", "user").get(pk=seat_id)


def _set_next(seat: Seat, now: datetime) -> None:
    seat.remind_at = next_seat_reminder(
        seat.game.table_state, seat, outages.load_outages(), now
    )
    seat.save(update_fields=["remind_at"])


def is_looking(seat: Seat, now: datetime) -> bool:
    """Whether a seat's player has the page open, or had it a moment ago."""
    return seat.looked_at is not None and now - seat.looked_at < LOOKING


def note_presence(*, seat: Seat, now: datetime) -> None:
    """Note that a seat's player has the page open before them."""
    Seat.objects.filter(pk=seat.pk).update(looked_at=now)
