"""Claims: a worker takes due rows for the time of one lease.

No lock is held while a row is worked on: a claim pushes ``due_at`` past the lease, so a
row whose worker crashed comes due again.
"""

from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import models, transaction
from django.db.models import F
from django.db.models.functions import Coalesce

Row = TypeVar("Row", bound=models.Model)


class ClaimableRows(models.QuerySet[Row]):
    """Rows with ``due_at``, ``ready_since``, ``claimed_at`` and ``attempts``."""

    def claim_due(
        self, *, now: datetime, lease: timedelta, limit: int, **changes: Any
    ) -> list[Row]:
        """
        Claim up to ``limit`` of these rows that are due, the longest due first.

        Returns them in order of id, with all columns as before the claim. ``now``, the
        database's time, names the claim and is written to ``claimed_at``. The attempt
        is counted and ``changes`` are applied. The first claim keeps the original
        ``due_at`` in ``ready_since``, which no retry changes.

        No row is claimed twice: each is locked until the commit, and other workers skip
        it. SQLite ignores SKIP LOCKED, but it has one writer: there a worker waits
        until the other's claim is committed.
        """
        with transaction.atomic(savepoint=False):
            due = self.filter(due_at__lte=now).order_by("due_at")
            rows = list(due.select_for_update(skip_locked=True)[:limit])
            if rows:
                self.model._default_manager.filter(
                    pk__in=[row.pk for row in rows]
                ).update(
                    attempts=F("attempts") + 1,
                    claimed_at=now,
                    due_at=now + lease,
                    ready_since=Coalesce("ready_since", "due_at"),
                    **changes,
                )
        return sorted(rows, key=lambda row: row.pk)
