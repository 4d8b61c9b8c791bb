"""config/celery_settings.py: the beat keeps its schedule when the wall clock is set."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from unittest.mock import Mock

import pytest
import time_machine
from celery import Celery
from celery.beat import Scheduler

from config import celery_settings


class Wall:
    """A wall clock and a monotonic clock, of which only the first is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, shown: time_machine.Traveller):
        self.shown, self.passed = shown, time.monotonic()
        monkeypatch.setattr(celery_settings.time, "monotonic", lambda: self.passed)

    def go_on(self, seconds: float) -> None:
        self.passed += seconds
        self.shown.shift(seconds)

    def set_by(self, change: timedelta) -> None:
        self.shown.shift(change)


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wall]:
    with time_machine.travel(datetime(2026, 11, 20, tzinfo=UTC), tick=False) as shown:
        yield Wall(monkeypatch, shown)


@pytest.fixture
def scheduler(monkeypatch: pytest.MonkeyPatch, wall: Wall) -> Scheduler:
    app = Celery("beat", broker="memory://", set_as_current=False)
    app.conf.beat_schedule = celery_settings.beat_schedule
    scheduler = Scheduler(app, Producer=Mock())
    monkeypatch.setattr(scheduler, "apply_async", Mock())
    return scheduler


def calls_in(minutes: int, scheduler: Scheduler, wall: Wall) -> list[str]:
    """Run the beat for so many seconds; return the tasks it sent."""
    scheduler.apply_async.reset_mock()
    end = wall.passed + 60 * minutes
    while wall.passed < end:
        wall.go_on(max(scheduler.tick(), 0.001))  # it may be late
    return [call.args[0].name for call in scheduler.apply_async.call_args_list]


@pytest.mark.parametrize("hours", [0, -1, 1, -24])
def test_beat_ignores_a_change_of_the_wall_clock(hours, scheduler, wall):
    calls_in(1, scheduler, wall)
    wall.set_by(timedelta(hours=hours))
    calls = calls_in(2, scheduler, wall)
    sweeps = [
        name
        for name, entry in celery_settings.beat_schedule.items()
        if entry["schedule"].run_every == timedelta(seconds=10)
    ]
    assert len(sweeps) == 6
    for name in sweeps:
        assert 11 <= calls.count(name) <= 13, "every ten seconds"
