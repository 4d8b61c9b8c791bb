"""The database's clock, which stands still in all other tests."""

from datetime import UTC, datetime, timedelta

import pytest

from games.now import database_now

pytestmark = pytest.mark.both_databases


@pytest.fixture(autouse=True)
def time_stands() -> None:
    """Let the clock run in this module."""


def test_time_comes_from_the_database(db: None) -> None:
    before = datetime.now(UTC)
    now = database_now()
    after = datetime.now(UTC)
    assert now.tzinfo is UTC
    rounding = timedelta(milliseconds=1)
    assert before - rounding <= now <= after + rounding
