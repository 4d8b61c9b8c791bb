"""The sweep plays for all overdue seats. A failure does not stop the rest."""

from datetime import datetime, timedelta
from itertools import count

import pytest
from django.db import OperationalError

from games import deadlines, tasks
from games.background import attempts
from games.background.attempts import ENDED, failing, given_up
from games.log.read_model import record_failed_timeout
from games.models import Attempt, Game, Heartbeat, Seat, User
from tests.support.play import against_automatic, submit, timed_out_games

pytestmark = pytest.mark.both_databases

THREE_DAYS = timedelta(days=3)


@pytest.fixture
def overdue(alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Three games whose only human player is overdue."""
    games = [against_automatic(alice, now=now, has_clock=True).game for _ in range(3)]
    later = now + THREE_DAYS
    monkeypatch.setattr(tasks, "database_now", lambda: later)
    return games


def break_stream(game: Game) -> None:
    """Make every further step of a game fail."""
    Game.objects.filter(pk=game.pk).update(state_version=None, version=3)


def test_all_overdue_seats_are_played(overdue: list[Game]) -> None:
    tasks.sweep_due()
    assert timed_out_games() == [game.pk for game in overdue]


def test_long_sweep_does_not_shorten_the_next_players_time(
    overdue: list[Game], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = (now + THREE_DAYS + timedelta(minutes=n) for n in count())
    monkeypatch.setattr(tasks, "database_now", lambda: next(clock))
    tasks.sweep_due()
    seats = Seat.objects.filter(awaited_at__isnull=False).order_by("awaited_at")
    first, second, third = [seat.awaited_at for seat in seats]
    assert now + THREE_DAYS < first < second < third


def test_second_sweep_finds_nothing(overdue: list[Game]) -> None:
    tasks.sweep_due()
    tasks.sweep_due()
    assert timed_out_games() == [game.pk for game in overdue]


def test_nobody_is_played_for_early(
    overdue: list[Game], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    early = now + THREE_DAYS - timedelta(seconds=1)
    monkeypatch.setattr(tasks, "database_now", lambda: early)
    tasks.sweep_due()
    assert timed_out_games() == []


def test_longest_overdue_seat_comes_first(overdue: list[Game], now: datetime) -> None:
    Seat.objects.filter(game=overdue[2], number=0).update(deadline_at=now)
    first, *_ = deadlines.due_seats(now + THREE_DAYS)
    assert first == overdue[2].seats.get(number=0).pk


def test_failing_game_does_not_stop_others(
    overdue: list[Game], caplog: pytest.LogCaptureFixture
) -> None:
    break_stream(overdue[0])
    tasks.sweep_due()
    assert timed_out_games() == [game.pk for game in overdue[1:]]
    seat = overdue[0].seats.get(number=0)
    assert f"The time-out of seat {seat.pk} failed" in caplog.text


def test_failing_time_out_is_retried_with_growing_pauses(
    overdue: list[Game], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is never given up. Its deadline stays, so that the health check shows it."""
    break_stream(overdue[0])
    later = now + THREE_DAYS
    minutes = [0, 1, 5, 21, 81, 141]
    for number, minute in enumerate(minutes, start=1):
        moment = later + timedelta(minutes=minute)
        Heartbeat.objects.update(beat_at=moment)  # the service was not away
        for early in (timedelta(seconds=-1), timedelta()):
            monkeypatch.setattr(tasks, "database_now", lambda at=moment + early: at)
            tasks.sweep_due()
        (attempt,) = failing(moment)
        assert (attempt.work, attempt.count) == ("time-out of seat", number)
    seat = overdue[0].seats.get(number=0)
    assert seat.deadline_at == later
    assert deadlines.oldest_overdue_age(moment) == moment - later
    assert Game.objects.get(pk=overdue[0].pk).timeout_failed_at == later


def test_database_failure_postpones_nothing(
    overdue: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise OperationalError("the connection is gone")

    with monkeypatch.context() as patch:
        patch.setattr(tasks, "expire_turn", fail)
        tasks.sweep_due()
    assert Game.objects.filter(timeout_failed_at=None).count() == 3
    tasks.sweep_due()
    assert timed_out_games() == [game.pk for game in overdue]


def test_decision_clears_a_failed_time_out(overdue: list[Game], now: datetime) -> None:
    seat = overdue[0].seats.get(number=0)
    record_failed_timeout(seat_id=seat.pk, now=now)
    done = submit(overdue[0], 0, "hunting grounds 1", now=now)
    assert done.game.timeout_failed_at is None
    assert Game.objects.get(pk=done.game.pk).timeout_failed_at is None


def test_age_of_the_oldest_overdue_deadline_is_known(
    overdue: list[Game], now: datetime
) -> None:
    later = now + THREE_DAYS + timedelta(minutes=2)
    assert deadlines.oldest_overdue_age(later) == timedelta(minutes=2)


def test_nothing_overdue_has_no_age(overdue: list[Game], now: datetime) -> None:
    assert deadlines.oldest_overdue_age(now) is None


def test_reminder_is_given_up_after_three_attempts(
    two_player_game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("broken")

    seat = two_player_game.seats.get(number=0)
    assert seat.remind_at is not None
    moment = seat.remind_at
    monkeypatch.setattr(tasks, "remind_seat", fail)
    for _ in range(3):
        monkeypatch.setattr(tasks, "database_now", lambda at=moment: at)
        Heartbeat.objects.update(beat_at=moment)
        seat.refresh_from_db()
        assert seat.remind_at is not None
        tasks.sweep_due()
        moment += timedelta(minutes=20)
    seat.refresh_from_db()
    assert seat.remind_at is None
    assert [one.work for one in given_up(moment - timedelta(days=1))] == [
        "reminder of seat"
    ]


class Killed(BaseException):
    """Stands for `kill -9`: nothing is recorded afterwards."""


def test_work_that_kills_its_process_is_counted_and_stops_others_only_briefly(
    overdue: list[Game], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it is known what was begun, each row is recorded and done separately."""
    first = overdue[0].seats.get(number=0)
    deadly, due_at = first.pk, first.deadline_at
    assert due_at is not None
    # Else the database chooses which of three equal deadlines comes first.
    Seat.objects.filter(pk=deadly).update(deadline_at=due_at - timedelta(seconds=1))
    expire = tasks.expire_turn

    def kill(*, seat_id: int, now: datetime, skip_locked: bool) -> bool:
        if seat_id == deadly:
            raise Killed
        return expire(seat_id=seat_id, now=now, skip_locked=skip_locked)

    monkeypatch.setattr(tasks, "expire_turn", kill)
    # A killed process takes nothing back.
    monkeypatch.setattr(attempts, "take_back", lambda *_: None)
    moment = now + THREE_DAYS
    with pytest.raises(Killed):
        tasks.sweep_due()
    assert timed_out_games() == []
    assert Attempt.objects.filter(error=ENDED, count=1).count() == 3

    moment += attempts.LEASE
    Heartbeat.objects.update(beat_at=moment)
    monkeypatch.setattr(tasks, "database_now", lambda: moment)
    with pytest.raises(Killed):
        tasks.sweep_due()
    # Once more, because the deadly row was the first of those that had been begun.
    tasks.sweep_due()
    assert timed_out_games() == [game.pk for game in overdue[1:]]
    (attempt,) = failing(moment)
    assert (attempt.row_id, attempt.count, attempt.error) == (deadly, 2, ENDED)
