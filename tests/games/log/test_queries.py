"""The queries of pages."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from games import queries
from games.accounts.users import user_for_email
from games.lobby.new_games import OPEN, cancel_game, create_game
from games.log import positions
from games.log.positions import past_events
from games.log.stream import load_stream
from games.log.table_rows import read_seats
from games.models import Game, Seat, User
from games.presentation.text import names_of
from games.seats.invitations import accept_seat
from stoneage_core import INITIAL, replay
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT
from stoneage_core.terms import Terms
from tests.support.play import submit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.both_databases


def test_state_at_a_sequence_includes_the_events_up_to_it(
    two_player_game: Game,
) -> None:
    for sequence in range(two_player_game.version + 1):
        assert positions.state_at(two_player_game, sequence).version == sequence
    assert positions.state_at(two_player_game, 0) == INITIAL


def test_current_state_comes_from_the_cache(
    two_player_game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = Game.objects.get(pk=two_player_game.pk)
    with django_assert_num_queries(0):
        state = positions.state_of(game)
    assert state == replay(load_stream(game))


def test_old_row_has_the_state_of_its_own_version(
    two_player_game: Game, now: datetime
) -> None:
    old = Game.objects.get(pk=two_player_game.pk)
    submit(two_player_game, 0, "forest 3", now=now)
    old.state_version = None
    assert positions.state_of(old).version == old.version


def test_recap_has_events_since_ones_own_decision(
    two_player_game: Game, now: datetime
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    done = submit(two_player_game, 1, "river 2", now=now + timedelta(hours=1))
    news = past_events(done.game, after=done.seats[0].seen_version)
    assert [happened.sequence for happened in news] == [
        *range(done.first_sequence, done.game.version + 1)
    ]
    first = news[0]
    assert (first.decided_by, first.command) == (1, "river 2")
    assert first.recorded_at == now + timedelta(hours=1)


def test_history_can_be_read_in_pages(two_player_game: Game) -> None:
    page = past_events(two_player_game, after=3, limit=4)
    assert [happened.sequence for happened in page] == [4, 5, 6, 7]


def test_games_are_found_by_slug(two_player_game: Game) -> None:
    assert queries.game_by_slug(two_player_game.slug) == two_player_game
    assert queries.game_by_slug("nothing") is None


def test_user_has_one_seat_or_none(
    two_player_game: Game, bob: User, outsider: User
) -> None:
    found = queries.seat_for(two_player_game, bob)
    assert found is not None
    assert found.number == 1
    assert queries.seat_for(two_player_game, outsider) is None


def test_seats_come_in_order_with_game_and_users(
    started_game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        seats = read_seats(started_game)
        assert [str(seat.user) for seat in seats] == ["Alice", "Bob", "Carol", "Dave"]
        assert {seat.game for seat in seats} == {started_game}


# Lists


def test_games_that_wait_for_the_user_come_first(alice: User, now: datetime) -> None:
    def against_bob(hours: int, start: int) -> Game:
        moment = now + timedelta(hours=hours)
        game = create_game(
            host=alice,
            players=["alice@example.org", "bob@example.org"],
            terms=Terms(2, first_player=start),
            now=moment,
        )
        return accept_seat(seat=game.seats.get(number=1), now=moment)

    theirs, later, sooner = against_bob(0, 1), against_bob(2, 0), against_bob(1, 0)
    found = [seat.game for seat in queries.active_seats(alice)]
    assert found == [sooner, later, theirs]


def test_every_list_has_its_own_games(
    invited_game: Game, alice: User, bob: User
) -> None:
    assert [seat.game for seat in queries.waiting_seats(alice)] == [invited_game]
    assert [seat.game for seat in queries.invited_seats(bob)] == [invited_game]
    assert queries.hosted_games(alice) == [invited_game]
    assert queries.active_seats(alice) == []
    assert queries.waiting_seats(bob) == []
    assert list(queries.finished_seats(alice)) == []
    assert queries.open_games() == []


def test_finished_games_are_listed(finished_game: Game, bob: User) -> None:
    assert [seat.game for seat in queries.finished_seats(bob)] == [finished_game]
    assert queries.active_seats(bob) == []


def test_cancelled_games_are_not_listed(alice: User, bob: User, now: datetime) -> None:
    game = create_game(
        host=alice,
        players=["alice@example.org", "bob@example.org", OPEN],
        now=now,
    )
    cancel_game(game=game, by=alice, now=now)
    for found in (
        queries.waiting_seats(alice),
        queries.invited_seats(bob),
        queries.hosted_games(alice),
        queries.open_games(),
    ):
        assert found == []


def test_number_of_queries_does_not_depend_on_the_number_of_games(
    alice: User, now: datetime
) -> None:
    def read() -> int:
        with CaptureQueriesContext(connection) as asked:
            for seat in queries.active_seats(alice):
                names_of(seat.game.seats.all())
        return len(asked)

    def add() -> None:
        players = ["alice@example.org", DEFAULT_OPPONENT]
        create_game(host=alice, players=players, now=now)

    add()
    for_one = read()
    add()
    add()
    assert read() == for_one


def test_game_with_two_open_seats_is_listed_once(alice: User, now: datetime) -> None:
    players = ["alice@example.org", OPEN, OPEN]
    game = create_game(host=alice, players=players, now=now)
    assert queries.open_games() == [game]
    assert [seat.number for seat in queries.open_seats(game)] == [1, 2]


# Names


def test_name_is_never_an_address(db: None, now: datetime) -> None:
    user = user_for_email(email="shy@example.org", now=NOW)
    seats = [
        Seat(number=0, user=user),
        Seat(number=1, bot="Thatch"),
        Seat(number=2),
        Seat(number=3, user=User(name="Zoe")),
    ]
    assert names_of(seats) == ("Red", "Thatch", "Green", "Zoe")
