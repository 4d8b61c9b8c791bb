"""Indexes by which the staff find people and games by a part of a word.

They need PostgreSQL and its extension pg_trgm. Without it, searches read all rows.
Migration 0001 runs this.
"""

from django.db.backends.base.base import BaseDatabaseWrapper

_INDEXES = {
    "games_user_email_part": "games_user USING gin (upper(email::text) gin_trgm_ops)",
    "games_user_name_part": "games_user USING gin (upper(name::text) gin_trgm_ops)",
    "games_gamewords_part": "games_gamewords USING gin ((text::text) gin_trgm_ops)",
}
_INSTALL = """
DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    {indexes}
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE NOTICE 'pg_trgm is not available: searches of the staff use no index';
END $$
"""


def install(connection: BaseDatabaseWrapper) -> None:
    """Create the indexes if that is possible."""
    indexes = [f"CREATE INDEX {name} ON {on};" for name, on in _INDEXES.items()]
    _run(connection, _INSTALL.format(indexes="\n    ".join(indexes)))


def remove(connection: BaseDatabaseWrapper) -> None:
    """Drop the indexes, but not the extension, which others may use."""
    for name in _INDEXES:
        _run(connection, f"DROP INDEX IF EXISTS {name}")


def _run(connection: BaseDatabaseWrapper, statement: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(statement)
