"""Sweeps: rows that are due are found, worked off, and put off where that fails."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import InterfaceError, OperationalError
from django.db.models import QuerySet

logger = logging.getLogger(__name__)

#: Does something about the row with a primary key, as of a moment.
Step = Callable[[int, datetime], object]


@dataclass(frozen=True)
class DueRows:
    """Those of ``rows`` for which ``column`` says from when on something is due."""

    rows: QuerySet[Any]
    column: str
    batch: int = 100

    def find(self, now: datetime) -> list[int]:
        """Return the primary keys of a batch that is due, the longest overdue first."""
        due = self._waiting().filter(**{f"{self.column}__lte": now})
        keys = due.order_by(self.column).values_list("pk", flat=True)
        return list(keys[: self.batch])

    def put_off(self, pk: int, until: datetime | None) -> None:
        """Let a row be due at another moment, or never, if it still waits."""
        self._waiting().filter(pk=pk).update(**{self.column: until})

    def _waiting(self) -> QuerySet[Any]:
        # The condition of the partial indexes.
        return self.rows.filter(**{f"{self.column}__isnull": False})


class Sweep(NamedTuple):
    """
    A kind of work that falls due: how its rows are found, done, and put off.

    ``what`` calls it in the log, before the primary key of its row.
    """

    what: str
    due: Callable[[datetime], list[int]]
    carry_out: Step
    put_off: Step


def sweep_of(
    what: str, due: DueRows, carry_out: Step, *, pause: timedelta = timedelta(hours=1)
) -> Sweep:
    """Return the sweep of rows that are put off for a while where it fails."""
    return Sweep(
        what, due.find, carry_out, lambda pk, now: due.put_off(pk, now + pause)
    )


@contextmanager
def log_failure(sentence: str, pk: int) -> Iterator[None]:
    """Log what fails for one row, and go on; unless it is the database that fails."""
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception(sentence, pk)


def carry_out(sweep: Sweep, pk: int, now: datetime) -> None:
    """
    Do one row that is due; put it off if that fails.

    Where it is the database that fails nothing is put off: the next sweep tries again.
    """
    try:
        sweep.carry_out(pk, now)
    except (OperationalError, InterfaceError):
        logger.exception("The database failed the %s %s", sweep.what, pk)
    except Exception:
        logger.exception("The %s %s failed; it is put off", sweep.what, pk)
        sweep.put_off(pk, now)
