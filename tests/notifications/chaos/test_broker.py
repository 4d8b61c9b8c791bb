"""A broker that fails repeatedly while a mail is being sent."""

import threading
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from pytest_django import Settings

from config.launcher.broker import OwnBroker
from games.background.debounced_task import DebouncedTask
from games.models import Game, User
from games.now import database_now
from notifications.outbox import rows
from tests.harness import broker_faults
from tests.harness.broker_faults import Hiccup, HiccupKind
from tests.harness.mail_server import MailServer, open_mail_server
from tests.harness.servers import broker
from tests.notifications.chaos.worker_pool import WorkerPool
from tests.support.mails import a_mail
from tests.support.play import submit
from tests.support.waiting import wait_for

MINUTE = 60.0

pytestmark = [
    pytest.mark.only_on("sqlite"),
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def own(tmp_path: Path) -> Iterator[OwnBroker]:
    with broker(tmp_path) as running:
        yield running


@pytest.fixture
def sink() -> Iterator[MailServer]:
    with open_mail_server() as running:
        yield running


@pytest.fixture
def workers(tmp_path: Path, own: OwnBroker, sink: MailServer) -> WorkerPool:
    return WorkerPool(tmp_path, own.url, sink.port)


def test_mails_are_sent_within_a_minute_of_the_brokers_recovery(
    own: OwnBroker, sink: MailServer, workers: WorkerPool, bob: User
) -> None:
    with workers:
        for number, hiccup in enumerate(broker_faults.few(own)):
            in_the_midst_of_a_mail(hiccup, bob, sink, workers, name=str(number))
        ended_at = time.monotonic()
        have_mail_sent(bob, sink, workers, name="the last")
        assert time.monotonic() - ended_at < MINUTE
    assert "Couldn't ack" not in workers.log.read_text()


def test_move_is_answered_at_once_while_the_broker_is_frozen(
    own: OwnBroker,
    workers: WorkerPool,
    two_player_game: Game,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
) -> None:
    settings.UNDO_SECONDS = 0  # its mail is due at once
    callers: list[threading.Thread] = []

    def send_task(task: str, **options: Any) -> object:
        callers.append(threading.current_thread())
        return workers.publisher.send_task(task, **options)

    monkeypatch.setattr(current_app, "send_task", send_task)
    monkeypatch.setattr(rows, "SENDING", DebouncedTask(rows.SENDING.task))
    frozen = Hiccup(own, HiccupKind.FREEZE, seconds=0)
    frozen.begin()
    submit(two_player_game, 0, "forest 3", now=now)
    wait_for(lambda: callers)
    assert threading.current_thread() not in callers, "another one waits for it"
    frozen.end()


def in_the_midst_of_a_mail(
    hiccup: Hiccup, bob: User, sink: MailServer, workers: WorkerPool, *, name: str
) -> None:
    """Begin a fault after the mail was accepted and before the worker records it."""
    begun_at = time.monotonic()
    sink.on_taken = lambda *_: hiccup.begin()
    have_mail_sent(bob, sink, workers, name=name)
    print(f"{name}: {hiccup.kind} {hiccup.seconds:g} s,", end=" ")
    print(f"its mail after {time.monotonic() - begun_at:.1f} s", flush=True)
    time.sleep(hiccup.seconds)
    hiccup.end()
    sink.on_taken = lambda *_: None


def have_mail_sent(
    bob: User, sink: MailServer, workers: WorkerPool, *, name: str
) -> None:
    taken = len(sink.taken)
    a_mail(bob, database_now(), name)
    workers.work(until=lambda: len(sink.taken) > taken)
