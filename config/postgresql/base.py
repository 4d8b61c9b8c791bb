"""The connection to PostgreSQL, which knows without a query whether it stands."""

from functools import lru_cache
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg._queries import PostgresQuery, _query2pg_nocache
from psycopg.abc import Params, Query

#: A server that ends a connection sends a last word, then the end: two readings.
READINGS = 2
#: So many parameters has a statement at most whose text is read once and kept.
KEPT_PARAMETERS = 400

_read = lru_cache(256)(_query2pg_nocache)


class _LongQuery(PostgresQuery):
    """
    A statement and its parameters; where the marks for these stand is found out once.

    psycopg keeps that for up to 50 parameters. What writes a move has more, and always
    in the same few texts.
    """

    __slots__ = ()

    def convert(self, query: Query, vars: Params | None) -> None:
        if not isinstance(query, str) or not vars or len(vars) > KEPT_PARAMETERS:
            super().convert(query, vars)
            return
        encoding = self._tx.encoding
        self.query, self._want_formats, self._order, self._parts = _read(
            query.encode(encoding), encoding
        )
        self.dump(vars)


class Cursor(base.ServerBindingCursor):
    """Django's cursor, with statements as above."""

    _query_cls = _LongQuery


class DatabaseWrapper(base.DatabaseWrapper):
    """
    Django's connection to PostgreSQL, with a health check that takes no round trip.

    Django sends ``SELECT 1`` ahead of each request, a tenth of what a move asks of the
    database. That a server went away is known here already: its last bytes have come.
    """

    def is_usable(self) -> bool:
        """Whether the server is not known to have hung up. No query; never blocks."""
        if self.connection is None or self.connection.closed:
            return False
        try:
            for _ in range(READINGS):
                self.connection.pgconn.consume_input()
        except psycopg.OperationalError:
            return False
        return True

    def get_connection_params(self) -> dict[str, Any]:
        parameters: dict[str, Any] = super().get_connection_params()
        return parameters | {"cursor_factory": Cursor}
