"""Moving a service from SQLite to PostgreSQL: a backup of one fills the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    connection,
    connections,
    models,
    transaction,
)
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from config.backups.engines import CannotCopy

#: The connection that reads the backup.
SOURCE = "backup"
#: Rows that one statement writes: PostgreSQL takes 65,535 values.
BATCH = 500


def move_to_postgresql(file: Path) -> None:
    """
    Create all tables in the service's empty PostgreSQL, and copy the rows of a backup.

    Everything keeps its id. This is one transaction, so a failure leaves the database
    empty. Raises CannotCopy or DatabaseError; DatabaseError names no table.
    """
    with reading(file), transaction.atomic():
        create_empty_tables()
        require_same_migrations()
        copied = [
            model
            for model in apps.get_models(include_auto_created=True)
            if model._meta.managed and not model._meta.proxy
        ]
        for model in copied:
            copy_rows(model)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), copied):
                cursor.execute(statement)
    # Ids of this process's cache are those that the migrations had given.
    ContentType.objects.clear_cache()


@contextmanager
def reading(file: Path) -> Iterator[None]:
    """Open a SQLite database for reading, as the connection SOURCE."""
    settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": f"file:{file}?mode=ro"}
    configured = connections.configure_settings(
        {DEFAULT_DB_ALIAS: {}, SOURCE: settings}
    )
    connections.settings[SOURCE] = configured[SOURCE]
    try:
        yield
    finally:
        connections[SOURCE].close()
        del connections[SOURCE]
        del connections.settings[SOURCE]


def create_empty_tables() -> None:
    """Run all migrations, and delete their rows, of which the backup has its own."""
    if "games_game" in connection.introspection.table_names():
        raise CannotCopy("PostgreSQL contains games: create an empty database first.")
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    with connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True):
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
        # Migrations check foreign keys at once; rows refer to tables that come later.
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def require_same_migrations() -> None:
    """Raise CannotCopy unless the backup was made by this version."""
    there, here = (
        set(MigrationRecorder(each).applied_migrations())
        for each in (connections[SOURCE], connection)
    )
    if there != here:
        names = ", ".join(sorted(f"{app} {name}" for app, name in there ^ here))
        raise CannotCopy(
            f"The backup was made by another version, which differs in {names}. Let "
            "this version run on SQLite once, then make the backup again."
        )


def copy_rows(model: type[models.Model]) -> None:
    """Copy a table; raise CannotCopy if PostgreSQL refuses a row, or one is missing."""
    table = model._meta.db_table
    source, target = (
        model._base_manager.using(alias) for alias in (SOURCE, DEFAULT_DB_ALIAS)
    )
    batch: list[models.Model] = []
    try:
        for row in source.order_by("pk").iterator(chunk_size=BATCH):
            batch.append(row)
            if len(batch) == BATCH:
                target.bulk_create(batch)
                batch.clear()
        target.bulk_create(batch)
    except (DatabaseError, ValueError) as error:
        raise CannotCopy(f"PostgreSQL refuses a row of {table}: {error}") from error
    if source.count() != target.count():
        raise CannotCopy(f"Rows of {table} are missing from the copy.")
