"""A claim uses a partial index, however many mails are settled."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.db import connection

from notifications.inbox.process import process_batch
from notifications.outbox import rows as outbox

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.mark.parametrize(
    ("claim", "table", "index"),
    [
        (outbox.claim_mails, "notifications_outgoingmail", "outgoing_mail_due"),
        (process_batch, "notifications_incomingmail", "incoming_mail_due"),
    ],
)
def test_claim_finds_due_rows_by_their_index(
    claim: Callable[..., object], table: str, index: str, now: datetime
) -> None:
    asked: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT") and table in sql and "ORDER BY" in sql:
            asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        claim(now=now, limit=5)
    ((sql, params),) = asked
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # With so few rows the planner would prefer a sequential scan.
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
            cursor.execute(f"EXPLAIN {sql}", params)
        else:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        assert index in str(cursor.fetchall())
