"""Indexes by which the staff find people by a part of a name or an address.

Of PostgreSQL alone, by its extension pg_trgm: where that is not to be had, people are
found as well, by reading all of them. Migration 0001 runs this: it stays as it is.
"""

from django.db.backends.base.base import BaseDatabaseWrapper

_COLUMNS = ("email", "name")
_INSTALL = """
DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    {indexes}
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE NOTICE 'pg_trgm is not to be had: people are searched for without an index';
END $$
"""
_INDEX = """CREATE INDEX games_user_{column}_part ON games_user
        USING gin (upper({column}::text) gin_trgm_ops);"""


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the indexes, where they can be made."""
    indexes = "\n    ".join(_INDEX.format(column=column) for column in _COLUMNS)
    _run(connection, _INSTALL.format(indexes=indexes))


def remove(connection: BaseDatabaseWrapper) -> None:
    """Undo :func:`install`; the extension may be of use to others."""
    for column in _COLUMNS:
        _run(connection, f"DROP INDEX IF EXISTS games_user_{column}_part")


def _run(connection: BaseDatabaseWrapper, statement: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(statement)
