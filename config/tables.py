"""Comparing the tables of the database with the models.

Django only compares the names of migrations. A migration that was edited after it had
run, a restore that stopped halfway or a statement by hand leave a database that has all
migrations and still lacks a column or an index.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from games.log.stream import missing_triggers

# Django would parse the statements of SQLite's tables, which takes a second.
_SQLITE_COLUMNS = 'SELECT name, NOT "notnull", dflt_value FROM pragma_table_info(%s)'
_SQLITE_INDEXES = (
    'SELECT list.name, list."unique", list.partial, info.name'
    " FROM pragma_index_list(%s) AS list, pragma_index_info(list.name) AS info"
    " ORDER BY list.seq, info.seqno"
)
_SQLITE_FOREIGN_KEYS = 'SELECT "from", "table", "to" FROM pragma_foreign_key_list(%s)'
_SQLITE_STATEMENT = "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = %s"
_NAMED = re.compile(r'\bCONSTRAINT "(\w+)"')


class Column(NamedTuple):
    """A column, as the database describes it; ``default`` is an expression or None."""

    name: str
    accepts_null: bool
    default: str | None


class Constraints(NamedTuple):
    """
    The constraints and indexes of a table, as the database describes them.

    ``unique`` and ``indexed`` are tuples of columns, ``foreign_keys`` triples of the
    column and the table and column that it refers to.
    """

    names: set[str]
    unique: set[tuple[str, ...]]
    indexed: set[tuple[str, ...]]
    foreign_keys: set[tuple[str, str, str]]


def find_differences(connection: BaseDatabaseWrapper) -> list[str]:
    """
    Return a sentence for each difference that would break this version.

    Tables, columns, indexes, constraints and triggers can be missing; a column can
    accept null or not, unlike its field, or be one that this version does not fill in.
    Types of columns are not compared. Raises DatabaseError.
    """
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
    found: list[str] = []
    for model in apps.get_models(include_auto_created=True):
        options = model._meta
        if options.proxy or options.swapped or not options.managed:
            continue
        if options.db_table in tables:
            found += _columns_that_differ(connection, model)
            existing = _constraints_of(connection, options.db_table)
            found += _missing_constraints(model, existing)
        else:
            found.append(f"The table {options.db_table} is missing.")
    triggers = missing_triggers(connection)
    return found + [f"The trigger {name} is missing." for name in triggers]


def _columns_that_differ(
    connection: BaseDatabaseWrapper, model: type[models.Model]
) -> Iterator[str]:
    table = model._meta.db_table
    columns = {each.name: each for each in _columns_of(connection, table)}
    for field in model._meta.local_concrete_fields:
        column = columns.pop(str(field.column), None)
        if column is None:
            yield f"The column {table}.{field.column} is missing."
        elif column.accepts_null != field.null and not field.primary_key:
            verb = "rejects" if field.null else "accepts"
            yield f"The column {table}.{field.column} {verb} null."
    for name, column in columns.items():
        if not column.accepts_null and column.default is None:
            yield f"The column {table}.{name} is required, but this version lacks it."


def _missing_constraints(
    model: type[models.Model], existing: Constraints
) -> Iterator[str]:
    options, table = model._meta, model._meta.db_table
    for named in (*options.indexes, *options.constraints):
        if named.name not in existing.names:
            kind = "index" if isinstance(named, models.Index) else "constraint"
            yield f"The {kind} {named.name} of {table} is missing."
    columns = {each.name: str(each.column) for each in options.local_concrete_fields}
    for names in options.unique_together:
        together = tuple(columns[name] for name in names)
        if together not in existing.unique:
            listed = ", ".join(together)
            yield f"The unique constraint on {listed} of {table} is missing."
    for field in options.local_concrete_fields:
        yield from _missing_constraints_of_field(field, table, existing)


def _missing_constraints_of_field(
    field: Any, table: str, existing: Constraints
) -> Iterator[str]:
    column = field.column
    if field.unique:
        if (column,) not in existing.unique and not field.primary_key:
            yield f"The unique constraint on {table}.{column} is missing."
    elif field.db_index and (column,) not in existing.indexed:
        yield f"The index on {table}.{column} is missing."
    if getattr(field, "db_constraint", False):  # a foreign key
        target = field.target_field
        refers = (column, target.model._meta.db_table, target.column)
        if refers not in existing.foreign_keys:
            yield f"The foreign key {table}.{column} is missing."


def _columns_of(connection: BaseDatabaseWrapper, table: str) -> list[Column]:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(_SQLITE_COLUMNS, [table])
            return [Column(*row) for row in cursor.fetchall()]
        described = connection.introspection.get_table_description(cursor, table)
    return [Column(each.name, each.null_ok, each.default) for each in described]


def _constraints_of(connection: BaseDatabaseWrapper, table: str) -> Constraints:
    if connection.vendor == "sqlite":
        return _constraints_on_sqlite(connection, table)
    found = Constraints(set(), set(), set(), set())
    with connection.cursor() as cursor:
        described = connection.introspection.get_constraints(cursor, table)
    for name, each in described.items():
        columns = tuple(each["columns"] or ())
        found.names.add(name)
        if each["unique"]:
            found.unique.add(columns)
        if each["index"]:
            found.indexed.add(columns)
        if each["foreign_key"]:
            target_table, target = each["foreign_key"]
            found.foreign_keys.add((columns[0], target_table, target))
    return found


def _constraints_on_sqlite(connection: BaseDatabaseWrapper, table: str) -> Constraints:
    with connection.cursor() as cursor:
        cursor.execute(_SQLITE_STATEMENT, [table])
        names = set(_NAMED.findall(cursor.fetchone()[0]))
        columns: dict[tuple[str, bool], list[str]] = {}
        cursor.execute(_SQLITE_INDEXES, [table])
        for name, is_unique, is_partial, column in cursor.fetchall():
            names.add(name)
            if not is_partial:
                columns.setdefault((name, bool(is_unique)), []).append(column)
        cursor.execute(_SQLITE_FOREIGN_KEYS, [table])
        foreign_keys = set(cursor.fetchall())
    return Constraints(
        names,
        {tuple(each) for (_, is_unique), each in columns.items() if is_unique},
        {tuple(each) for each in columns.values()},
        foreign_keys,
    )
