"""Wishes for time and autopilot on the table, in My games and beside the result."""

from datetime import timedelta

import pytest
from django.test import Client

from games.absences import declare_absence
from games.log.table_rows import read_seats
from games.models import Game, User
from games.now import database_now
from games.presentation.attendance import (
    autopilots_of,
    last_autopilots_of,
    own_time_notes,
    time_wishes_of,
)
from games.seats.leaving import give_up_seat
from games.table.votes import decide_own
from stoneage_core.match.more_time import AskForTime, GiveTime
from tests.support.pages import page, play_path, seat_of, signed_in, text_of
from tests.support.proposals import propose_end

pytestmark = pytest.mark.django_db

MY_GAMES = "/games/"
#: The heading of a table that waits, if a player asks for time, and the mark of a row.
WISH, MARK = 'class="dock-wish"', "#autopilot"


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def ask(game: Game) -> None:
    now = database_now()
    decide_own(seat=seat_of(game, 0), command=AskForTime(), now=now)


def give(game: Game) -> None:
    decide_own(seat=seat_of(game, 1), command=GiveTime(0), now=database_now())


def leave(game: Game) -> list[str]:
    """Let the second player leave; return what pages say of it."""
    give_up_seat(seat=seat_of(game, 1), now=database_now())
    found = fresh(game)
    return autopilots_of(found, read_seats(found))


def test_wish_for_time_is_the_heading_until_time_is_given(
    client: Client, two_player_game: Game, bob: User
) -> None:
    path = play_path(two_player_game, 1)
    assert WISH not in page(client, path)
    ask(two_player_game)
    game = fresh(two_player_game)
    (wish,) = time_wishes_of(game, read_seats(game), seat_of(game, 1))
    assert WISH in page(client, path)
    assert wish in text_of(page(client, path))
    assert wish in text_of(page(signed_in(bob), MY_GAMES))
    give(two_player_game)
    assert WISH not in page(client, path)
    assert wish not in text_of(page(signed_in(bob), MY_GAMES))


def test_giver_reads_on_the_table_what_they_gave(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 1)
    assert "You gave Alice" not in text_of(page(client, path))
    give(two_player_game)
    assert "You gave Alice" in text_of(page(client, path))


def test_awaited_player_reads_of_gifts_wishes_and_absence_on_the_table(
    client: Client, two_player_game: Game
) -> None:
    now = database_now()
    give(two_player_game)
    ask(two_player_game)
    declare_absence(
        seat=seat_of(two_player_game, 0), ends=now + timedelta(days=7), now=now
    )
    notes = own_time_notes(seat_of(two_player_game, 0), ("Alice", "Bob"), now)
    assert len(notes) == 3
    text = text_of(page(client, play_path(two_player_game, 0)))
    for note in notes:
        assert note in text


def test_autopilot_is_marked_on_the_table_and_in_my_games(
    client: Client, two_player_game: Game, alice: User
) -> None:
    path = play_path(two_player_game, 0)
    assert MARK not in page(client, path)
    (said,) = leave(two_player_game)
    assert MARK in page(client, path)
    assert said in text_of(page(signed_in(alice), MY_GAMES))


def test_waiting_player_and_spectators_read_of_autopilot(
    client: Client, started_game: Game
) -> None:
    Game.objects.filter(pk=started_game.pk).update(audience="everyone")
    (said,) = leave(started_game)
    assert said in text_of(page(client, play_path(started_game, 2)))
    assert said in text_of(page(client, f"/games/{started_game.slug}/"))


def test_result_says_for_whom_autopilot_played(
    client: Client, two_player_game: Game
) -> None:
    leave(two_player_game)
    propose_end(seat=seat_of(two_player_game, 0), now=database_now())
    (said,) = last_autopilots_of(read_seats(fresh(two_player_game)))
    result = page(client, f"/games/{two_player_game.slug}/result/")
    assert said in text_of(result)
