"""The floor of the sweep: one small table with a partial index, and psycopg."""

from collections.abc import Callable

import psycopg

_TABLE = """
CREATE TABLE floor_games (
    id bigint PRIMARY KEY, status text NOT NULL, deadline timestamptz,
    version int NOT NULL DEFAULT 0, state text NOT NULL
)
"""
_FILL = """
INSERT INTO floor_games (id, status, deadline, state)
SELECT n,
    CASE WHEN n %% 20 = 0 THEN 'active' ELSE 'finished' END,
    CASE
        WHEN n %% (%(count)s / %(due)s) = 0 THEN now() - random() * interval '10 min'
        WHEN n %% 20 = 0 THEN now() + interval '1 hour' + random() * interval '5 days'
        ELSE now() - interval '1 day' - random() * interval '300 days'
    END,
    repeat('x', 150)
FROM generate_series(1, %(count)s) AS n
"""
_INDEX = "CREATE INDEX floor_due ON floor_games (deadline) WHERE status = 'active'"
_DUE = (
    "SELECT id, deadline FROM floor_games WHERE status = 'active' AND deadline <= now()"
    " ORDER BY deadline LIMIT %s FOR UPDATE SKIP LOCKED"
)


class Deadlines:
    """A connection and a table of its own."""

    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(url, autocommit=True)

    def fill(self, count: int, due: int) -> None:
        """Create ``count`` games: one in twenty active, ``due`` of them due."""
        for statement in (_TABLE, _FILL, _INDEX, "VACUUM ANALYZE floor_games"):
            values = {"count": count, "due": due} if statement is _FILL else None
            self.connection.cursor().execute(statement, values)

    def finding(self, due: int) -> Callable[[], int]:
        """Return a case that finds and locks the due games once, then rolls back."""

        def run() -> int:
            with self.connection.transaction(force_rollback=True):
                found = self.connection.execute(_DUE, (due,), prepare=True).fetchall()
            assert len(found) == due
            return 1

        return run
