"""Triggers by which the database itself refuses to change what happened.

SQLite's ``INSERT OR REPLACE`` removes rows without firing a trigger for DELETE, so
there an insert over an existing row is refused as well. TRUNCATE exists on PostgreSQL
only.

Migration 0002 runs this: it stays as it is.
"""

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "games_storedevent"
SENTENCE = "Stored events are never changed or removed: record a further event instead."

_POSTGRESQL_INSTALL = f"""
CREATE FUNCTION {TABLE}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '{SENTENCE}' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER {TABLE}_append_only BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION {TABLE}_refuse();
CREATE TRIGGER {TABLE}_no_truncate BEFORE TRUNCATE ON {TABLE}
    FOR EACH STATEMENT EXECUTE FUNCTION {TABLE}_refuse();
"""
_POSTGRESQL_REMOVE = f"""
DROP TRIGGER {TABLE}_append_only ON {TABLE};
DROP TRIGGER {TABLE}_no_truncate ON {TABLE};
DROP FUNCTION {TABLE}_refuse();
"""

_SQLITE_REPLACED = f"""EXISTS (
    SELECT 1 FROM {TABLE} WHERE id = NEW.id
    UNION ALL SELECT 1 FROM {TABLE}
        WHERE game_id = NEW.game_id AND sequence = NEW.sequence
    UNION ALL SELECT 1 FROM {TABLE} WHERE NEW.request_id IS NOT NULL
        AND game_id = NEW.game_id AND request_id = NEW.request_id
)"""
_SQLITE_TRIGGERS = {
    f"{TABLE}_no_update": "BEFORE UPDATE ON {table}",
    f"{TABLE}_no_delete": "BEFORE DELETE ON {table}",
    f"{TABLE}_no_replace": "BEFORE INSERT ON {table} WHEN " + _SQLITE_REPLACED,
}


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the database refuse from now on."""
    _run(connection, [_POSTGRESQL_INSTALL], _sqlite_install())


def remove(connection: BaseDatabaseWrapper) -> None:
    """Undo :func:`install`: for migrating backwards and for emptying test tables."""
    sqlite = [f"DROP TRIGGER {name}" for name in _SQLITE_TRIGGERS]
    _run(connection, [_POSTGRESQL_REMOVE], sqlite)


def _sqlite_install() -> list[str]:
    return [
        f"CREATE TRIGGER {name} {moment.format(table=TABLE)}"
        f" BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
        for name, moment in _SQLITE_TRIGGERS.items()
    ]


def _run(
    connection: BaseDatabaseWrapper, postgresql: list[str], sqlite: list[str]
) -> None:
    statements = {"postgresql": postgresql, "sqlite": sqlite}.get(connection.vendor)
    if statements is None:
        raise NotImplementedError(
            f"Stored events cannot be guarded on {connection.vendor}: "
            "use PostgreSQL or SQLite."
        )
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
