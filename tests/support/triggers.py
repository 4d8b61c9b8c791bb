"""Disabling the triggers that protect events, as the database's owner."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from games.migrations.sql import append_only_1 as triggers


@contextmanager
def without_triggers() -> Iterator[None]:
    """Allow all changes in the block, as somebody with access to the database could."""
    triggers.remove(connection)
    try:
        yield
    finally:
        triggers.install(connection)
