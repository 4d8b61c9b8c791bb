"""A connection closed by the server is detected without a query."""

from collections.abc import Iterator

import pytest
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("postgresql"),
]


@pytest.fixture
def other() -> Iterator[BaseDatabaseWrapper]:
    """Another connection, as another thread would have it."""
    own = connections.create_connection("default")
    own.connect()
    yield own
    own.close()


def test_open_connection_is_recognised_without_a_query(
    other: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        pytest.fail("the database was asked")

    monkeypatch.setattr(other.connection, "cursor", refuse)
    assert other.is_usable()


def test_closed_connection_is_detected_and_reopened(
    other: BaseDatabaseWrapper,
) -> None:
    hang_up(other)
    assert not other.is_usable()
    other.health_check_done = False  # as at the start of a request
    with other.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_connection_we_closed_is_not_usable(other: BaseDatabaseWrapper) -> None:
    other.close()
    assert not other.is_usable()


def hang_up(other: BaseDatabaseWrapper) -> None:
    """Make the server end another connection, and wait until it is gone."""
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [number] = cursor.fetchone()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [number])
        assert cursor.fetchone() == (True,)
