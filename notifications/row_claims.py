"""Claiming rows that are due, for one lease, by one short statement.

A claim counts the attempt and pushes ``due_at`` past the lease: no lock is held while
the row is worked on, and a row whose worker died comes due by itself. The first claim
keeps the original ``due_at`` in ``ready_since``, which no retry changes.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import connection, models

_CLAIM = """
WITH due AS (
    SELECT id FROM {table}
    WHERE {condition} AND due_at <= %s
    ORDER BY due_at LIMIT %s {lock}
)
UPDATE {table} SET attempts = attempts + 1, claimed_at = %s, due_at = %s,
    ready_since = COALESCE(ready_since, due_at){changes}
WHERE id IN (SELECT id FROM due) RETURNING {columns}
"""


def claim_rows(
    model: type[models.Model],
    *,
    condition: str,
    changes: str = "",
    columns: str = "id",
    lease: timedelta,
    limit: int,
    now: datetime,
) -> list[tuple[Any, ...]]:
    """
    Take up to ``limit`` due rows and return their ``columns``, in the order of the ids.

    No row is handed out twice. ``condition``, true of open rows, further ``changes``
    and ``columns`` are SQL of ours. ``now`` is the database's; it names the claim.
    """
    sql = _CLAIM.format(
        table=model._meta.db_table,
        condition=condition,
        lock=_lock_clause(),
        changes=f", {changes}" if changes else "",
        columns=columns,
    )
    moment = connection.ops.adapt_datetimefield_value
    with connection.cursor() as cursor:
        cursor.execute(sql, [moment(now), limit, moment(now), moment(now + lease)])
        return sorted(cursor.fetchall())


def _lock_clause() -> str:
    """Return the clause that skips locked rows; SQLite, with one writer, needs none."""
    supported = connection.features.has_select_for_update_skip_locked
    return "FOR UPDATE SKIP LOCKED" if supported else ""
