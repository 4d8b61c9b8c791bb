"""Recovery from a database clock that was ahead: nothing stays due by it.

What is recorded keeps the moments it was given, for the log of a game goes forward
only: where something was decided meanwhile, clocks of players stand until time has
caught up. Nobody loses any by that, and mails do not wait for it.
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

#: For so long a worker may go on with the time that it began a batch by.
STILL_AT_WORK = timedelta(minutes=3)


def set_back(*, ahead: timedelta, now: datetime) -> Outage | None:
    """
    Take back what was noted for later than now; belongs in a transaction.

    The jump ahead looked like an outage that ends in the future. In its place one until
    now is noted and returned: while the clock was wrong nobody's time ran out. The next
    sweep reckons deadlines anew.
    """
    logger.error("The database's clock was %s ahead, and has been set back", ahead)
    wrong = Outage.objects.filter(ended_at__gt=now)
    began_at = wrong.aggregate(first=Min("began_at"))["first"]
    outage = None
    if began_at is not None:
        wrong.delete()
        began_at = min(began_at, now - timedelta(seconds=1))
        outage = Outage.objects.create(began_at=began_at, ended_at=now)
    _hasten_seats(now)
    Attempt.objects.filter(next_at__gt=now).update(next_at=now)
    forget_all()
    publish(ClockSetBack(now=now))
    return outage


def go_on_setting_back(*, now: datetime) -> None:
    """Correct what was still being written by the wrong clock when that was noticed."""
    if Outage.objects.filter(ended_at__gt=now - STILL_AT_WORK).exists():
        publish(ClockSetBack(now=now))


def _hasten_seats(now: datetime) -> None:
    """Let standing orders and opponents wait no longer than they would have."""
    _shortest, longest = settings.ORDERS_DELAY
    latest = now + timedelta(seconds=longest)
    Seat.objects.filter(orders_at__gt=latest).update(orders_at=latest)
    asked_ahead = Seat.objects.filter(thinks_at__gt=now, thinks_at=F("awaited_at"))
    asked_ahead.update(thinks_at=now)
    Seat.objects.filter(looked_at__gt=now).update(looked_at=None)
