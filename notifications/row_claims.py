"""Claiming rows that are due, for one lease, by one short statement.

A claim counts the attempt and pushes ``due_at`` past the lease: no lock is held while
the row is worked on, and a row whose worker died comes due by itself.
"""

from datetime import datetime, timedelta

from django.db import connection, models

_CLAIM = """
WITH due AS (
    SELECT id FROM {table}
    WHERE {open} AND due_at <= %s AND attempts < %s
    ORDER BY due_at LIMIT %s {lock}
)
UPDATE {table} SET attempts = attempts + 1, claimed_at = %s, due_at = %s
WHERE id IN (SELECT id FROM due) RETURNING id
"""


def claim_rows(
    model: type[models.Model],
    *,
    condition: str,
    most_attempts: int,
    lease: timedelta,
    limit: int,
    now: datetime,
) -> list[int]:
    """
    Take up to ``limit`` due rows and return their ids; no row is handed out twice.

    ``condition`` is SQL of ours that is true of open rows. ``now`` is the database's;
    it names the claim.
    """
    sql = _CLAIM.format(table=model._meta.db_table, open=condition, lock=lock())
    moment = connection.ops.adapt_datetimefield_value
    values = [moment(now), most_attempts, limit, moment(now), moment(now + lease)]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return sorted(pk for (pk,) in cursor.fetchall())


def lock() -> str:
    """Return the clause that skips locked rows; SQLite, with one writer, needs none."""
    supported = connection.features.has_select_for_update_skip_locked
    return "FOR UPDATE SKIP LOCKED" if supported else ""
