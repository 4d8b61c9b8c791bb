"""The database's clock, which stands still in all other tests."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.now import database_now
from games.store.locked_rows import find_seat

pytestmark = pytest.mark.both_databases


@pytest.fixture(autouse=True)
def time_stands() -> None:
    """Here it goes on."""


def test_the_database_tells_the_time(db: None) -> None:
    before = datetime.now(UTC)
    now = database_now()
    after = datetime.now(UTC)
    assert now.tzinfo is UTC
    rounding = timedelta(milliseconds=1)
    assert before - rounding <= now <= after + rounding


def test_the_time_comes_with_a_seat_while_statements_are_logged(
    two_player_game: Game,
) -> None:
    seat = two_player_game.seats.get(number=0)
    with CaptureQueriesContext(connection) as logged:
        found, now = find_seat(seat.pk, two_player_game.slug)
    assert (found, len(logged)) == (seat, 1)
    assert now is not None
    assert abs(datetime.now(UTC) - now) < timedelta(minutes=1)
