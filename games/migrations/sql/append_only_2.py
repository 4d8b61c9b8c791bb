"""Triggers by which the database refuses to change what the staff did.

Like those for stored events (``append_only_1``), for another table.

Migration 0007 runs this: it stays as it is.
"""

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "games_staffact"
SENTENCE = "Acts of the staff are never changed or removed: undo them by another act."

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
_SQLITE_TRIGGERS = {
    f"{TABLE}_no_update": f"BEFORE UPDATE ON {TABLE}",
    f"{TABLE}_no_delete": f"BEFORE DELETE ON {TABLE}",
    f"{TABLE}_no_replace": f"BEFORE INSERT ON {TABLE} "
    f"WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)",
}


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the database refuse from now on."""
    sqlite = [
        f"CREATE TRIGGER {name} {moment} BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
        for name, moment in _SQLITE_TRIGGERS.items()
    ]
    _run(connection, [_POSTGRESQL_INSTALL], sqlite)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Undo :func:`install`: for migrating backwards and for emptying test tables."""
    sqlite = [f"DROP TRIGGER {name}" for name in _SQLITE_TRIGGERS]
    _run(connection, [_POSTGRESQL_REMOVE], sqlite)


def _run(
    connection: BaseDatabaseWrapper, postgresql: list[str], sqlite: list[str]
) -> None:
    statements = {"postgresql": postgresql, "sqlite": sqlite}[connection.vendor]
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
