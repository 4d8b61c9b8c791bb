"""A connection that the server closed is noticed without a query."""

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
    """A connection of its own, as another thread would have it."""
    own = connections.create_connection("default")
    own.connect()
    yield own
    own.close()


def test_a_connection_that_stands_is_known_to_without_a_query(
    other: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        pytest.fail("the database was asked")

    monkeypatch.setattr(other.connection, "cursor", refuse)
    assert other.is_usable()


def test_a_server_that_hung_up_is_noticed_and_asked_anew(
    other: BaseDatabaseWrapper,
) -> None:
    hang_up(other)
    assert not other.is_usable()
    other.health_check_done = False  # as at the start of a request
    with other.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_a_closed_connection_is_not_usable(other: BaseDatabaseWrapper) -> None:
    other.close()
    assert not other.is_usable()


def hang_up(other: BaseDatabaseWrapper) -> None:
    """Have the server end another connection, and wait until it is gone."""
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [number] = cursor.fetchone()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [number])
        assert cursor.fetchone() == (True,)
