"""Missed decisions: one is forgiven, then autopilot keeps the seat; the return."""

from datetime import datetime, timedelta

import pytest

from games.deadlines import expire_turn
from games.lobby.new_games import create_game
from games.log import positions
from games.models import Game, Seat, StoredEvent, User
from games.seats.invitations import accept_seat, automate_seat, leave_seat
from games.seats.offers import return_to_seat
from stoneage_core.match.state import Source
from tests.support.play import event_types, submit
from tests.support.refusals import refuses

THREE_DAYS = timedelta(days=3)


def pass_time(game: Game, until: datetime) -> None:
    """Let the sweep do its work as it comes due, until a time."""
    clocks = game.seats.filter(deadline_at__lte=until).order_by("deadline_at")
    while due := clocks.values_list("deadline_at", flat=True).first():
        for seat in game.seats.filter(deadline_at__lte=due).order_by("number"):
            expire_turn(seat_id=seat.pk, now=due)


def seat_of(game: Game, number: int) -> Seat:
    return game.seats.select_related("game", "user").get(number=number)


def miss(game: Game, player: int, now: datetime, times: int) -> datetime:
    """Let a player of two miss decisions in a row while the other one plays."""
    for _ in range(times):
        while seat_of(game, player).awaited_at is None:
            other = positions.state_of(Game.objects.get(pk=game.pk))
            submit(game, 1 - player, _any_move(other, 1 - player), now=now)
        now += THREE_DAYS
        assert expire_turn(seat_id=seat_of(game, player).pk, now=now)
    return now


def _any_move(state: object, player: int) -> str:
    from stoneage_core import autopilot, notation

    return notation.to_text(autopilot.choose(state, player))  # type: ignore[arg-type]


@pytest.fixture
def autopilot_game(two_player_game: Game, now: datetime) -> tuple[Game, datetime]:
    """Alice missed two decisions and is on autopilot. Bob has to decide."""
    return two_player_game, miss(two_player_game, 0, now, 2)


def test_one_miss_is_forgiven(two_player_game: Game, now: datetime) -> None:
    miss(two_player_game, 0, now, 1)
    game = Game.objects.get(pk=two_player_game.pk)
    assert game.table_state.seats[0].misses == 1
    assert not seat_of(game, 0).is_on_autopilot


def test_own_decision_resets_the_misses(two_player_game: Game, now: datetime) -> None:
    now = miss(two_player_game, 0, now, 1)
    while seat_of(two_player_game, 0).awaited_at is None:
        state = positions.state_of(Game.objects.get(pk=two_player_game.pk))
        submit(two_player_game, 1, _any_move(state, 1), now=now)
    state = positions.state_of(Game.objects.get(pk=two_player_game.pk))
    submit(two_player_game, 0, _any_move(state, 0), now=now)
    assert Game.objects.get(pk=two_player_game.pk).table_state.seats[0].misses == 0


def test_second_miss_in_a_row_seats_autopilot(
    autopilot_game: tuple[Game, datetime],
) -> None:
    game, _now = autopilot_game
    assert seat_of(game, 0).is_on_autopilot
    assert event_types(game).count("TurnTimedOut") == 2
    row = StoredEvent.objects.get(game=game, type="AutopilotSeated")
    assert (row.decided_by, row.source) == (0, Source.TIMEOUT)
    assert row.data == '{"misses":2,"player":0,"type":"AutopilotSeated"}'


def test_autopilot_plays_at_once_and_never_times_out(
    autopilot_game: tuple[Game, datetime],
) -> None:
    game, now = autopilot_game
    for _ in range(30):
        state = positions.state_of(Game.objects.get(pk=game.pk))
        submit(game, 1, _any_move(state, 1), now=now)
        assert seat_of(game, 0).awaited_at is None
    made = StoredEvent.objects.filter(game=game, source=Source.AUTOPILOT)
    assert set(made.values_list("decided_by", flat=True)) == {0}
    assert made.moves().count() > 5
    assert event_types(game).count("TurnTimedOut") == 2


def test_player_on_autopilot_has_to_take_the_seat_back_first(
    autopilot_game: tuple[Game, datetime],
) -> None:
    game, now = autopilot_game
    with refuses("on_autopilot"):
        submit(game, 0, "forest 1", now=now)


def test_player_returns_by_one_click(
    autopilot_game: tuple[Game, datetime], alice: User
) -> None:
    game, now = autopilot_game
    return_to_seat(seat=seat_of(game, 0), user=alice, now=now)
    return_to_seat(seat=seat_of(game, 0), user=None, now=now)
    assert event_types(game).count("PlayerReturned") == 1
    assert not seat_of(game, 0).is_on_autopilot
    assert Game.objects.get(pk=game.pk).table_state.seats[0].misses == 0


def test_only_the_player_can_return(
    autopilot_game: tuple[Game, datetime], bob: User, outsider: User
) -> None:
    game, now = autopilot_game
    for user in (bob, outsider):
        with refuses("forbidden"):
            return_to_seat(seat=seat_of(game, 0), user=user, now=now)


def test_waiting_game_has_no_seat_to_return_to(
    invited_game: Game, alice: User, now: datetime
) -> None:
    with refuses("not_started"):
        return_to_seat(seat=seat_of(invited_game, 0), user=alice, now=now)


def test_game_that_starts_deserted_plays_its_first_round(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    game = create_game(host=carol, players=[alice, bob], now=now)
    accept_seat(seat=seat_of(game, 0), now=now)
    leave_seat(seat=seat_of(game, 0), now=now)
    automate_seat(seat=seat_of(game, 1), by=carol, now=now)
    game.refresh_from_db()
    assert (game.status, game.round) == ("active", 2)


def test_deserted_game_plays_a_round_a_day(
    two_player_game: Game, now: datetime
) -> None:
    pass_time(two_player_game, now + timedelta(days=12))
    game = Game.objects.get(pk=two_player_game.pk)
    assert all(seat.is_on_autopilot for seat in game.seats.all())
    before = game.round
    pass_time(game, now + timedelta(days=15))
    assert Game.objects.get(pk=game.pk).round == before + 3


def test_deserted_game_finishes(two_player_game: Game, now: datetime) -> None:
    pass_time(two_player_game, now + timedelta(days=60))
    game = Game.objects.get(pk=two_player_game.pk)
    assert game.status == "finished"
    assert event_types(game).count("AutopilotSeated") == 2


def test_player_returning_to_a_deserted_game_continues_their_question(
    two_player_game: Game, now: datetime, alice: User
) -> None:
    late = now + timedelta(days=12)
    pass_time(two_player_game, late)
    return_to_seat(seat=seat_of(two_player_game, 0), user=alice, now=late)
    awaited = [seat for seat in two_player_game.seats.all() if seat.awaited_at]
    pass_time(two_player_game, late + timedelta(days=1))
    own = seat_of(two_player_game, 0)
    assert len(awaited) == 1
    assert own.awaited_at is not None
    assert own.deadline_at == own.awaited_at + THREE_DAYS
