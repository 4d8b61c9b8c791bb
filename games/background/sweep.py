"""Sweeps: find rows that are due and process them, with counted attempts."""

import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import InterfaceError, OperationalError
from django.db.models import QuerySet

from games.background import attempts

logger = logging.getLogger(__name__)

#: Processes the row with a primary key, at a time. Returns False if there was nothing
#: to do, or if another transaction held its lock.
Step = Callable[[int, datetime], object]
#: Reads the time.
Clock = Callable[[], datetime]


@dataclass(frozen=True)
class DueRows:
    rows: QuerySet[Any]
    column: str
    batch: int = 100

    def find(self, now: datetime, but: Collection[int] = ()) -> list[int]:
        """Return the primary keys of a batch that is due, longest overdue first."""
        due = self.waiting().filter(**{f"{self.column}__lte": now})
        keys = due.order_by(self.column).values_list("pk", flat=True)
        return list((keys.exclude(pk__in=but) if but else keys)[: self.batch])

    def end(self, pk: int) -> None:
        self.waiting().filter(pk=pk).update(**{self.column: None})

    def oldest_age(self, now: datetime) -> timedelta | None:
        """Return for how long the longest overdue row has been due, or None."""
        due = self.waiting().filter(**{f"{self.column}__lte": now})
        oldest = due.order_by(self.column).values_list(self.column, flat=True).first()
        return None if oldest is None else now - oldest

    def waiting(self) -> QuerySet[Any]:
        # The condition of the partial indexes.
        return self.rows.filter(**{f"{self.column}__isnull": False})


class Sweep(NamedTuple):
    """
    A kind of work that falls due. ``what`` names it in the log, before the primary key
    of the row. ``due`` finds rows, except the given ones. After ``tries`` failed
    attempts ``give_up`` ends the work; without these it is never given up.
    ``on_failure`` is called after each exception.
    """

    what: str
    due: Callable[[datetime, Collection[int]], list[int]]
    carry_out: Step
    tries: int | None = None
    give_up: Step | None = None
    on_failure: Step | None = None
    lease: timedelta = attempts.LEASE


@contextmanager
def log_failure(sentence: str, pk: int) -> Iterator[None]:
    """Log what fails for one row, and go on. Errors of the database are raised."""
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception(sentence, pk)


def due_batch(sweep: Sweep, now: datetime, but: Collection[int] = ()) -> list[int]:
    """Return a batch of rows that are due and not paused."""
    return sweep.due(now, attempts.paused_rows(sweep.what, now).union(but))


def process_batch(sweep: Sweep, batch: Collection[int], clock: Clock) -> None:
    """
    Process a batch of due rows. One statement records that they were begun. If the
    process crashes, some rows get blamed for nothing, so rows that were begun before
    come last, each with a record of its own. The clock is read for each row, because
    the time of a long batch would shorten the next player's time.
    """
    suspects = attempts.tried_before(sweep.what, batch)
    fresh = [pk for pk in batch if pk not in suspects]
    attempts.begin_all(sweep.what, fresh, clock())
    attempts.finish(sweep.what, [pk for pk in fresh if _try_row(sweep, pk, clock())])
    for pk in batch:
        if pk in suspects:
            process_row(sweep, pk, clock())


def process_row(sweep: Sweep, pk: int, now: datetime) -> None:
    count = attempts.begin(sweep.what, pk, now, lease=sweep.lease)
    if count is None:
        return
    if sweep.tries is not None and count > sweep.tries:
        # the last attempt crashed its process
        attempts.take_back(sweep.what, pk, now)
        _give_up(sweep, pk, now)
    elif _try_row(sweep, pk, now, idle_fails=count > 1):
        attempts.finish(sweep.what, [pk])
    elif sweep.tries is not None and attempts.count(sweep.what, pk) >= sweep.tries:
        _give_up(sweep, pk, now)


def _give_up(sweep: Sweep, pk: int, now: datetime) -> None:
    assert sweep.give_up is not None
    if _try_row(sweep._replace(carry_out=sweep.give_up), pk, now):
        attempts.give_up(sweep.what, pk, now)


def _try_row(sweep: Sweep, pk: int, now: datetime, *, idle_fails: bool = False) -> bool:
    """
    Process one row whose attempt was recorded. ``idle_fails`` makes doing nothing a
    failure: another worker may hang at this row, which was begun before.
    """
    try:
        if sweep.carry_out(pk, now) is not False or not idle_fails:
            return True
        attempts.fail(sweep.what, pk, "another worker held its lock", now)
    except (OperationalError, InterfaceError):
        attempts.take_back(sweep.what, pk, now)
        logger.exception("The database failed during the %s %s", sweep.what, pk)
    except Exception as error:
        logger.exception("The %s %s failed", sweep.what, pk)
        attempts.fail(sweep.what, pk, error, now)
        if sweep.on_failure is not None:
            sweep.on_failure(pk, now)
    except BaseException:
        # the process was asked to stop
        attempts.take_back(sweep.what, pk, now)
        raise
    return False
