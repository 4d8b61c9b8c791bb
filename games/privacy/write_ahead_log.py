"""SQLite's write-ahead log, which holds old pages until it is truncated."""

import logging

from django.db import connection, transaction

logger = logging.getLogger(__name__)

STILL_READ = (
    "Erased data stays in SQLite's write-ahead log for now, because another process "
    "reads the database. The next erasure or a full stop of the service removes it."
)


def empty_on_commit() -> None:
    """
    Truncate SQLite's write-ahead log after the commit, so that erased data is in no
    file.

    The checkpoint waits for readers and writers, like every write. Nothing is done for
    other databases: what they keep of old rows is up to their operator.
    """
    if connection.vendor == "sqlite":
        transaction.on_commit(_empty, robust=True)


def _empty() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        is_busy, *_pages = cursor.fetchone()
    if is_busy:
        logger.warning(STILL_READ)
