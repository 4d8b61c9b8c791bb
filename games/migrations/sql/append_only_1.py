"""Triggers by which the database itself refuses to change what happened.

SQLite's ``INSERT OR REPLACE`` removes rows without firing a trigger for DELETE, so
there an insert over an existing row is refused as well. TRUNCATE exists on PostgreSQL
only.

Migration 0001 runs this: it stays as it is.
"""

from typing import NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper


class Guarded(NamedTuple):
    """
    A table to which rows are added and nothing else; ``replaced`` finds a twin.

    Only rows that ``kept`` finds elsewhere may be deleted; '' for none.
    """

    table: str
    sentence: str
    replaced: str
    kept: str = ""


EVENTS = Guarded(
    "games_storedevent",
    "Stored events are never changed or removed: record a further event instead.",
    """
    SELECT 1 FROM games_storedevent WHERE id = NEW.id
    UNION ALL SELECT 1 FROM games_storedevent
        WHERE game_id = NEW.game_id AND sequence = NEW.sequence
    UNION ALL SELECT 1 FROM games_storedevent WHERE NEW.request_id IS NOT NULL
        AND game_id = NEW.game_id AND request_id = NEW.request_id
    UNION ALL SELECT 1 FROM games_gamearchive
        WHERE game_id = NEW.game_id AND last_sequence >= NEW.sequence
    """,
    """
    SELECT 1 FROM games_gamearchive
        WHERE game_id = OLD.game_id AND last_sequence >= OLD.sequence
    """,
)
ARCHIVES = Guarded(
    "games_gamearchive",
    "Archived events are never changed or removed.",
    "SELECT 1 FROM games_gamearchive WHERE game_id = NEW.game_id",
)
ACTS = Guarded(
    "games_moderationaction",
    "Acts of the staff are never changed or removed: undo them by another act.",
    "SELECT 1 FROM games_moderationaction WHERE id = NEW.id",
)
TRACES = Guarded(
    "games_stafftrace",
    "Traces of the staff are never changed or removed.",
    "SELECT 1 FROM games_stafftrace WHERE id = NEW.id",
)
#: By then a game's archive holds the row that goes.
_UNLESS_KEPT = """
            IF TG_OP = 'DELETE' THEN
                IF EXISTS ({kept}) THEN RETURN OLD; END IF;
            END IF;"""
_OF_THE_LOG = "What the site's log has told is never changed or removed."


def _of_the_log(table: str, *places: str) -> Guarded:
    """Return the guard of a table of the log; ``places`` tell its rows apart."""
    same = " AND ".join(f"{place} = NEW.{place}" for place in places)
    twin = f"SELECT 1 FROM {table} WHERE id = NEW.id OR ({same})"
    return Guarded(table, _OF_THE_LOG.replace("'", "''"), twin)


GUARDED = (
    EVENTS,
    ARCHIVES,
    ACTS,
    TRACES,
    _of_the_log("games_transparencylog", "origin"),
    _of_the_log("games_logleaf", "log_id", '"index"'),
    _of_the_log("games_treenode", "log_id", "level", '"index"'),
    _of_the_log("games_checkpoint", "log_id", "size"),
    _of_the_log("games_cosignature", "checkpoint_id", "witness"),
)


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the database refuse from now on."""
    for guarded in GUARDED:
        _run(connection, *_installing(guarded))


def remove(connection: BaseDatabaseWrapper) -> None:
    """Undo :func:`install`: for migrating backwards and for emptying test tables."""
    for guarded in GUARDED:
        _run(connection, *_removing(guarded))


def _installing(guarded: Guarded) -> tuple[list[str], list[str]]:
    """Return the statements for PostgreSQL, and those for SQLite."""
    table, sentence, _replaced, kept = guarded
    unless = _UNLESS_KEPT.format(kept=kept) if kept else ""
    postgresql = f"""
        CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN{unless}
            RAISE EXCEPTION '{sentence}' USING ERRCODE = 'restrict_violation';
        END $$;
        CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table}
            FOR EACH ROW EXECUTE FUNCTION {table}_refuse();
        CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse();
        """
    sqlite = [
        f"CREATE TRIGGER {name} {moment} BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
        for name, moment in _sqlite_triggers(guarded).items()
    ]
    return [postgresql], sqlite


def _removing(guarded: Guarded) -> tuple[list[str], list[str]]:
    postgresql = f"""
        DROP TRIGGER {guarded.table}_append_only ON {guarded.table};
        DROP TRIGGER {guarded.table}_no_truncate ON {guarded.table};
        DROP FUNCTION {guarded.table}_refuse();
        """
    sqlite = [f"DROP TRIGGER {name}" for name in _sqlite_triggers(guarded)]
    return [postgresql], sqlite


def _sqlite_triggers(guarded: Guarded) -> dict[str, str]:
    """Return when each trigger fires, by its name."""
    table, _sentence, replaced, kept = guarded
    unless = f" WHEN NOT EXISTS ({kept})" if kept else ""
    return {
        f"{table}_no_update": f"BEFORE UPDATE ON {table}",
        f"{table}_no_delete": f"BEFORE DELETE ON {table}{unless}",
        f"{table}_no_replace": f"BEFORE INSERT ON {table} WHEN EXISTS ({replaced})",
    }


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
