"""Queries for the sweep: what is due by now."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games.background.sweep import DueRows
from games.models import Game, Heartbeat, Seat, Status, User

#: So many seats are found at a time.
BATCH = 100


def due_seats(now: datetime) -> list[int]:
    """Return the ids of seats whose time has run out, the longest overdue first."""
    due = _due(now).order_by("deadline_at").values_list("pk", flat=True)
    return list(due[:BATCH])


def oldest_overdue_age(now: datetime) -> timedelta | None:
    """Return for how long the longest overdue deadline has been waiting, or None."""
    deadline = _due(now).order_by("deadline_at").values_list("deadline_at", flat=True)
    oldest = deadline.first()
    return None if oldest is None else now - oldest


def last_sweep_age(now: datetime) -> timedelta | None:
    """Return how long ago a sweep last ran, negative if ahead, None for never."""
    beat_at = Heartbeat.objects.values_list("beat_at", flat=True).first()
    return None if beat_at is None else now - beat_at


def _due(now: datetime) -> QuerySet[Seat]:
    # The condition of the partial index seat_awaited_deadline, and nothing that joins.
    return Seat.objects.filter(Q(awaited_at__isnull=False), deadline_at__lte=now)


#: Seats whose players are to be reminded.
REMINDERS = DueRows(Seat.objects.all(), "remind_at")
#: Seats whose standing orders are to be looked into.
ORDERS = DueRows(Seat.objects.all(), "orders_at")
#: Seats whose opponents are to think; few, for it takes long.
THOUGHTS = DueRows(Seat.objects.all(), "thinks_at", batch=10)
#: Games that the staff ended and whose seed is to be revealed.
REVEALS = DueRows(Game.objects.all(), "reveal_at")
#: Games that wait for a round of their beacon, out by now.
BEACONS = DueRows(
    Game.objects.filter(frozen_at=None).exclude(status=Status.CANCELLED),
    "beacon_due_at",
)
#: Users whose ban ends.
BANS = DueRows(User.objects.all(), "banned_until")
#: Users whom the staff decided to have forgotten.
FORGETTINGS = DueRows(User.objects.all(), "forget_at")
