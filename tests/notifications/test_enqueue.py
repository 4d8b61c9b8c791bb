"""Waking the sender is optional: its failures affect nobody."""

import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from threading import Timer
from unittest.mock import Mock

import pytest
from celery import current_app
from kombu.exceptions import OperationalError
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games.background.debounced_task import GATHERING, PAUSE, Broker
from games.models import Game, User
from notifications import tasks
from notifications.inbox.store import READING
from notifications.models import OutgoingMail
from notifications.outbox.rows import SENDING, post
from tests.support.mails import Sent, a_mail
from tests.support.play import submit
from tests.support.waiting import PATIENCE, wait_for


@pytest.fixture(autouse=True)
def _well_rested(settings: Settings) -> Iterator[None]:
    settings.UNDO_SECONDS = 0  # mails are due at once
    _rest()
    yield
    _rest()


def _rest() -> None:
    """Wait until earlier wake-ups are over."""
    for thread in threading.enumerate():
        if isinstance(thread, Timer):
            thread.join()
    Broker.silent_until = 0.0
    for task in (SENDING, READING):
        task.enqueued_at = float("-inf")
        task.gathering_until = 0.0


@pytest.fixture
def publish(monkeypatch: pytest.MonkeyPatch) -> Mock:
    mock = Mock()
    monkeypatch.setattr(current_app, "send_task", mock)
    return mock


@pytest.fixture
def timer(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Threads that are recorded instead of started; the clock stands still."""
    mock, now = Mock(), time.monotonic()
    monkeypatch.setattr(threading, "Timer", mock)
    monkeypatch.setattr(time, "monotonic", lambda: now)
    return mock


def test_called_names_are_those_of_the_tasks() -> None:
    assert tasks.send_due_mails.name == SENDING.task
    assert tasks.read_incoming_mails.name == READING.task


def test_wake_ups_of_two_tasks_are_independent(publish: Mock) -> None:
    SENDING.enqueue()
    READING.enqueue()
    wait_for(lambda: publish.call_count == 2)
    called = {call.args for call in publish.call_args_list}
    assert called == {(SENDING.task,), (READING.task,)}


def test_sender_is_woken_after_the_commit(
    two_player_game: Game,
    now: datetime,
    publish: Mock,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        submit(two_player_game, 0, "forest 3", now=now)
        publish.assert_not_called()
    wait_for(lambda: publish.called)
    publish.assert_called_once_with(SENDING.task, retry=False, ignore_result=True)


def test_later_mails_wake_nobody(
    bob: User,
    now: datetime,
    publish: Mock,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    later = OutgoingMail(
        kind="sign_in",
        user=bob,
        dedupe_key="later",
        created_at=now,
        due_at=now + timedelta(minutes=10),
    )
    with django_capture_on_commit_callbacks(execute=True):
        post([later], now=now)
        post([], now=now)
    publish.assert_not_called()


@pytest.mark.parametrize("error", [OperationalError("refused"), TypeError("a bug")])
def test_failing_broker_does_not_affect_the_player(
    two_player_game: Game,
    now: datetime,
    publish: Mock,
    error: Exception,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    publish.side_effect = error
    with django_capture_on_commit_callbacks(execute=True):
        done = submit(two_player_game, 0, "forest 3", now=now)
    assert done.state.players[0].unplaced == 2
    wait_for(lambda: Broker.silent_until)
    publish.assert_called_once()


@pytest.mark.django_db(transaction=True)
def test_our_own_error_does_not_affect_the_player(
    two_player_game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Django contains the errors of closures, but those of partials escape."""
    monkeypatch.setattr(SENDING, "enqueue", Mock(side_effect=RuntimeError))
    submit(two_player_game, 0, "forest 3", now=now)


def test_hanging_broker_does_not_delay_the_player(publish: Mock) -> None:
    thawed = threading.Event()
    publish.side_effect = lambda *_, **__: thawed.wait(PATIENCE)
    SENDING.enqueue()
    assert not thawed.is_set(), "and yet we are here"
    wait_for(lambda: publish.called)
    thawed.set()


def test_failed_broker_is_not_called_for_a_while(
    publish: Mock, timer: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish.side_effect = OperationalError("refused")
    SENDING.publish()
    SENDING.enqueue()
    timer.assert_not_called()
    after = time.monotonic() + PAUSE + 1
    monkeypatch.setattr(time, "monotonic", lambda: after)
    SENDING.enqueue()
    timer.assert_called_once_with(0, SENDING.publish)


def test_wake_ups_in_quick_succession_are_merged(timer: Mock) -> None:
    for _ in range(5):
        SENDING.enqueue()
    assert [call.args for call in timer.call_args_list] == [
        (0, SENDING.publish),
        (GATHERING, SENDING.publish),
    ]
    assert timer.return_value.start.call_count == 2


def test_missing_thread_does_not_prevent_later_wake_ups(
    timer: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    timer.return_value.start.side_effect = RuntimeError("can't start new thread")
    SENDING.enqueue()
    SENDING.enqueue()
    after = time.monotonic() + 2 * GATHERING
    monkeypatch.setattr(time, "monotonic", lambda: after)
    SENDING.enqueue()
    assert timer.call_count == 3


def test_merged_wake_up_is_sent_later(publish: Mock) -> None:
    SENDING.enqueue()
    SENDING.enqueue()
    wait_for(lambda: publish.call_count == 2)


def test_task_sends_due_mails(bob: User, mailoutbox: Sent) -> None:
    past = datetime.fromisoformat("2020-01-01T00:00:00+00:00")
    for number in range(25):
        a_mail(bob, past, str(number))
    tasks.send_due_mails()
    assert len(mailoutbox) == 25


def test_task_leaves_the_rest_to_the_next_sweep(
    bob: User, mailoutbox: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = datetime.fromisoformat("2020-01-01T00:00:00+00:00")
    for number in range(25):
        a_mail(bob, past, str(number))
    monkeypatch.setattr(tasks, "LONGEST_RUN", -1.0)
    tasks.send_due_mails()
    assert len(mailoutbox) == 20
