"""The triggers by which the database refuses to change what happened.

The statements belong to the migration that ran last, and are frozen with it, as are
those that lift them. Here is whether they stand, and how they refuse.
"""

from django.db.backends.base.base import BaseDatabaseWrapper

from games.migrations.sql import append_only_1 as triggers

#: How the database refuses to change a stored event.
SENTENCE = triggers.EVENTS.sentence

#: What each table is guarded by, after its name.
_GUARDS = {
    "sqlite": ("no_update", "no_delete", "no_replace"),
    "postgresql": ("append_only", "no_truncate"),
}
#: The triggers that are at work, and refuse: they are in the database's own catalog,
#: which no model describes.
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
    """Return the names of the triggers that should stand, and do not."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDING[connection.vendor])
        standing = {name for (name,) in cursor.fetchall()}
    guards = _GUARDS[connection.vendor]
    wanted = {f"{each.table}_{guard}" for each in triggers.GUARDED for guard in guards}
    return sorted(wanted - standing)
