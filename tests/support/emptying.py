"""Deleting what tests have committed."""

from functools import cache

from django.db import connection, transaction

from tests.support.triggers import without_triggers

#: What the migrations wrote; tests that commit leave it as it is.
MIGRATED = {
    "django_migrations",
    "django_content_type",
    "auth_permission",
    "auth_group",
    "auth_group_permissions",
}


def delete_committed_rows() -> None:
    """
    Delete all rows but those of the migrations.

    Django's own way empties every table and writes the rows of the migrations again,
    which takes longer than most tests.
    """
    with without_triggers(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_query_for_filled_tables())
        for (table,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


@cache
def _query_for_filled_tables() -> str:
    names = connection.introspection.django_table_names(only_existing=True)
    quote = connection.ops.quote_name
    return " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {quote(name)})"
        for name in sorted(set(names) - MIGRATED)
    )
