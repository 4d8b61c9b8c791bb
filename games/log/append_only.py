"""The triggers that make the database refuse changes to stored events.

The SQL that creates and drops the triggers is frozen with the migration that ran last.
This module checks that the triggers exist, and knows their error message.
"""

from django.db.backends.base.base import BaseDatabaseWrapper

from games.migrations.sql import append_only_1 as triggers

#: The error message with which the database refuses to change a stored event.
SENTENCE = triggers.EVENTS.sentence

#: The suffixes of the triggers that guard each table.
_GUARDS = {
    "sqlite": ("no_update", "no_delete", "no_replace"),
    "postgresql": ("append_only", "no_truncate"),
}
#: The enabled triggers that raise an error, read from the database's own catalog, which
#: has no Django model.
_STANDING = {
    "sqlite": (
        "SELECT name FROM sqlite_master"
        " WHERE type = 'trigger' AND sql LIKE '%RAISE(ABORT%'"
    ),
    "postgresql": (
        "SELECT tgname FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid"
        " WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
        " AND prosrc LIKE '%RAISE EXCEPTION%'"
    ),
}


def missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the triggers that should exist but do not."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDING[connection.vendor])
        standing = {name for (name,) in cursor.fetchall()}
    guards = _GUARDS[connection.vendor]
    wanted = {f"{each.table}_{guard}" for each in triggers.GUARDED for guard in guards}
    return sorted(wanted - standing)
