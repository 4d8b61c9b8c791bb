"""Attempts at background work are counted before they begin."""

from datetime import datetime, timedelta

import pytest
from django.db import OperationalError

from games.background import attempts
from games.background.attempts import (
    FIRST_PAUSE,
    LEASE,
    LONGEST_PAUSE,
    attempt_whole,
    begin,
    fail,
    failing,
    finish,
    forget_old,
    give_up,
    given_up,
    pause_after,
    paused_rows,
    take_back,
)
from games.models import Attempt
from tests.support.standing_time import NOW

pytestmark = pytest.mark.both_databases

WORK = "sample of row"


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """All tests of this module use the database."""


def test_running_first_attempt_is_no_failure_and_is_deleted_after_success() -> None:
    assert begin(WORK, 1, NOW) == 1
    assert not failing(NOW).exists()
    assert paused_rows(WORK, NOW) == {1}
    finish(WORK, [1])
    assert not Attempt.objects.exists()


def test_work_is_begun_by_one_process_at_a_time() -> None:
    assert begin(WORK, 1, NOW) == 1
    assert begin(WORK, 1, NOW) is None
    assert begin(WORK, 1, NOW + LEASE) == 2


def test_work_that_crashes_its_process_is_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    begin(WORK, 1, NOW)
    begin(WORK, 1, NOW + LEASE)
    (attempt,) = failing(NOW + LEASE)
    assert (attempt.count, attempt.error) == (2, attempts.ENDED)
    assert "Retrying the" in caplog.text


def test_pause_grows_up_to_an_hour() -> None:
    assert [pause_after(count) / FIRST_PAUSE for count in range(1, 6)] == [
        *(1, 4, 16),
        *(60, 60),
    ]
    assert pause_after(10_000) == LONGEST_PAUSE


def test_failure_is_recorded_with_its_reason_and_a_pause() -> None:
    begin(WORK, 1, NOW)
    fail(WORK, 1, ValueError("x" * 300), NOW)
    (attempt,) = failing(NOW)
    assert attempt.error.startswith("ValueError: xxx")
    assert paused_rows(WORK, NOW + FIRST_PAUSE - timedelta(seconds=1)) == {1}
    assert paused_rows(WORK, NOW + FIRST_PAUSE) == set()


def test_row_that_is_no_longer_due_stops_counting_as_failure() -> None:
    begin(WORK, 1, NOW)
    fail(WORK, 1, ValueError("broken"), NOW)
    assert not failing(NOW + timedelta(minutes=5)).exists()
    assert forget_old(NOW + timedelta(minutes=5)) == 0
    assert forget_old(NOW + timedelta(days=2)) == 1


def test_attempt_that_is_taken_back_does_not_count() -> None:
    begin(WORK, 1, NOW)
    take_back(WORK, 1, NOW)
    assert begin(WORK, 1, NOW) == 1
    assert begin(WORK, 1, NOW + LEASE) == 2
    take_back(WORK, 1, NOW + LEASE)
    assert begin(WORK, 1, NOW + LEASE) == 2


def test_work_given_up_is_shown_for_a_week_and_restarts_on_request() -> None:
    begin(WORK, 1, NOW)
    fail(WORK, 1, ValueError("broken"), NOW)
    give_up(WORK, 1, NOW)
    assert not failing(NOW).exists()
    assert given_up(NOW - timedelta(days=1)).get().error == "ValueError: broken"
    assert forget_old(NOW + timedelta(days=6)) == 0
    assert paused_rows(WORK, NOW) == set()
    assert begin(WORK, 1, NOW) == 1


def test_whole_task_is_paused_after_a_failure() -> None:
    done: list[datetime] = []
    assert not attempt_whole("sample", lambda: 1 / 0, NOW)
    assert not attempt_whole("sample", lambda: done.append(NOW), NOW)
    assert attempt_whole("sample", lambda: done.append(NOW), NOW + FIRST_PAUSE)
    assert done == [NOW]
    assert not Attempt.objects.exists()


def test_database_failure_does_not_count() -> None:
    def fail_it() -> None:
        raise OperationalError("the connection is gone")

    assert not attempt_whole("sample", fail_it, NOW)
    assert not Attempt.objects.exists()


def test_log_says_when_failed_work_is_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = NOW
    for pause in (1, 4, 16):
        caplog.clear()
        assert not attempt_whole(WORK, lambda: 1 / 0, now)
        assert f"{pause} min" in caplog.text
        now += timedelta(minutes=pause)
