"""SQLite's write-ahead log: old pages stay in it until it is emptied."""

import logging

from django.db import connection, transaction

logger = logging.getLogger(__name__)

STILL_READ = (
    "What was erased stays in the write-ahead log for now, for somebody reads the "
    "database. It goes with the next erasure, or when all programs have stopped."
)


def empty_on_commit() -> None:
    """
    Empty the write-ahead log after commit, so that what was erased is in no file.

    It waits for whoever reads or writes, as every write does. Other databases do
    nothing: what they keep of old rows is their operator's affair.
    """
    if connection.vendor == "sqlite":
        transaction.on_commit(_empty, robust=True)


def _empty() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        is_busy, *_pages = cursor.fetchone()
    if is_busy:
        logger.warning(STILL_READ)
