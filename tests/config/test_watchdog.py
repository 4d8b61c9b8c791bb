"""config/celery_watchdog.py: which workers end, and which had better go on."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from celery.worker import state

from config import celery_settings, celery_watchdog
from config.celery import BrokerSilent
from config.celery_watchdog import FAILURE, LAST, PATIENCE, Watchdog

WORKER = SimpleNamespace(
    concurrency=2,
    app=SimpleNamespace(amqp=SimpleNamespace(queues=SimpleNamespace(consume_from={}))),
)


@pytest.fixture
def ended(monkeypatch) -> list[int]:
    """The codes with which the process was ended, which it was not."""
    codes: list[int] = []
    monkeypatch.setattr(celery_watchdog.os, "_exit", codes.append)
    return codes


@pytest.fixture
def look(monkeypatch, ended) -> Callable[..., None]:
    """Look so many times, while calls wait and none is taken."""
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


def test_a_worker_that_takes_nothing_ends_by_itself_after_a_while(look):
    look(PATIENCE)
    assert state.should_stop is None, "the first look compares with nothing"
    look(1)
    assert state.should_stop == FAILURE


@pytest.mark.parametrize("waiting", [0, None])
def test_a_worker_for_whom_nothing_waits_goes_on(look, waiting):
    look(PATIENCE)
    look(1, waiting=waiting)
    look(PATIENCE - 1)
    assert state.should_stop is None


def test_a_worker_that_takes_something_goes_on(look):
    look(PATIENCE)
    state.total_count["sweep"] += 1
    look(PATIENCE)
    assert state.should_stop is None


def test_a_worker_with_its_hands_full_goes_on_for_as_long_as_tasks_may_take(
    look, ended
):
    state.active_requests.extend(["a mail", "another"])
    look(LAST)
    assert state.should_stop is None
    assert ended == []
    look(1)
    assert ended == [FAILURE]


def test_a_worker_that_does_not_even_end_is_ended(look, ended):
    look(LAST)
    assert ended == []
    look(1)
    assert ended == [FAILURE]


def test_no_task_runs_for_as_long_as_a_worker_is_let_live():
    assert celery_settings.task_time_limit < LAST * celery_watchdog.PAUSE
