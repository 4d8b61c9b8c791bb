"""Queries for the sweep: rows that are due."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Min, Q, QuerySet

from games.background.sweep import DueRows
from games.models import Game, Heartbeat, Seat, Status, User
from stoneage_core.rules_versions import RULES_VERSION

#: How many seats are read at a time.
BATCH = 100


def due_seats(now: datetime, but: Collection[int] = ()) -> list[int]:
    """Return the ids of seats whose time has run out, longest overdue first."""
    due = _due(now).order_by("deadline_at").values_list("pk", flat=True)
    return list((due.exclude(pk__in=but) if but else due)[:BATCH])


def oldest_overdue_age(now: datetime) -> timedelta | None:
    """
    Return for how long the oldest deadline has been overdue, or None. A failed time-out
    postpones its deadline, so its age counts from the first failure.
    """
    deadline = _due(now).order_by("deadline_at").values_list("deadline_at", flat=True)
    failed = stuck_games().aggregate(at=Min("timeout_failed_at"))["at"]
    moments = [at for at in (deadline.first(), failed) if at is not None]
    return now - min(moments) if moments else None


def stuck_games() -> QuerySet[Game]:
    """Return running games whose time-out failed. It is retried every hour."""
    return Game.objects.filter(
        timeout_failed_at__isnull=False, status=Status.ACTIVE, frozen_at=None
    )


def last_sweep_age(now: datetime) -> timedelta | None:
    """Return how long ago a sweep last ran (negative if ahead), or None."""
    beat_at = Heartbeat.objects.values_list("beat_at", flat=True).first()
    return None if beat_at is None else now - beat_at


def _due(now: datetime) -> QuerySet[Seat]:
    # Exactly the condition of the partial index seat_awaited_deadline, without joins.
    return Seat.objects.filter(Q(awaited_at__isnull=False), deadline_at__lte=now)


def games_of_older_rules(now: datetime, but: Collection[int] = ()) -> list[int]:
    """Return the ids of unfinished games that are played by older rules."""
    older = Game.objects.filter(
        status__in=(Status.INVITING, Status.ACTIVE), rules_version__lt=RULES_VERSION
    )
    keys = older.order_by("pk").values_list("pk", flat=True)
    return list((keys.exclude(pk__in=but) if but else keys)[:BATCH])


#: Seats whose players get a reminder.
REMINDERS = DueRows(Seat.objects.all(), "remind_at")
#: Seats whose orders are checked.
ORDERS = DueRows(Seat.objects.all(), "orders_at")
#: Seats whose bots have to think. The batch is small because thinking takes long.
THOUGHTS = DueRows(Seat.objects.all(), "thinks_at", batch=10)
#: Games with a proposal whose time to vote is over.
VOTES = DueRows(Game.objects.all(), "votes_due_at")
#: Games that the staff ended and whose seed gets revealed.
REVEALS = DueRows(Game.objects.all(), "reveal_at")
#: Games whose round of the beacon has been published.
BEACONS = DueRows(
    Game.objects.filter(frozen_at=None).exclude(status=Status.CANCELLED),
    "beacon_due_at",
)
#: Users whose ban ends.
BANS = DueRows(User.objects.all(), "banned_until")
#: Users whose data the staff decided to delete.
FORGETTINGS = DueRows(User.objects.all(), "forget_at")
