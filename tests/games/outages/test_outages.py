"""Nobody's clock runs during an outage of the service."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError

from games import outages, tasks
from games.absences import declare_absence
from games.clocks import PRESETS
from games.deadlines import expire_turn
from games.history.stream_check import check_stream
from games.lobby.new_games import create_game
from games.models import Game, Heartbeat, Outage, Seat, StoredEvent, User
from games.outages import credit_outages, record_heartbeat, touch_heartbeat
from games.seats.invitations import accept_seat
from stoneage_core.terms import Terms
from stoneage_core.time_control import TimeControl
from tests.support.play import submit

pytestmark = pytest.mark.both_databases

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
THREE_DAYS = timedelta(days=3)


def seat_of(game: Game) -> Seat:
    return game.seats.get(number=0)


def away(begins: datetime, length: timedelta) -> Outage:
    """Let the service be away for this long."""
    record_heartbeat(now=begins)
    outage = record_heartbeat(now=begins + length)
    assert outage is not None
    return outage


def test_first_beat_ends_no_outage(db: None, now: datetime) -> None:
    assert record_heartbeat(now=now) is None


def test_regular_beats_are_no_outage(db: None, now: datetime) -> None:
    for minutes in range(5):
        assert record_heartbeat(now=now + minutes * 2 * MINUTE) is None
    assert not Outage.objects.exists()


def test_long_silence_is_an_outage(db: None, now: datetime) -> None:
    outage = away(now, 2 * MINUTE + timedelta(seconds=1))
    assert (outage.began_at, outage.ended_at) == (now, now + timedelta(seconds=121))


def test_several_beats_at_once_find_one_outage(db: None, now: datetime) -> None:
    away(now, HOUR)
    assert record_heartbeat(now=now + HOUR) is None
    assert record_heartbeat(now=now + HOUR - MINUTE) is None
    assert record_heartbeat(now=now + HOUR + MINUTE) is None
    assert Outage.objects.count() == 1


def test_outage_postpones_deadlines(two_player_game: Game, now: datetime) -> None:
    outage = away(now + HOUR, 9 * HOUR)
    assert credit_outages(now=outage.ended_at)
    assert not credit_outages(now=outage.ended_at), "it is done"
    assert seat_of(two_player_game).deadline_at == now + THREE_DAYS + 9 * HOUR
    outage.refresh_from_db()
    assert outage.credited_at == outage.ended_at


def test_crediting_is_idempotent(two_player_game: Game, now: datetime) -> None:
    outage = away(now + HOUR, 9 * HOUR)
    for _ in range(2):
        credit_outages(now=outage.ended_at)
        Outage.objects.update(credited_at=None)
    assert seat_of(two_player_game).deadline_at == now + THREE_DAYS + 9 * HOUR


def test_only_running_deadlines_are_postponed(
    two_player_game: Game, now: datetime
) -> None:
    away(now - 9 * HOUR, 8 * HOUR)
    credit_outages(now=now)
    assert seat_of(two_player_game).deadline_at == now + THREE_DAYS


def test_nobody_times_out_before_the_outage_is_credited(
    two_player_game: Game, now: datetime
) -> None:
    away(now + HOUR, 9 * HOUR)
    seat = seat_of(two_player_game)
    assert seat.deadline_at == now + THREE_DAYS
    touch_heartbeat(now=now + THREE_DAYS)
    assert not expire_turn(seat_id=seat.pk, now=now + THREE_DAYS)
    assert seat_of(two_player_game).deadline_at == now + THREE_DAYS + 9 * HOUR
    late = now + THREE_DAYS + 9 * HOUR
    touch_heartbeat(now=late)
    assert expire_turn(seat_id=seat.pk, now=late)


def test_player_who_answers_before_the_first_sweep_loses_no_time(
    two_player_game: Game, now: datetime
) -> None:
    """Pages are back before a sweep has recorded the outage."""
    record_heartbeat(now=now)
    late = now + THREE_DAYS
    assert not expire_turn(seat_id=seat_of(two_player_game).pk, now=late)
    assert seat_of(two_player_game).deadline_at == late + THREE_DAYS


def test_sweep_credits_the_outage_before_time_outs(
    two_player_game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_heartbeat(now=now + THREE_DAYS - HOUR)
    back = now + THREE_DAYS + HOUR
    monkeypatch.setattr(tasks, "database_now", lambda: back)
    tasks.sweep_due()
    assert not StoredEvent.objects.filter(type="TurnTimedOut").exists()
    assert seat_of(two_player_game).deadline_at == back + HOUR


def put_off(games: list[Game], since: datetime) -> list[bool]:
    """Return which games show a deadline nine hours later than the three days."""
    later = since + THREE_DAYS + 9 * HOUR
    return [seat_of(game).deadline_at == later for game in games]


def test_interrupted_crediting_continues_where_it_stopped(
    alice: User, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [table(alice, bob, PRESETS["unhurried"], now) for _ in range(5)]
    seen: list[int] = []
    refresh = outages.refresh_deadlines

    def falling_over(*, game_id: int, now: datetime) -> None:
        seen.append(game_id)
        if len(seen) == 4:
            raise OperationalError("the server closed the connection")
        refresh(game_id=game_id, now=now)

    monkeypatch.setattr(outages, "refresh_deadlines", falling_over)
    monkeypatch.setattr(outages, "BATCH", 2)
    back = away(now + HOUR, 9 * HOUR).ended_at
    monkeypatch.setattr(tasks, "database_now", lambda: back)

    tasks.sweep_due()
    assert put_off(games, now) == [True, True, True, False, False]
    assert Outage.objects.get().credited_at is None
    tasks.sweep_due()
    assert put_off(games, now) == [True] * 5
    assert Outage.objects.get().credited_at == back
    keys = [game.pk for game in games]
    assert seen == [*keys[:4], *keys[2:]], "what was noted as done is not done again"


def test_failure_to_credit_does_not_stop_other_work(
    two_player_game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    Outage.objects.create(began_at=now - 2 * HOUR, ended_at=now - HOUR)
    late = now + THREE_DAYS
    record_heartbeat(now=late)
    monkeypatch.setattr(tasks, "database_now", lambda: late)
    monkeypatch.setattr(tasks, "credit_outages", lambda now: 1 / 0)
    tasks.sweep_due()
    assert StoredEvent.objects.filter(type="TurnTimedOut").exists()


def test_outage_counts_for_later_decisions(
    two_player_game: Game, now: datetime
) -> None:
    outage = away(now + HOUR, 9 * HOUR)
    submit(two_player_game, 0, "forest 3", now=outage.ended_at)
    bob = two_player_game.seats.get(number=1)
    assert bob.deadline_at == outage.ended_at + THREE_DAYS


def test_two_outages_add_up(two_player_game: Game, now: datetime) -> None:
    for hours in (1, 20):
        Heartbeat.objects.all().delete()  # as if there had been beats until then
        outage = away(now + hours * HOUR, 3 * HOUR)
        credit_outages(now=outage.ended_at)
    assert seat_of(two_player_game).deadline_at == now + THREE_DAYS + 6 * HOUR


def test_question_from_before_two_outages_gets_both(
    two_player_game: Game, now: datetime
) -> None:
    for hours in (1, 20):
        Heartbeat.objects.all().delete()  # as if there had been beats until then
        outage = away(now + hours * HOUR, 3 * HOUR)
    submit(two_player_game, 0, "forest 3", now=outage.ended_at)
    types = two_player_game.events.order_by("sequence").values_list("type", flat=True)
    assert [*types][-4:-2] == ["OutageRecorded"] * 2
    assert check_stream(two_player_game.pk).findings == []


# Times at which the clock stands still anyway


def table(host: User, guest: User, control: TimeControl, now: datetime) -> Game:
    """Start a game of two with a clock. The host has to decide."""
    players = [host, str(guest.email)]
    game = create_game(
        host=host,
        players=players,
        terms=Terms(len(players), control, first_player=0),
        now=now,
    )
    return accept_seat(seat=game.seats.get(number=1), now=now)


MONDAY = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("begins", "hours", "deadline"),
    [
        # of a day's worth of time between 7:00 and 22:00
        (11, 8, datetime(2026, 11, 24, 21, tzinfo=UTC)),  # at night: nothing is lost
        (9, 3, datetime(2026, 11, 24, 22, tzinfo=UTC)),  # into the night: an hour
        (18, 2, datetime(2026, 11, 24, 22, tzinfo=UTC)),  # out of it: an hour
        (9, 12, datetime(2026, 11, 25, 9, tzinfo=UTC)),  # both ends of it: three hours
    ],
)
def test_outage_at_night_costs_nothing(
    alice: User, bob: User, begins: int, hours: int, deadline: datetime
) -> None:
    game = table(alice, bob, PRESETS["lunch_break"], MONDAY)
    assert seat_of(game).deadline_at == datetime(2026, 11, 24, 21, tzinfo=UTC)
    outage = away(MONDAY + begins * HOUR, hours * HOUR)
    credit_outages(now=outage.ended_at)
    assert seat_of(game).deadline_at == deadline


def test_outage_during_a_vacation_costs_nothing(
    two_player_game: Game, now: datetime
) -> None:
    seat = seat_of(two_player_game)
    week = timedelta(days=7)
    declare_absence(seat=seat, ends=now + week, now=now)
    outage = away(now + HOUR, 9 * HOUR)
    credit_outages(now=outage.ended_at)
    assert seat_of(two_player_game).deadline_at == now + week + THREE_DAYS


def test_beat_in_the_future_is_dropped_once_the_clock_is_right(
    db: None, now: datetime
) -> None:
    """Otherwise no outage would be noticed until the clock has caught up."""
    record_heartbeat(now=now + HOUR)
    assert record_heartbeat(now=now) is None
    outage = record_heartbeat(now=now + 10 * MINUTE)
    assert outage is not None
    assert outage.began_at == now
