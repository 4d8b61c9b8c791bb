"""Queries for the sweep: what is due by now."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games.models import Game, Heartbeat, Seat, Status, User


def due_seats(now: datetime, *, limit: int = 100) -> list[int]:
    """Return the ids of seats whose time has run out, the longest overdue first."""
    due = _due(now).order_by("deadline_at").values_list("pk", flat=True)
    return list(due[:limit])


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


def due_reminders(now: datetime, *, limit: int = 100) -> list[int]:
    """Return the ids of seats whose players are to be reminded, oldest first."""
    due = Seat.objects.filter(remind_at__lte=now, remind_at__isnull=False)
    return list(due.order_by("remind_at").values_list("pk", flat=True)[:limit])


def due_orders(now: datetime, *, limit: int = 100) -> list[int]:
    """Return the ids of seats whose standing orders are to be looked into."""
    due = Seat.objects.filter(orders_at__lte=now, orders_at__isnull=False)
    return list(due.order_by("orders_at").values_list("pk", flat=True)[:limit])


def due_thoughts(now: datetime, *, limit: int = 10) -> list[int]:
    """Return the ids of seats whose opponents are to think; few, for it takes long."""
    due = Seat.objects.filter(thinks_at__lte=now, thinks_at__isnull=False)
    return list(due.order_by("thinks_at").values_list("pk", flat=True)[:limit])


def due_reveals(now: datetime, *, limit: int = 100) -> list[int]:
    """Return the ids of games that the staff ended and whose seed is to be revealed."""
    due = Game.objects.filter(reveal_at__lte=now, reveal_at__isnull=False)
    return list(due.order_by("reveal_at").values_list("pk", flat=True)[:limit])


def due_bans(now: datetime, *, limit: int = 100) -> list[int]:
    """Return the ids of users whose ban ends."""
    due = User.objects.filter(banned_until__lte=now, banned_until__isnull=False)
    return list(due.order_by("banned_until").values_list("pk", flat=True)[:limit])


def due_salts(now: datetime, *, limit: int = 100) -> list[int]:
    """Return the ids of games that begin now, whoever did not reveal their salt."""
    due = Game.objects.filter(salts_due_at__lte=now, salts_due_at__isnull=False)
    due = due.filter(status=Status.INVITING)
    return list(due.order_by("salts_due_at").values_list("pk", flat=True)[:limit])


def due_beacons(now: datetime, *, limit: int = 100) -> list[int]:
    """Return the ids of games that wait for a round of their beacon, out by now."""
    due = Game.objects.filter(beacon_due_at__lte=now, beacon_due_at__isnull=False)
    due = due.filter(frozen_at__isnull=True).exclude(status=Status.CANCELLED)
    return list(due.order_by("beacon_due_at").values_list("pk", flat=True)[:limit])


def due_forgettings(now: datetime, *, limit: int = 100) -> list[int]:
    """Return the ids of users whom the staff decided to have forgotten by now."""
    due = User.objects.filter(forget_at__lte=now, forget_at__isnull=False)
    return list(due.order_by("forget_at").values_list("pk", flat=True)[:limit])
