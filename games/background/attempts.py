"""Attempts: background work is counted before it begins, and limited by the count.

An exception can be recorded afterwards, but a crash of the process (a time limit, lack
of memory, `kill -9`) cannot, so the work would be retried forever. Therefore an attempt
is stored before the work begins and deleted once it has succeeded. Each failed attempt
lengthens the pause before the next one. Some kinds of work are given up after a few
attempts; deadlines never are. The staff see both.
"""

import logging
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import Error, InterfaceError, OperationalError
from django.db.models import F, Q, QuerySet

from games.models import Attempt

logger = logging.getLogger(__name__)

#: How long other workers leave work alone that was begun.
LEASE = timedelta(minutes=1)
#: The pause after the first failure. After each further one it is four times as long.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=1)
#: How long the staff are shown what was given up.
SHOWN_FOR = timedelta(days=7)
#: The error of an attempt that is running.
ENDED = "its process ended in the middle of it"
#: The row of a task as a whole.
WHOLE = 0
_LONGEST_ERROR = 200
#: Work that is still due begins again this soon after its pause, unless no worker runs.
_SOON = timedelta(minutes=2)


def pause_after(count: int) -> timedelta:
    fourfold: timedelta = FIRST_PAUSE * 4 ** min(count - 1, 5)
    return min(LONGEST_PAUSE, fourfold)


def paused_rows(work: str, now: datetime) -> set[int]:
    held = Attempt.objects.filter(work=work, next_at__gt=now, given_up_at=None)
    return set(held.values_list("row_id", flat=True))


def tried_before(work: str, rows: Collection[int]) -> set[int]:
    known = Attempt.objects.filter(work=work, row_id__in=rows)
    return set(known.values_list("row_id", flat=True))


def begin_all(work: str, rows: Iterable[int], now: datetime) -> None:
    Attempt.objects.bulk_create(
        [
            Attempt(
                work=work, row_id=row, begun_at=now, next_at=now + LEASE, error=ENDED
            )
            for row in rows
        ],
        ignore_conflicts=True,
    )


def begin(
    work: str, row: int, now: datetime, *, lease: timedelta = LEASE
) -> int | None:
    """
    Return its number, counted from 1. Returns None if another worker has begun it, or
    if it is paused. Work that was given up starts again at 1, because somebody has
    requested it again.
    """
    known = _of(work, [row])
    known.filter(given_up_at__isnull=False).delete()
    waiting = known.filter(next_at__lte=now)
    if waiting.filter(error=ENDED).exists():
        logger.warning("Retrying the %s %s: %s", work, row, ENDED)
    if waiting.update(
        count=F("count") + 1, begun_at=now, next_at=now + lease, error=ENDED
    ):
        return known.values_list("count", flat=True).first()
    _, is_new = Attempt.objects.get_or_create(
        work=work,
        row_id=row,
        defaults={"begun_at": now, "next_at": now + lease, "error": ENDED},
    )
    return 1 if is_new else None


def count(work: str, row: int) -> int:
    return _of(work, [row]).values_list("count", flat=True).first() or 0


def finish(work: str, rows: Iterable[int]) -> None:
    _of(work, rows).delete()


def fail(work: str, row: int, error: object, now: datetime) -> timedelta:
    """Record why an attempt failed. Return the pause before the next one."""
    why = f"{type(error).__name__}: {error}" if isinstance(error, Exception) else error
    pause = pause_after(max(1, count(work, row)))
    _of(work, [row]).update(error=str(why)[:_LONGEST_ERROR], next_at=now + pause)
    return pause


def take_back(work: str, row: int, now: datetime) -> None:
    """
    Do not count an attempt: the database failed, or the process was asked to stop. If
    the database is still away, the attempt remains until its lease ends.
    """
    with suppress(Error):
        _of(work, [row]).filter(count=1).delete()
        _of(work, [row]).update(count=F("count") - 1, next_at=now)


def give_up(work: str, row: int, now: datetime) -> None:
    _of(work, [row]).update(given_up_at=now)
    for attempt in _of(work, [row]):
        logger.error(
            "The %s was given up after %s attempts: %s",
            attempt,
            attempt.count,
            attempt.error,
        )


def attempt_whole(work: str, act: Callable[[], object], now: datetime) -> bool:
    """
    Return whether it succeeded. After a failure it is paused, longer each time, and
    never given up. Failures of the database are not counted.
    """
    if begin(work, WHOLE, now) is None:
        return False
    try:
        act()
    except (OperationalError, InterfaceError):
        take_back(work, WHOLE, now)
        logger.exception("The database failed during the %s", work)
        return False
    except Exception as error:
        pause = fail(work, WHOLE, error, now)
        minutes = pause // timedelta(minutes=1)
        logger.exception("The %s failed. The next try is in %s min.", work, minutes)
        return False
    finish(work, [WHOLE])
    return True


def is_paused(work: str, now: datetime) -> bool:
    return WHOLE in paused_rows(work, now)


def failing(now: datetime) -> QuerySet[Attempt]:
    """
    Leaves out first attempts that are running, and rows that are no longer due, which
    would have been begun again.
    """
    has_failed = Q(count__gt=1) | ~Q(error=ENDED)
    going_on = Attempt.objects.filter(given_up_at=None, next_at__gt=now - _SOON)
    return going_on.filter(has_failed).order_by("-count", "pk")


def given_up(since: datetime) -> QuerySet[Attempt]:
    return Attempt.objects.filter(given_up_at__gte=since).order_by("-given_up_at")


def forget_old(now: datetime) -> int:
    """Delete attempts at rows that are no longer due. Return how many."""
    over = Attempt.objects.filter(given_up_at=None, next_at__lt=now - timedelta(days=1))
    shown = Attempt.objects.filter(given_up_at__lt=now - SHOWN_FOR)
    return over.delete()[0] + shown.delete()[0]


def _of(work: str, rows: Iterable[int]) -> QuerySet[Attempt]:
    return Attempt.objects.filter(work=work, row_id__in=list(rows))
