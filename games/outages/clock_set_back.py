"""Recovery from a database clock that was ahead.

Recorded events keep their timestamps, because a game's log only moves forward. In games
with such events the players' clocks stand still until the real time has caught up, so
nobody loses time. Emails are not delayed.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Min

from games.limits import forget_all
from games.models import Attempt, Outage, Seat
from games.signals.bus import publish
from games.signals.games import ClockSetBack

logger = logging.getLogger(__name__)

#: How long a worker may go on using the time at which it began its batch.
STILL_AT_WORK = timedelta(minutes=3)


def correct_schedules(*, ahead: timedelta, now: datetime) -> Outage | None:
    """
    Correct what was scheduled by the wrong clock. Call this in a transaction.

    The wrong clock looked like an outage that ends in the future. Replace it by an
    outage that ends now, and return that: the players' clocks stand still for as long
    as the clock was wrong. The next sweep computes the deadlines again.
    """
    logger.error("The database's clock was %s ahead and has been set back", ahead)
    wrong = Outage.objects.filter(ended_at__gt=now)
    began_at = wrong.aggregate(first=Min("began_at"))["first"]
    outage = None
    if began_at is not None:
        wrong.delete()
        began_at = min(began_at, now - timedelta(seconds=1))
        outage = Outage.objects.create(began_at=began_at, ended_at=now)
    # Orders and bots must not wait longer than they usually do.
    _shortest, longest = settings.ORDERS_DELAY
    latest = now + timedelta(seconds=longest)
    Seat.objects.filter(orders_at__gt=latest).update(orders_at=latest)
    asked_ahead = Seat.objects.filter(thinks_at__gt=now, thinks_at=F("awaited_at"))
    asked_ahead.update(thinks_at=now)
    Seat.objects.filter(looked_at__gt=now).update(looked_at=None)
    Attempt.objects.filter(next_at__gt=now).update(next_at=now)
    forget_all()
    publish(ClockSetBack(now=now))
    return outage


def keep_correcting_schedules(*, now: datetime) -> None:
    """Correct what workers still schedule by the wrong clock after it was set back."""
    if Outage.objects.filter(ended_at__gt=now - STILL_AT_WORK).exists():
        publish(ClockSetBack(now=now))
