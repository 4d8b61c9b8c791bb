"""config/celery_watchdog.py: which workers are stopped."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from celery.worker import state

from config import celery_watchdog
from config.celery import BrokerSilent
from config.celery_watchdog import FAILURE, LAST, LONGEST_TASK, PATIENCE, Watchdog

WORKER = SimpleNamespace(
    concurrency=2,
    app=SimpleNamespace(amqp=SimpleNamespace(queues=SimpleNamespace(consume_from={}))),
)


def running(task_id: str) -> SimpleNamespace:
    """A task that runs."""
    return SimpleNamespace(id=task_id)


@pytest.fixture
def ended(monkeypatch) -> list[int]:
    """Record the exit codes instead of ending the process."""
    codes: list[int] = []
    monkeypatch.setattr(celery_watchdog.os, "_exit", codes.append)
    return codes


@pytest.fixture
def look(monkeypatch, ended) -> Callable[..., None]:
    """Check so many times while calls wait and none is taken."""
    dog = Watchdog(WORKER)
    monkeypatch.setattr(state, "should_stop", None)
    monkeypatch.setattr(state, "total_count", {"sweep": 5})
    monkeypatch.setattr(state, "active_requests", [])

    def look(times: int, waiting: int | None = 1) -> None:
        def calls_waiting(queues) -> dict[str, int]:
            if waiting is None:
                raise BrokerSilent
            return {"celery": 0, "deadlines": waiting}

        monkeypatch.setattr(celery_watchdog, "calls_waiting", calls_waiting)
        for _ in range(times):
            dog.look(WORKER)

    return look


def test_worker_that_takes_no_calls_stops_after_a_while(look):
    look(PATIENCE)
    assert state.should_stop is None, "the first look compares with nothing"
    look(1)
    assert state.should_stop == FAILURE


@pytest.mark.parametrize("waiting", [0, None])
def test_worker_without_waiting_calls_continues(look, waiting):
    look(PATIENCE)
    look(1, waiting=waiting)
    look(PATIENCE - 1)
    assert state.should_stop is None


def test_worker_that_takes_calls_continues(look):
    look(PATIENCE)
    state.total_count["sweep"] += 1
    look(PATIENCE)
    assert state.should_stop is None


def test_busy_worker_continues_as_long_as_a_task_may_take(look, ended):
    state.active_requests.extend(map(running, ("mail", "another")))
    look(LONGEST_TASK)
    assert state.should_stop is None
    assert ended == []


def test_worker_ends_if_a_task_does_not_end_although_others_do(look, ended):
    for number in range(LONGEST_TASK):
        state.active_requests[:] = map(running, ("hanging", f"mail {number}"))
        look(1, waiting=0)
    assert ended == []
    look(1, waiting=0)
    assert ended == [FAILURE]


def test_worker_that_does_not_stop_is_killed(look, ended):
    look(LAST)
    assert ended == []
    look(1)
    assert ended == [FAILURE]
