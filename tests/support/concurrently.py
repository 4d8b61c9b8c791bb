"""Two transactions on PostgreSQL, the second of which begins during the first."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.db import connection

from tests.support.waiting import PATIENCE


class Concurrently:
    """Wraps a function: first another thread runs until it has to wait."""

    def __init__(self, wrapped: Any, other: Callable[[], object]) -> None:
        self.wrapped, self.other = wrapped, other
        self.pool = ThreadPoolExecutor(1)
        self.outcome: Future[None] | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.outcome is None:
            self.outcome = self.pool.submit(self.others_part)
            until_somebody_waits()
        return self.wrapped(*args, **kwargs)

    def others_part(self) -> None:
        try:
            self.other()
        finally:
            connection.close()

    def finish(self) -> None:
        """Wait for the other thread, and raise its error, if any."""
        with self.pool:
            assert self.outcome is not None
            self.outcome.result(timeout=PATIENCE)


def until_somebody_waits() -> None:
    """Return once another connection waits for a lock."""
    stop_at = time.monotonic() + PATIENCE
    waiting = (
        "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) "
        "WHERE NOT granted AND datname = current_database()"
    )
    with connection.cursor() as cursor:
        while time.monotonic() < stop_at:
            # A transaction sees the connections of its first query.
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(waiting)
            if cursor.fetchone() != (0,):
                return
            time.sleep(0.01)
    raise AssertionError("nobody waits")
