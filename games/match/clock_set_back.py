"""Recovery from a database clock that was ahead.

Recorded events keep their timestamps, because a game's log only goes forward. In games
with such events the players' clocks stand still until the time has caught up. Nobody
loses time by that, and mails do not wait for it.
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


def set_back(*, ahead: timedelta, now: datetime) -> Outage | None:
    """
    Take back what was scheduled by the wrong clock; call this in a transaction.

    The jump ahead looked like an outage that ends in the future. It is replaced by one
    that ends now, which is returned: nobody's time ran while the clock was wrong. The
    next sweep computes the deadlines again.
    """
    logger.error("The database's clock was %s ahead, and has been set back", ahead)
    wrong = Outage.objects.filter(ended_at__gt=now)
    began_at = wrong.aggregate(first=Min("began_at"))["first"]
    outage = None
    if began_at is not None:
        wrong.delete()
        began_at = min(began_at, now - timedelta(seconds=1))
        outage = Outage.objects.create(began_at=began_at, ended_at=now)
    # Orders and opponents wait no longer than they would have.
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


def go_on_setting_back(*, now: datetime) -> None:
    """Correct what workers still wrote by the wrong clock after it was set back."""
    if Outage.objects.filter(ended_at__gt=now - STILL_AT_WORK).exists():
        publish(ClockSetBack(now=now))
