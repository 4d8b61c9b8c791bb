"""Rows that each move and each mail needs, without the ORM's compiler.

Accepting a move takes three statements. Compiling them anew each time costs several
times what running them does (2.5 ms of processor time against 0.5, measured on
PostgreSQL), so here they are written out; so is the reading of a stream, which takes
half the time this way, and what is asked before each mail is sent. Models, columns and
converters stay the ORM's, which all other code asks.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import cache, cached_property
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model
from django.db.models.base import ModelState

M = TypeVar("M", bound=Model)
Convert = Callable[[Any, Any, Any], Any]
Names = tuple[str, ...]
Rows = Sequence[Sequence[object]]


class Statement(NamedTuple):
    """A statement, and the values of its parameters."""

    text: str
    values: list[Any]


def execute_together(*statements: Statement) -> int:
    """
    Execute statements that write; return how many rows the last one changes.

    PostgreSQL takes them as one: none of them may depend on what another one writes.
    """
    *others, last = statements
    if others and _is_on_postgresql():
        along = ", ".join(f"w{n} AS ({each.text})" for n, each in enumerate(others))
        values = [value for each in statements for value in each.values]
        others, last = [], Statement(f"WITH {along} {last.text}", values)
    with connection.cursor() as cursor:
        for text, values in (*others, last):
            cursor.execute(text, values)
        changed: int = cursor.rowcount
    return changed


def finds_row(statement: str, parameters: Sequence[Any]) -> bool:
    """Whether a statement finds any row. One query."""
    return find_row(statement, parameters) is not None


def find_text(statement: str, parameters: Sequence[Any]) -> str | None:
    """Return the text that a statement finds first, None for none. One query."""
    row = find_row(statement, parameters)
    return None if row is None else str(row[0])


def find_row(statement: str, parameters: Sequence[Any]) -> Sequence[Any] | None:
    """Return the row that a statement finds first, None for none. One query."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        row: Sequence[Any] | None = cursor.fetchone()
    return row


class RowReader(Generic[M]):
    """
    The columns of a model under an alias, and how to make instances of them.

    Those named in ``without``, or not named in ``only``, are left out; Django reads
    them when they are asked for.
    """

    def __init__(
        self,
        model: type[M],
        alias: str,
        without: Collection[str] = (),
        only: Collection[str] = (),
    ) -> None:
        self.model = model
        self.fields = [
            field
            for field in model._meta.concrete_fields
            if field.attname not in without and (not only or field.attname in only)
        ]
        self.names = [field.attname for field in self.fields]
        self.columns = ", ".join(f'{alias}."{field.column}"' for field in self.fields)
        self.alias = alias

    @cached_property
    def converters(self) -> list[tuple[str, Convert, object]]:
        """What the database's values need: name, converter, its argument."""
        found: list[tuple[str, Convert, object]] = []
        for field in self.fields:
            column = field.get_col(self.alias)
            for convert in (
                *connection.ops.get_db_converters(column),
                *column.get_db_converters(connection),
            ):
                found.append((field.attname, convert, column))
        return found

    def instance(self, row: Sequence[Any]) -> M:
        """
        Return the instance that a row of ``columns`` stands for.

        It is what ``Model.from_db`` returns, which takes four times as long: by signals
        that nobody hears, and by setting each field.
        """
        values = dict(zip(self.names, row, strict=True))
        for name, convert, column in self.converters:
            values[name] = convert(values[name], column, connection)
        instance = self.model.__new__(self.model)
        instance._state = ModelState()
        instance._state.adding, instance._state.db = False, DEFAULT_DB_ALIAS
        instance.__dict__.update(values)
        return instance


class RowWriter:
    """
    Statements that write rows of a model.

    Several rows are one parameter, a text of JSON: so a statement reads the same for
    any number of them, and is written, parsed and planned once.
    """

    def __init__(self, model: type[Model]) -> None:
        self.table = model._meta.db_table
        self.names = [field.attname for field in model._meta.concrete_fields]

    def insert(self, names: Names, rows: Rows, once: str = "") -> list[Statement]:
        """
        Return what inserts rows of values for the named columns: nothing for no rows.

        With ``once`` those are left out whose value in that column is known already.
        """
        if not rows:
            return []
        return [Statement(_insertion(self.table, names, once), [_to_json(names, rows)])]

    def update(self, names: Names, rows: Rows, within: str, group: int) -> Statement:
        """
        Return what sets the named columns of rows, of which the first is their key.

        They are looked for among those that have the id ``group`` in the column
        ``within``, however many others there are.
        """
        text = _updating(self.table, names, within)
        return Statement(text, [_to_json(names, rows), group])

    def update_one(
        self, columns: Mapping[str, object], where: Mapping[str, object]
    ) -> Statement:
        """Return what sets columns of the row that has certain values in others."""
        assignments = ", ".join(f'"{name}" = %s' for name in columns)
        conditions = " AND ".join(f'"{name}" = %s' for name in where)
        text = f"UPDATE {self.table} SET {assignments} WHERE {conditions}"
        values = (*columns.values(), *where.values())
        return Statement(text, [_to_text(value) for value in values])


@cache
def _insertion(table: str, names: Names, once: str) -> str:
    """Return the SQL that inserts the rows of a parameter."""
    columns = ", ".join(f'"{name}"' for name in names)
    known = f' ON CONFLICT ("{once}") DO NOTHING' if once else ""
    return (
        f"INSERT INTO {table} ({columns}) SELECT {columns} "
        f"FROM {_rows_in_json(table, names)} AS new WHERE true{known}"
    )


@cache
def _updating(table: str, names: Names, within: str) -> str:
    """Return the SQL that updates the rows of a parameter, by the first column."""
    key, *others = names
    assignments = ", ".join(f'"{name}" = new."{name}"' for name in others)
    return (
        f"UPDATE {table} AS old SET {assignments} "
        f"FROM {_rows_in_json(table, names)} AS new "
        f'WHERE old."{key}" = new."{key}" AND old."{within}" = %s'
    )


def _rows_in_json(table: str, names: Names) -> str:
    """Return the SQL for the rows that a parameter holds."""
    if _is_on_postgresql():
        return f"json_populate_recordset(NULL::{table}, %s)"
    cells = ", ".join(
        f"json_extract(value, '$.{name}') AS \"{name}\"" for name in names
    )
    return f"(SELECT {cells} FROM json_each(%s))"


def _to_json(names: Names, rows: Rows) -> str:
    """
    Return rows as a JSON array of objects by the names of their columns.

    What is NULL is left out: of a mail that is half of all. Texts are of `str` itself,
    no subclass as Django's safe ones are.
    """
    if not _is_on_postgresql():  # SQLite has a form of its own for moments
        rows = [[_to_text(value) for value in row] for row in rows]
    cells = [
        {
            name: value
            for name, value in zip(names, row, strict=True)
            if value is not None
        }
        for row in rows
    ]
    return _encoder.encode(cells).decode()


def _to_text(value: object) -> object:
    """Return a moment or a UUID as text that the database reads; any else as it is."""
    if isinstance(value, datetime):
        return str(connection.ops.adapt_datetimefield_value(value))
    return value.hex if isinstance(value, UUID) else value


@cache
def _is_on_postgresql() -> bool:
    """Whether the database is PostgreSQL: a process has one as long as it lives."""
    return connection.vendor == "postgresql"


#: It writes moments with their offset, and UUIDs as SQLite keeps them.
_encoder = msgspec.json.Encoder(uuid_format="hex")
