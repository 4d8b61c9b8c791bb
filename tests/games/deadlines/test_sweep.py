"""The sweep at scale: batches, broken games, several sweeps at once, query plans."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest
from django.db import connection

from games import deadlines, tasks
from games.background.attempts import FIRST_PAUSE
from games.decisions.session import GameSession
from games.models import Game, Heartbeat, Outage, Seat, User
from games.outages import record_heartbeat
from tests.games.log.test_races import race
from tests.support.play import against_automatic, timed_out_games

pytestmark = pytest.mark.both_databases

THREE_DAYS = timedelta(days=3)

#: The batch size here, and a larger number.
BATCH, MANY = 5, 8


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "BATCH", BATCH)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Set the time of the sweep's clock: `at(moment)`."""
    return lambda moment: monkeypatch.setattr(tasks, "database_now", lambda: moment)


def tables(host: User, now: datetime, count: int) -> list[Game]:
    return [against_automatic(host, now=now, has_clock=True).game for _ in range(count)]


def ids(games: Sequence[Game]) -> list[int]:
    return sorted(game.pk for game in games)


def test_sweep_processes_batch_after_batch(
    alice: User, now: datetime, at: Callable[[datetime], None]
) -> None:
    games = tables(alice, now, MANY)
    at(now + THREE_DAYS)
    tasks.sweep_due()
    assert timed_out_games() == ids(games)


def test_long_sweep_leaves_the_rest_to_the_next(
    alice: User,
    now: datetime,
    at: Callable[[datetime], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "LONGEST_RUN", 0)
    games = tables(alice, now, MANY)
    at(now + THREE_DAYS)
    tasks.sweep_due()
    assert len(timed_out_games()) == BATCH
    tasks.sweep_due()
    assert timed_out_games() == ids(games)


def test_long_sweep_is_no_outage(
    alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables(alice, now, 8)
    late = now + THREE_DAYS
    record_heartbeat(now=late)
    clock = (late + n * timedelta(seconds=16) for n in count())
    monkeypatch.setattr(tasks, "database_now", lambda: next(clock))
    tasks.sweep_due()
    tasks.sweep_due()
    assert len(timed_out_games()) == 8
    assert not Outage.objects.exists()


# A broken game


@pytest.fixture
def break_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[Game | None], None]:
    """Make every time-out of a game fail: `break_engine(game)`, or of none: None."""
    carry_out = deadlines._time_out

    def break_it(game: Game | None) -> None:
        def fail(table: GameSession, seat: Seat) -> None:
            if table.game == game:
                raise ZeroDivisionError("a rule is broken")
            carry_out(table, seat)

        monkeypatch.setattr(deadlines, "_time_out", fail)

    return break_it


def test_broken_game_among_many_is_skipped_and_reported(
    alice: User,
    now: datetime,
    at: Callable[[datetime], None],
    break_engine: Callable[[Game | None], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken, *others = tables(alice, now, MANY)
    break_engine(broken)
    at(late := now + THREE_DAYS)
    tasks.sweep_due()
    assert timed_out_games() == ids(others)
    assert Game.objects.get(pk=broken.pk).timeout_failed_at == late
    assert broken.seats.get(number=0).deadline_at == late
    (report,) = [one for one in caplog.records if one.levelno == logging.ERROR]
    assert "ZeroDivisionError: a rule is broken" in str(report.exc_text)


def test_repaired_game_continues(
    alice: User,
    now: datetime,
    at: Callable[[datetime], None],
    break_engine: Callable[[Game | None], None],
) -> None:
    (broken,) = tables(alice, now, 1)
    late = now + THREE_DAYS
    break_engine(broken)
    for moment, expected in (
        (late, []),
        (late + FIRST_PAUSE - timedelta(seconds=1), []),
        (late + FIRST_PAUSE, [broken.pk]),
    ):
        # There were beats all the time, so that this is no outage.
        Heartbeat.objects.update(beat_at=moment)
        at(moment)
        tasks.sweep_due()
        assert timed_out_games() == expected
        break_engine(None)
    assert Game.objects.get(pk=broken.pk).timeout_failed_at is None


# Several sweeps


@pytest.mark.django_db(transaction=True)
def test_several_sweeps_at_once_play_for_everybody_once(
    alice: User, now: datetime, at: Callable[[datetime], None]
) -> None:
    games = tables(alice, now, 12)
    at(now + THREE_DAYS)
    race([tasks.sweep_due] * 4)
    # All sweeps may have skipped a game that another one had locked.
    tasks.sweep_due()
    assert timed_out_games() == ids(games)
    assert not Game.objects.exclude(timeout_failed_at=None).exists()


@pytest.mark.django_db(transaction=True)
def test_several_first_beats_at_once_are_one(now: datetime) -> None:
    outcomes = race([lambda: record_heartbeat(now=now)] * 4)
    assert outcomes == ["None"] * 4


# Query plans


def plan_of(find: Callable[[datetime], object], now: datetime) -> str:
    """Return the query plan of a function's query."""
    asked: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        find(now)
    plans: list[str] = []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # With so few rows the database would read and sort all of them.
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
        explain = (
            "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
        )
        for sql, params in asked:
            cursor.execute(f"{explain} {sql}", params)
            plans += map(str, cursor.fetchall())
    return "\n".join(plans)


@pytest.mark.parametrize(
    ("find", "index"),
    [
        (deadlines.due_seats, "seat_awaited_deadline"),
        (deadlines.oldest_overdue_age, "seat_awaited_deadline"),
        (deadlines.ORDERS.find, "seat_orders"),
        (deadlines.REMINDERS.find, "seat_reminder"),
    ],
)
def test_due_rows_are_found_by_their_partial_index(
    two_player_game: Game,
    now: datetime,
    find: Callable[[datetime], object],
    index: str,
) -> None:
    plan = plan_of(find, now + THREE_DAYS)
    assert index in plan
    assert "sort" not in plan.lower()
    assert "temp b-tree" not in plan.lower()
