"""Who has the page of a seat open, and sending reminders.

A reminder is keyed to its deadline: a postponed deadline has reminders of its own.
"""

from datetime import datetime

from django.db import transaction

from games.clocks import past_outages as outages
from games.clocks.reminders import LOOKING
from games.clocks.seat_times import next_seat_reminder
from games.models import Seat, Status
from games.signals.bus import publish
from games.signals.games import DecisionDue


@transaction.atomic
def remind_seat(*, seat_id: int, now: datetime) -> bool:
    """
    Remind a seat's player of a decision. Return whether a reminder was sent. The next
    reminder is scheduled in any case.
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
    """Compute a seat's next reminder again after its player's quiet hours changed."""
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
    """Return whether a seat's player has the page open, or had it a few minutes ago."""
    return seat.looked_at is not None and now - seat.looked_at < LOOKING


def note_presence(*, seat: Seat, now: datetime) -> None:
    """Record that a seat's player has the page open."""
    Seat.objects.filter(pk=seat.pk).update(looked_at=now)
