"""Retention of rows about games: how long they are kept, and how they are removed.

docs/operating.md lists the periods for people. A sweep every ten minutes and
``manage.py keep_house`` enforce them, in batches so that no transaction takes long.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, QuerySet

from games import limits
from games.background.attempts import attempt_whole, forget_old
from games.clocks import REMEMBERED
from games.log.archiving import archive_finished
from games.models import GameDraft, Outage, Seat, Status, User
from games.signals import UserForgotten, publish
from games.web.browsers import drop_browsers

logger = logging.getLogger(__name__)

BATCH = 500
#: How long a new game waits for its host to sign in.
DRAFTS_KEPT = timedelta(days=2)


class Period(NamedTuple):
    """
    Rows that are kept for a limited time. ``end`` removes a batch of those that are too
    old now, and returns how many. Less than ``BATCH`` means that nothing more is due.
    """

    what: str
    end: Callable[[datetime], int]


def keep_periods(
    periods: Iterable[Period], now: Callable[[], datetime], *, seconds: float
) -> Iterator[tuple[str, int]]:
    """
    Yield the name and the number of rows of each period. After ``seconds`` no further
    batch is begun. A period that fails does not stop the others, and is paused for a
    while.
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
    """Append each count to ``batches``."""
    is_over = False
    while not is_over:
        batches.append(period.end(now()))
        is_over = batches[-1] < BATCH or time.monotonic() >= stop_at


def keep_and_log(
    periods: Iterable[Period], now: Callable[[], datetime], *, seconds: float
) -> None:
    for what, count in keep_periods(periods, now, seconds=seconds):
        logger.info("Housekeeping: %s %s", count, what)


def delete_batch(rows: QuerySet[Model]) -> int:
    """Return how many."""
    keys = list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH])
    rows.model._base_manager.filter(pk__in=keys).delete()
    return len(keys)


def archive_games(now: datetime) -> int:
    before = now - timedelta(days=settings.ARCHIVE_DAYS)
    return archive_finished(before=before, now=now, limit=BATCH)


def end_sessions(now: datetime) -> int:
    """Delete sessions that are over, and what users see of those that ended."""
    ended = delete_batch(Session.objects.filter(expire_date__lt=now))
    kept = Session.objects.values("session_key")
    return ended + delete_batch(UserSession.objects.exclude(session_key__in=kept))


def drop_guests(now: datetime) -> int:
    """Delete guests older than GUEST_DAYS without a seat or a message."""
    before = now - timedelta(days=settings.GUEST_DAYS)
    guests = User.objects.filter(
        email=None, forgotten_at=None, is_staff=False, created_at__lt=before
    )
    nowhere = guests.filter(seats=None, hosted_games=None, seat_offers=None)
    return delete_batch(nowhere.filter(talk=None, browsers=None))


def drop_typed_addresses(now: datetime) -> int:
    """
    Delete addresses that somebody entered more than TYPED_ADDRESS_DAYS ago, and whose
    owners have never acted. Whoever has a seat or an invitation keeps it.
    """
    before = now - timedelta(days=settings.TYPED_ADDRESS_DAYS)
    typed = User.objects.filter(
        email__isnull=False, last_login=None, is_staff=False, created_at__lt=before
    )
    playing = Seat.objects.exclude(game__status=Status.CANCELLED).filter(
        user=OuterRef("pk")
    )
    unused = typed.filter(
        ~Exists(playing), hosted_games=None, seat_offers=None, emailaddress=None
    )
    users = list(unused.filter(talk=None, tokens=None).order_by("pk")[:BATCH])
    for user in users:
        with transaction.atomic():
            # The outbox has the address, too.
            publish(UserForgotten(user, (str(user.email),), now=now))
            user.delete()
    return len(users)


def drop_drafts(now: datetime) -> int:
    return delete_batch(GameDraft.objects.filter(made_at__lt=now - DRAFTS_KEPT))


def drop_outages(now: datetime) -> int:
    over = Outage.objects.filter(credited_at__isnull=False)
    return delete_batch(over.filter(ended_at__lt=now - REMEMBERED))


PERIODS = (
    Period("counts of limits", lambda now: limits.drop_over(now=now)),
    Period("browsers seen", lambda now: drop_browsers(now=now)),
    Period("sessions", end_sessions),
    Period("guests who never played", drop_guests),
    Period("addresses whose owners never acted", drop_typed_addresses),
    Period("new games whose hosts never signed in", drop_drafts),
    Period("outages", drop_outages),
    Period("attempts at work", forget_old),
    Period("events of games that are over", archive_games),
)
