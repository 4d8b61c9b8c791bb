"""Whether the database has all the tables of this version of the service."""

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

WHAT_TO_DO = "The database lacks migrations: run `python manage.py migrate`."


class _Seen:
    """What this process knows: once all was there, it is not looked for again."""

    complete = False


def lacks_migrations() -> bool:
    """Raise DatabaseError where the database does not answer."""
    if not _Seen.complete:
        executor = MigrationExecutor(connection)
        targets = executor.loader.graph.leaf_nodes()
        _Seen.complete = not executor.migration_plan(targets)
    return not _Seen.complete
