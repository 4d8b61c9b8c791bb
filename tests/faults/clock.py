"""The database's clock, which a trial can set, or move as if time had passed."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import connection, connections, transaction

#: The function with which the service reads the database's clock, replaced by a wrong
#: one.
_INSERT = """
CREATE SCHEMA wrong;
CREATE TABLE wrong.clock (ahead interval NOT NULL);
INSERT INTO wrong.clock VALUES ('0');
CREATE FUNCTION wrong.clock_timestamp() RETURNS timestamptz
    LANGUAGE sql VOLATILE AS
    'SELECT pg_catalog.clock_timestamp() + ahead FROM wrong.clock';
ALTER ROLE postgres SET search_path = wrong, public, pg_catalog;
"""
_REMOVE = "ALTER ROLE postgres RESET search_path; DROP SCHEMA wrong CASCADE"


class DatabaseClock:
    """How far the clock is ahead: because time passed, and because it is wrong."""

    def __init__(self) -> None:
        self.passed = timedelta(0)

    def set_wrong(self, ahead: timedelta) -> None:
        """Set the clock wrong by so much; 0 corrects it."""
        _run("UPDATE wrong.clock SET ahead = %s", self.passed + ahead)

    def pass_time(self, duration: timedelta) -> None:
        """
        Let time pass in an instant for a service that runs all the time.

        The heartbeat moves, too; otherwise players would be credited with an outage.
        """
        self.passed += duration
        with transaction.atomic():
            _run("UPDATE wrong.clock SET ahead = %s", self.passed)
            _run("UPDATE games_heartbeat SET beat_at = beat_at + %s", duration)


@contextmanager
def database_clock() -> Iterator[DatabaseClock]:
    """Insert a clock that can be set, for connections that are opened afterwards."""
    _run(_INSERT)
    connections.close_all()
    try:
        yield DatabaseClock()
    finally:
        _run(_REMOVE)
        connections.close_all()


def _run(sql: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values or None)
