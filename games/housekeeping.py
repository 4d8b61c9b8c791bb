"""Retention of rows about games: what is kept for how long, and how it is removed.

docs/operating.md has the list for people. Each period is kept by a sweep every ten
minutes and by ``manage.py keep_house``, in batches, so that none takes long.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Model, QuerySet

from games import limits
from games.background.attempts import attempt_whole, forget_old
from games.models import Outage, User
from games.store.archiving import archive_finished
from games.store.outages import REMEMBERED
from games.web.browsers import drop_browsers

logger = logging.getLogger(__name__)

BATCH = 500


class Period(NamedTuple):
    """
    Something that is kept for a while.

    ``end`` ends it for a batch of what is older as of a moment, and returns how much
    that was: less than ``BATCH`` where nothing more is due.
    """

    what: str
    end: Callable[[datetime], int]


def keep_periods(
    periods: Iterable[Period], now: Callable[[], datetime], *, seconds: float
) -> Iterator[tuple[str, int]]:
    """
    End all periods that are over; yield what it was about, and how much there was.

    After so many seconds no further batch is begun. One that fails stops no other, and
    rests for a while.
    """
    stop_at = time.monotonic() + seconds
    for period in periods:
        batches: list[int] = []
        end = partial(_end_period, period, now, stop_at, batches)
        attempt_whole(f"removal of {period.what}", end, now())
        yield period.what, sum(batches)


def _end_period(
    period: Period, now: Callable[[], datetime], stop_at: float, batches: list[int]
) -> None:
    """End one period, batch by batch; note in ``batches`` how much each was."""
    is_over = False
    while not is_over:
        batches.append(period.end(now()))
        is_over = batches[-1] < BATCH or time.monotonic() >= stop_at


def keep_and_log(
    periods: Iterable[Period], now: Callable[[], datetime], *, seconds: float
) -> None:
    """End all periods that are over, as ``keep_periods`` does, and log how much."""
    for what, count in keep_periods(periods, now, seconds=seconds):
        logger.info("Kept house: %s %s", count, what)


def delete_batch(rows: QuerySet[Model]) -> int:
    """Delete a batch of rows, with what hangs on them; return how many they were."""
    keys = list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH])
    rows.model._base_manager.filter(pk__in=keys).delete()
    return len(keys)


def archive_games(now: datetime) -> int:
    """Archive games that have been over for ARCHIVE_DAYS."""
    before = now - timedelta(days=settings.ARCHIVE_DAYS)
    return archive_finished(before=before, now=now, limit=BATCH)


def end_sessions(now: datetime) -> int:
    """Delete sessions that have run out."""
    return delete_batch(Session.objects.filter(expire_date__lt=now))


def drop_guests(now: datetime) -> int:
    """Delete guests of GUEST_DAYS ago who sit nowhere and never said anything."""
    before = now - timedelta(days=settings.GUEST_DAYS)
    guests = User.objects.filter(
        email=None, forgotten_at=None, is_staff=False, created_at__lt=before
    )
    nowhere = guests.filter(seats=None, hosted_games=None, seat_offers=None)
    return delete_batch(nowhere.filter(addresses=None, talk=None, browsers=None))


def drop_outages(now: datetime) -> int:
    """Delete outages that no clock asks for any more."""
    over = Outage.objects.filter(credited_at__isnull=False)
    return delete_batch(over.filter(ended_at__lt=now - REMEMBERED))


PERIODS = (
    Period("counts of limits", lambda now: limits.drop_over(now=now)),
    Period("browsers seen", lambda now: drop_browsers(now=now)),
    Period("sessions", end_sessions),
    Period("guests who never played", drop_guests),
    Period("outages", drop_outages),
    Period("attempts at work", forget_old),
    Period("events of games that are over", archive_games),
)
