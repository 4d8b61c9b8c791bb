"""Sweeps: rows that are due are found and worked off; attempts are counted first."""

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

#: Does something about the row with a primary key, as of a moment. If it returns False
#: there was nothing to do, or somebody else was at it.
Step = Callable[[int, datetime], object]
#: Reads the time.
Clock = Callable[[], datetime]


@dataclass(frozen=True)
class DueRows:
    """Those of ``rows`` for which ``column`` says from when on something is due."""

    rows: QuerySet[Any]
    column: str
    batch: int = 100

    def find(self, now: datetime, but: Collection[int] = ()) -> list[int]:
        """Return the primary keys of a batch that is due, the longest overdue first."""
        due = self.waiting().filter(**{f"{self.column}__lte": now})
        keys = due.order_by(self.column).values_list("pk", flat=True)
        return list((keys.exclude(pk__in=but) if but else keys)[: self.batch])

    def end(self, pk: int) -> None:
        """Let nothing be due of a row any more."""
        self.waiting().filter(pk=pk).update(**{self.column: None})

    def oldest_age(self, now: datetime) -> timedelta | None:
        """Return for how long the longest overdue row has been due, None for none."""
        due = self.waiting().filter(**{f"{self.column}__lte": now})
        oldest = due.order_by(self.column).values_list(self.column, flat=True).first()
        return None if oldest is None else now - oldest

    def waiting(self) -> QuerySet[Any]:
        # The condition of the partial indexes.
        return self.rows.filter(**{f"{self.column}__isnull": False})


class Sweep(NamedTuple):
    """
    A kind of work that falls due.

    ``what`` names it in the log, before the primary key of its row. ``due`` finds rows,
    but those given. After ``tries`` attempts that failed, ``give_up`` ends the work;
    without these it is never given up. ``note_failure`` is told of each exception.
    """

    what: str
    due: Callable[[datetime, Collection[int]], list[int]]
    carry_out: Step
    tries: int | None = None
    give_up: Step | None = None
    note_failure: Step | None = None
    lease: timedelta = attempts.LEASE


@contextmanager
def log_failure(sentence: str, pk: int) -> Iterator[None]:
    """Log what fails for one row, and go on; unless it is the database that fails."""
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception(sentence, pk)


def due_batch(sweep: Sweep, now: datetime, but: Collection[int] = ()) -> list[int]:
    """Return a batch of rows that are due and do not rest after a failure."""
    return sweep.due(now, attempts.resting(sweep.what, now).union(but))


def work_off(sweep: Sweep, batch: Collection[int], clock: Clock) -> None:
    """
    Carry out a batch of rows that are due; one that fails stops no other.

    All are noted as begun by one statement. Should the process end in the middle, some
    of them are blamed for nothing: so rows that were begun before come last, and each
    is noted and done by itself. Each has a moment of its own: by that of the batch a
    long one would shorten the next player's time.
    """
    suspects = attempts.tried_before(sweep.what, batch)
    fresh = [pk for pk in batch if pk not in suspects]
    attempts.begin_all(sweep.what, fresh, clock())
    attempts.finish(sweep.what, [pk for pk in fresh if _succeeds(sweep, pk, clock())])
    for pk in batch:
        if pk in suspects:
            work_off_one(sweep, pk, clock())


def work_off_one(sweep: Sweep, pk: int, now: datetime) -> None:
    """Carry out one row that is due, or give it up after too many attempts."""
    count = attempts.begin(sweep.what, pk, now, lease=sweep.lease)
    if count is None:
        return
    if sweep.tries is not None and count > sweep.tries:
        # The last attempt ended its process.
        attempts.take_back(sweep.what, pk, now)
        _give_up(sweep, pk, now)
    elif _succeeds(sweep, pk, now, counts_nothing=count > 1):
        attempts.finish(sweep.what, [pk])
    elif sweep.tries is not None and attempts.count(sweep.what, pk) >= sweep.tries:
        _give_up(sweep, pk, now)


def _give_up(sweep: Sweep, pk: int, now: datetime) -> None:
    """End work that failed too often; if that fails, too, it is tried again later."""
    assert sweep.give_up is not None
    if _succeeds(sweep._replace(carry_out=sweep.give_up), pk, now):
        attempts.give_up(sweep.what, pk, now)


def _succeeds(
    sweep: Sweep, pk: int, now: datetime, *, counts_nothing: bool = False
) -> bool:
    """
    Do one row whose attempt is noted; return whether the attempt can be forgotten.

    ``counts_nothing`` if a step that did nothing counts as a failure: somebody else may
    be hanging over a row that was begun before.
    """
    try:
        if sweep.carry_out(pk, now) is not False or not counts_nothing:
            return True
        attempts.fail(sweep.what, pk, "somebody else was at it", now)
    except (OperationalError, InterfaceError):
        attempts.take_back(sweep.what, pk, now)
        logger.exception("The database failed the %s %s", sweep.what, pk)
    except Exception as error:
        logger.exception("The %s %s failed; it is tried again", sweep.what, pk)
        attempts.fail(sweep.what, pk, error, now)
        if sweep.note_failure is not None:
            sweep.note_failure(pk, now)
    except BaseException:
        # The process was asked to stop.
        attempts.take_back(sweep.what, pk, now)
        raise
    return False
