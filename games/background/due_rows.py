"""Rows that fall due: found, and put off, by a column that holds the moment or NULL."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet


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
