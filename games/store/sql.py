"""Rows of a move and of its mail, read and written without the ORM's compiler.

Accepting a move takes three statements. Compiling them anew each time costs several
times what running them does (2.5 ms of processor time against 0.5, measured on
PostgreSQL), so here they are written out; so is the reading of a stream, which takes
half the time this way. Models, columns and converters stay the ORM's. But for events
and mails, which every move writes, other code asks the ORM.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import CharField, Model, TextField
from django.db.models.base import ModelState

M = TypeVar("M", bound=Model)
Convert = Callable[[Any, Any, Any], Any]

#: What one statement may have, where the database says nothing of it itself.
MOST_PARAMETERS = 30_000


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
    count = sum(len(each.values) for each in statements)
    if others and connection.vendor == "postgresql" and count <= MOST_PARAMETERS:
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
    """The columns of a model, and how the database takes values for them."""

    def __init__(self, model: type[Model]) -> None:
        self.table = model._meta.db_table
        self.names = [field.attname for field in model._meta.concrete_fields]
        #: What prepares a value; a text is taken as it is.
        self.prepares = {
            field.attname: field.get_db_prep_save
            for field in model._meta.concrete_fields
            if not isinstance(field, CharField | TextField)
        }

    def inserts(
        self, names: Sequence[str], rows: Sequence[Sequence[object]], once: str = ""
    ) -> list[Statement]:
        """
        Return what inserts rows of values for the named columns.

        With ``once`` those are left out whose value in that column is known already.
        It is one statement unless the database takes fewer parameters. Columns in which
        no row has a value are left out.
        """
        kept = [
            number
            for number, _ in enumerate(names)
            if any(row[number] is not None for row in rows)
        ]
        if not kept:
            return []
        names = [names[number] for number in kept]
        rows = [[row[number] for number in kept] for row in rows]
        columns = ", ".join(f'"{name}"' for name in names)
        marks = f"({', '.join(['%s'] * len(names))})"
        known = f' ON CONFLICT ("{once}") DO NOTHING' if once else ""
        most = (connection.features.max_query_params or MOST_PARAMETERS) // len(names)
        return [
            Statement(
                f"INSERT INTO {self.table} ({columns}) "
                f"VALUES {', '.join([marks] * len(part))}{known}",
                [value for row in part for value in self.saved(names, row)],
            )
            for part in (rows[n : n + most] for n in range(0, len(rows), most))
        ]

    def saved(self, names: Iterable[str], values: Iterable[object]) -> list[Any]:
        """Return values for the named columns as the database takes them."""
        # The proxy would look for the connection anew at each touch, which is often.
        here = connections[DEFAULT_DB_ALIAS]
        pairs = zip(names, values, strict=True)
        prepares = self.prepares
        return [
            value
            if value is None or name not in prepares
            else prepares[name](value, here)
            for name, value in pairs
        ]
