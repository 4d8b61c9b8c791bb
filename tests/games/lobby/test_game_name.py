"""Names of games, and numbers for games with the same people."""

from datetime import datetime

import pytest

from games import queries
from games.lobby.lists import my_games
from games.lobby.new_games import OPEN, create_game
from games.log.table_rows import read_seats
from games.models import Game, Seat, User
from games.now import database_now
from games.presentation.text import game_name, game_numbers, names_of
from games.seats.invitations import accept_seat
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT


def a_game(now: datetime, host: User, *others: User) -> Game:
    people = [str(user.email) for user in (host, *others)]
    return create_game(host=host, players=people, now=now)


def title(game: Game, reader: User | None) -> str:
    seat = None if reader is None else queries.seat_for(game, reader)
    return game_name(read_seats(game), seat)


def test_game_is_named_after_the_other_players(
    invited_game: Game, alice: User, bob: User
) -> None:
    assert title(invited_game, alice) == "Stone Age with Bob"
    assert title(invited_game, bob) == "Stone Age with Alice"
    assert title(invited_game, None) == "Stone Age with Alice and Bob"


def test_later_games_with_the_same_people_are_numbered(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    first, other = a_game(now, alice, bob, carol), a_game(now, alice, bob)
    second = a_game(now, alice, carol, bob)
    assert title(first, alice) == "Stone Age with Bob and Carol"
    assert title(second, alice) == "Stone Age with Carol and Bob, game 2"
    assert title(other, alice) == "Stone Age with Bob"
    assert title(second, bob) == "Stone Age with Alice and Carol, game 2"


def test_games_with_nameless_people_are_numbered_too(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    User.objects.exclude(pk=alice.pk).update(name="")
    games = [a_game(now, alice, bob), a_game(now, alice, carol)]
    assert [title(game, alice) for game in games] == [
        "Stone Age",
        "Stone Age, game 2",
    ]


def test_open_seats_are_not_part_of_the_name(alice: User, now: datetime) -> None:
    players = ["alice@example.org", "zoe@example.org", OPEN, DEFAULT_OPPONENT]
    game = create_game(host=alice, players=players, now=now)
    assert title(game, alice) == "Stone Age with Thatch"
    names = names_of(read_seats(game))
    assert names == ("Alice", "Seat 2", "Seat 3", "Thatch")
    accept_seat(seat=game.seats.get(number=1), name="Zoe", now=now)
    assert title(game, alice) == "Stone Age with Zoe and Thatch"


def test_each_user_has_their_own_count(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    games = [a_game(now, alice, bob), a_game(now, alice, bob), a_game(now, carol, bob)]
    assert game_numbers(alice) == {games[0].pk: 1, games[1].pk: 2}
    assert game_numbers(bob) == {games[0].pk: 1, games[1].pk: 2, games[2].pk: 1}


@pytest.mark.django_db
def test_counting_takes_one_query(
    alice: User,
    bob: User,
    now: datetime,
    django_assert_num_queries: pytest.FixtureDef[object],
) -> None:
    for _ in range(3):
        a_game(now, alice, bob)
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert list(game_numbers(alice).values()) == [1, 2, 3]


def test_list_of_games_uses_the_same_names_as_emails(
    alice: User, bob: User, now: datetime
) -> None:
    games = [a_game(now, alice, bob), a_game(now, alice, bob)]
    Seat.objects.filter(game__in=games).update(invitation="accepted")
    Game.objects.filter(pk__in=[game.pk for game in games]).update(status="active")
    assert {row.others for row in my_games(alice, database_now()).running} == {
        "Bob",
        "Bob, game 2",
    }
    assert {row.others for row in my_games(bob, database_now()).running} == {
        "Alice",
        "Alice, game 2",
    }
