"""Time banks in play: quick answers are free, slow ones are recorded."""

from datetime import datetime, timedelta

import pytest

from games.deadlines import expire_turn
from games.history.stream_check import check_stream
from games.lobby.new_games import create_game
from games.models import Game, Seat, StoredEvent, User
from games.seats.invitations import accept_seat
from games.seats.offers import return_to_seat
from stoneage_core.terms import Terms
from stoneage_core.time_control import DAY, HOUR, Bank, TimeControl
from tests.support.play import submit

CLOCK = TimeControl(Bank(start=2 * DAY, increment=6 * HOUR, cap=3 * DAY), grace=HOUR)
HOURS = timedelta(hours=1)


@pytest.fixture
def banked_game(loaded: object, alice: User, bob: User, now: datetime) -> Game:
    game = create_game(
        host=alice, players=[alice, bob], terms=Terms(2, CLOCK, first_player=0), now=now
    )
    return accept_seat(seat=game.seats.get(number=1), now=now)


def seat_of(game: Game, number: int) -> Seat:
    return game.seats.get(number=number)


def bank_of(game: Game, number: int) -> int | None:
    return Game.objects.get(pk=game.pk).table_state.seats[number].bank


def test_players_begin_with_a_full_bank(banked_game: Game, now: datetime) -> None:
    assert (bank_of(banked_game, 0), bank_of(banked_game, 1)) == (2 * DAY, 2 * DAY)
    assert seat_of(banked_game, 0).deadline_at == now + 49 * HOURS


def test_decisions_within_the_grace_cost_nothing(
    banked_game: Game, now: datetime
) -> None:
    submit(banked_game, 0, "hut", now=now + HOURS)
    assert not StoredEvent.objects.filter(type="TimeSpent").exists()
    assert bank_of(banked_game, 0) == 2 * DAY + 6 * HOUR


def test_spent_time_is_recorded(banked_game: Game, now: datetime) -> None:
    submit(banked_game, 0, "hut", now=now + 11 * HOURS)
    row = StoredEvent.objects.get(type="TimeSpent")
    assert row.data == '{"player":0,"seconds":36000,"type":"TimeSpent"}'
    assert bank_of(banked_game, 0) == 2 * DAY - 10 * HOUR + 6 * HOUR
    assert check_stream(banked_game.pk)[1] == []


def test_bank_is_limited_by_its_cap(banked_game: Game, now: datetime) -> None:
    from tests.support.play import play_on

    play_on(banked_game, now=now, decisions=20)
    assert bank_of(banked_game, 0) == 3 * DAY


def test_player_out_of_time_continues_with_half_of_the_opening_bank(
    banked_game: Game, now: datetime
) -> None:
    late = now + 49 * HOURS
    assert not expire_turn(seat_id=seat_of(banked_game, 0).pk, now=late - HOURS)
    assert expire_turn(seat_id=seat_of(banked_game, 0).pk, now=late)
    assert bank_of(banked_game, 0) == DAY
    submit(banked_game, 1, "forest 5", now=late)
    assert seat_of(banked_game, 0).deadline_at == late + 25 * HOURS


def test_returning_player_has_a_full_bank(banked_game: Game, now: datetime) -> None:
    late = now + 49 * HOURS
    expire_turn(seat_id=seat_of(banked_game, 0).pk, now=late)
    submit(banked_game, 1, "forest 5", now=late)
    late += 25 * HOURS
    expire_turn(seat_id=seat_of(banked_game, 0).pk, now=late)
    assert seat_of(banked_game, 0).is_on_autopilot
    return_to_seat(seat=seat_of(banked_game, 0), user=None, now=late)
    assert bank_of(banked_game, 0) == 2 * DAY
    assert check_stream(banked_game.pk)[1] == []
