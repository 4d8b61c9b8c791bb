"""What every test shares. Fixtures of one part live in that part's own conftest."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import TransactionTestCase

from games import append_only


@pytest.fixture(scope="session", autouse=True)
def _stored_events_can_be_flushed() -> Iterator[None]:
    """
    Let tests that commit empty the tables afterwards, which the triggers refuse.

    They are lifted around the emptying alone: in a test they stand as in service.
    """
    flush = TransactionTestCase._fixture_teardown

    def lifted(self: TransactionTestCase, *args: Any) -> None:
        append_only.remove(connection)
        try:
            flush(self, *args)
        finally:
            append_only.install(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lifted)
        yield
