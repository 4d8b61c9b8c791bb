"""The columns of models, for statements that are written out (``games.rows``)."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model

M = TypeVar("M", bound=Model)
Convert = Callable[[Any, Any, Any], Any]


class Reader(Generic[M]):
    """
    The columns of a model under an alias, and how to make instances of them.

    Those named in ``without`` are left out; Django reads them when they are asked for.
    """

    def __init__(
        self, model: type[M], alias: str, without: Collection[str] = ()
    ) -> None:
        self.model = model
        fields = model._meta.concrete_fields
        self.fields = [field for field in fields if field.attname not in without]
        self.names = [field.attname for field in self.fields]
        self.columns = ", ".join(f'{alias}."{field.column}"' for field in self.fields)
        self.alias = alias

    @cached_property
    def converters(self) -> list[tuple[int, Convert, object]]:
        """What the database's values need: position, converter, its argument."""
        found: list[tuple[int, Convert, object]] = []
        for position, field in enumerate(self.fields):
            column = field.get_col(self.alias)
            for convert in (
                *connection.ops.get_db_converters(column),
                *column.get_db_converters(connection),
            ):
                found.append((position, convert, column))
        return found

    def instance(self, row: Sequence[Any]) -> M:
        """Return the instance that a row of ``columns`` stands for."""
        values = list(row)
        for position, convert, column in self.converters:
            values[position] = convert(values[position], column, connection)
        return self.model.from_db(DEFAULT_DB_ALIAS, self.names, values)


class Writer:
    """The columns of a model, and how the database takes values for them."""

    def __init__(self, model: type[Model]) -> None:
        self.prepares = {
            field.attname: field.get_db_prep_save
            for field in model._meta.concrete_fields
        }

    def saved(self, names: Iterable[str], values: Iterable[object]) -> list[Any]:
        """Return values for the named columns as the database takes them."""
        # The proxy would look for the connection anew at each touch, which is often.
        here = connections[DEFAULT_DB_ALIAS]
        pairs = zip(names, values, strict=True)
        return [self.prepares[name](value, here) for name, value in pairs]
