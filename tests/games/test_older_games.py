"""Games from before clocks were events: they keep their time, and can be rebuilt."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games import projections
from games.event_store import load_records
from games.migrations.sql.conduct_1 import conduct_of
from games.models import Game, StandingOrders, StoredEvent, User
from stoneage_core.clock import Clock, PerMove

BEFORE = ("games", "0003_guests_take_their_time")
BEFORE_REASONS = ("games", "0012_more_acts")


def test_the_conduct_that_was_written_then_can_be_read() -> None:
    table = Game(conduct=conduct_of(3, 43_200)).table
    assert table.clock == Clock(PerMove(43_200), misses=2)
    assert [chair.bank for chair in table.chairs] == [None] * 3


def test_a_stream_without_a_clock_keeps_the_one_it_has(
    two_player_game: Game, now: datetime
) -> None:
    records = [record for record, _ in load_records(two_player_game)]
    older = [record for record in records if record.type != "ClockSet"]
    inherited = Clock(PerMove(43_200))
    assert projections.rebuild(older, inherited).conduct.clock == inherited
    assert (
        projections.rebuild(records, inherited).conduct.clock == two_player_game.clock
    )


@pytest.mark.django_db(transaction=True)
def test_the_migrations_carry_an_older_game_over(alice: User, now: datetime) -> None:
    """And back; the log stays guarded by the database all the way."""
    _migrate([BEFORE])
    try:
        _make_older_game(now)
        _migrate([BEFORE_REASONS])
        _put_older_orders_aside(now)
        _migrate()
        game = Game.objects.get(slug="older22222")
        assert game.clock == Clock(PerMove(43_200))
        why = StandingOrders.objects.get().disarmed_why
        assert why == "Your order “hut” is late"
        _assert_guarded()
    finally:
        _migrate()


def _migrate(targets: list[tuple[str, str]] | None = None) -> None:
    """Migrate to these, or to what is latest."""
    executor = MigrationExecutor(connection)
    executor.migrate(targets or executor.loader.graph.leaf_nodes())


def _make_older_game(now: datetime) -> None:
    state = MigrationExecutor(connection).loader.project_state([BEFORE])
    model = state.apps.get_model("games", "Game")
    game = model.objects.create(
        slug="older22222",
        seat_count=2,
        tie_break="sum",
        seconds_per_move=43_200,
        created_at=now - timedelta(days=1),
    )
    state.apps.get_model("games", "StoredEvent").objects.create(
        game=game,
        sequence=1,
        type="GameCreated",
        schema_version=1,
        rules_version=1,
        data="{}",
        decided_how="system",
        recorded_at=now,
        hash="0",
    )


def _put_older_orders_aside(now: datetime) -> None:
    """Orders of the time when a sentence was kept, not why."""
    apps = MigrationExecutor(connection).loader.project_state([BEFORE_REASONS]).apps
    game = apps.get_model("games", "Game").objects.get(slug="older22222")
    seat = apps.get_model("games", "Seat").objects.create(
        game=game, number=0, invitation="open"
    )
    apps.get_model("games", "StandingOrders").objects.create(
        seat=seat,
        text="place hut",
        for_round=1,
        written_at=now,
        disarmed_at=now,
        disarmed_why="Your order “hut” is late.",
    )


def _assert_guarded() -> None:
    with pytest.raises(Exception, match="never changed"):
        StoredEvent.objects.filter(game__slug="older22222").update(data="[]")
