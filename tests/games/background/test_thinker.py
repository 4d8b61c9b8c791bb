"""The process that thinks: woken, started once, ends when idle."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from games import tasks
from games import thinking as thinking
from games.background import attempts, thinker
from games.background.thinker import (
    AlreadyThinking,
    become_thinker,
    call_thinker,
    knock,
    start_thinker,
)
from games.models import Attempt, Game, Seat
from games.now import database_now
from tests.support.waiting import wait_for

pytestmark = pytest.mark.django_db

SLEEPS = [sys.executable, "-c", "import sys; sys.stdin.read()"]


@pytest.fixture(autouse=True)
def var(tmp_path: Path, settings: Settings) -> Path:
    settings.VAR_DIR = tmp_path / "var"
    return tmp_path / "var"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Processes started in place of the thinking one."""
    found: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def start(command: list[str], **options: object) -> subprocess.Popen[bytes]:
        assert command[-2:] == ["think", "--until-closed"]
        found.append(popen(SLEEPS, **options))  # type: ignore[call-overload]
        return found[-1]

    monkeypatch.setattr(thinker.subprocess, "Popen", start)  # type: ignore[attr-defined]
    monkeypatch.setattr(thinker._Started, "process", None)
    yield found
    for process in found:
        process.kill()
        process.wait()
        assert process.stdin is not None
        process.stdin.close()


def test_knock_fails_if_no_process_thinks() -> None:
    assert not knock()
    with become_thinker() as knocks:
        assert knock()
        assert knock()
        assert knocks.wait(60)
        assert not knocks.wait(0)
    assert not knock()


def test_only_one_process_per_machine_thinks() -> None:
    with become_thinker(), pytest.raises(AlreadyThinking), become_thinker():
        pass
    with become_thinker():
        pass


def test_knock_wakes_the_process_at_once() -> None:
    with become_thinker() as knocks:
        threading.Timer(0.2, knock).start()
        began_at = time.monotonic()
        assert knocks.wait(600)
        assert time.monotonic() - began_at < 60


def test_broker_is_called_only_if_no_process_thinks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        thinker.DebouncedTask, "enqueue", lambda self: asked.append(self.task)
    )
    call_thinker()
    with become_thinker():
        call_thinker()
    assert asked == ["games.tasks.start_thinking"]


def test_no_process_is_started_if_thinking_is_switched_off(
    settings: Settings, two_player_game: Game, started: list[subprocess.Popen[bytes]]
) -> None:
    settings.THINKING = False
    Seat.objects.update(thinks_at=two_player_game.created_at)
    tasks.start_thinking()
    assert started == []


def test_process_is_started_once_and_ends_with_its_parent(
    started: list[subprocess.Popen[bytes]],
) -> None:
    start_thinker()
    start_thinker()
    (process,) = started
    assert process.poll() is None
    assert process.stdin is not None
    process.stdin.close()  # the operating system does this when we end
    process.wait(60)
    start_thinker()
    assert len(started) == 2


def test_failing_start_is_retried_with_growing_pauses(
    two_player_game: Game,
    started: list[subprocess.Popen[bytes]],
) -> None:
    """The staff see it, because only a running process deletes the attempt."""
    Seat.objects.update(thinks_at=two_player_game.created_at)
    for count in (1, 2, 3):
        tasks.start_thinking()
        tasks.start_thinking()
        assert len(started) == count
        started[-1].kill()
        wait_for(lambda: started[-1].poll() is not None)
        Attempt.objects.update(next_at=database_now())
    assert attempts.failing(database_now()).get().work == tasks.STARTING_WORK


def test_process_ends_when_idle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "IDLE", 0.3)
    monkeypatch.setattr(thinking, "LOOK", 0.1)
    with become_thinker() as knocks:
        thinking.think_until_idle(knocks)
    assert not knock()
