"""Pages notice by themselves that somebody moved, at next to no cost."""

import gzip
import json
from collections.abc import Callable

import brotli
import pytest
from django.test import Client

from games.live.page import OFTEN, SELDOM, live_page
from games.lobby.games import create_game
from games.models import Game, Seat, User
from games.store.locked_rows import read_seats
from games.timekeeping.presets import PRESETS
from tests.support.pages import move, page, play_path, signed_in
from tests.support.play import freeze, submit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def since(game: Game, version: int) -> str:
    return f"/games/{game.slug}/since/{version}/"


def live_of(game: Game, number: int | None = None):
    game.refresh_from_db()
    seats = read_seats(game)
    reader = None if number is None else seats[number]
    return live_page(game, seats, game.version, reader)


def test_where_nothing_moved_there_is_nothing_to_tell(
    client: Client, two_player_game: Game
) -> None:
    answer = client.get(since(two_player_game, two_player_game.version))
    assert (answer.status_code, answer.content) == (204, b"")
    assert "no-store" in answer["Cache-Control"]


def test_who_moved_is_told_and_where_the_game_stands(
    client: Client, two_player_game: Game
) -> None:
    before = two_player_game.version
    moved = submit(two_player_game, 0, "forest 3", now=NOW).game
    answer = client.get(since(two_player_game, before))
    assert answer.json() == {"version": moved.version, "by": 0}


def test_of_several_nobody_is_named(client: Client, two_player_game: Game) -> None:
    before = two_player_game.version
    submit(two_player_game, 0, "forest 3", now=NOW)
    moved = submit(two_player_game, 1, "clay pit 2", now=NOW).game
    answer = client.get(since(two_player_game, before))
    assert answer.json() == {"version": moved.version, "by": None}


def test_what_nobody_decided_is_told_of_nobody(
    client: Client, two_player_game: Game
) -> None:
    freeze(two_player_game, NOW)
    answer = client.get(since(two_player_game, two_player_game.version))
    assert answer.json()["by"] is None


def test_a_game_that_is_none_is_not_asked_again(client: Client, db: None) -> None:
    assert client.get("/games/nosuchgame/since/3/").status_code == 404


def test_asking_is_all_that_can_be_done(client: Client, two_player_game: Game) -> None:
    path = since(two_player_game, two_player_game.version)
    assert client.post(path).status_code == 405
    assert client.head(path).status_code == 204


def test_a_table_that_plays_in_one_sitting_is_asked_often(
    two_player_game: Game, finished_game: Game
) -> None:
    assert live_of(two_player_game).every == SELDOM
    assert live_of(finished_game).every == 0
    fast = create_game(
        host=two_player_game.host,
        players=[two_player_game.host.email, "ben@example.org"],
        control=PRESETS["live"],
        now=NOW,
    )
    assert live_of(fast).every == OFTEN


def test_a_seat_knows_whether_it_is_awaited(two_player_game: Game) -> None:
    assert live_of(two_player_game, 0).is_awaited
    assert not live_of(two_player_game, 1).is_awaited
    assert not live_of(two_player_game).is_awaited
    freeze(two_player_game, NOW)
    assert not live_of(two_player_game, 0).is_awaited


def test_a_seat_on_autopilot_awaits_nobody(two_player_game: Game) -> None:
    Seat.objects.filter(game=two_player_game, number=0).update(is_on_autopilot=True)
    assert not live_of(two_player_game, 0).is_awaited


def test_nobody_is_told_that_they_moved_themselves(two_player_game: Game) -> None:
    assert [each.seat for each in live_of(two_player_game, 0).movers] == [1]
    assert [each.seat for each in live_of(two_player_game).movers] == [0, 1]


def test_title_and_icon_say_whose_turn_it_is(
    client: Client, two_player_game: Game, alice: User
) -> None:
    own, other = play_path(two_player_game, 0), play_path(two_player_game, 1)
    board = f"/games/{two_player_game.slug}/"
    for awaited in (page(client, own), page(signed_in(alice), board)):
        assert "<title>● Your turn – " in awaited
        assert 'rel="icon" href="/static/games/favicon-turn.svg' in awaited
    for waiting in (page(client, other), page(client, board)):
        assert "●" not in waiting.partition("</title>")[0]
        assert 'rel="icon" href="/static/games/favicon.svg' in waiting


def test_every_page_of_a_game_says_where_to_ask(
    client: Client, two_player_game: Game, invited_game: Game
) -> None:
    game = two_player_game
    for path in (play_path(game, 1), f"/games/{game.slug}/"):
        html = page(client, path)
        assert f'data-since="/games/{game.slug}/since/"' in html
        assert f'data-version="{game.version}"' in html
        assert '<a class="button" href="">Show</a>' in html
    assert "data-since" not in page(client, "/")


def test_a_page_that_waits_for_players_lives_too(client: Client, alice: User) -> None:
    players = [alice, "ben@example.org"]
    game = create_game(host=alice, players=players, now=NOW)
    for path in (play_path(game, 0), f"/games/{game.slug}/"):
        assert f"/games/{game.slug}/since/" in page(client, path)


def test_a_press_tells_the_script_what_the_page_shows_by_now(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    sent = move(page(client, path), "forest 3")
    answer = client.post(path, sent, headers={"HX-Request": "true"})
    two_player_game.refresh_from_db()
    assert json.loads(answer["HX-Trigger-After-Settle"]) == {
        "live": {"version": two_player_game.version, "awaited": False}
    }


@pytest.mark.parametrize(
    ("accepted", "encoding", "unpack"),
    [
        ("gzip, deflate", "gzip", gzip.decompress),
        ("gzip, deflate, br, zstd", "br", brotli.decompress),
    ],
)
def test_a_page_travels_compressed_and_padded(
    client: Client,
    two_player_game: Game,
    accepted: str,
    encoding: str,
    unpack: Callable[[bytes], bytes],
) -> None:
    """The padding hides how well a page with somebody's words in it compresses."""
    path = play_path(two_player_game, 1)
    asked = {"Accept-Encoding": accepted}
    answers = [client.get(path, headers=asked) for _ in range(12)]
    assert {answer["Content-Encoding"] for answer in answers} == {encoding}
    assert {"Accept-Encoding" in answer["Vary"] for answer in answers} == {True}
    lengths = {
        len(answer.content) + len(answer.get("X-Padding", "")) for answer in answers
    }
    assert len(lengths) > 2
    whole = unpack(answers[0].content)
    assert b"<html" in whole
    assert len(answers[0].content) < len(whole) / 3
