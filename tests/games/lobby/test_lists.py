"""Rows of games in lists: boards, awaited players, moves, results."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.clocks import PRESETS
from games.lobby import lists
from games.lobby.lists import my_games
from games.lobby.new_games import OPEN, create_game
from games.lobby.rematch import agree_to_rematch
from games.models import Game, Seat, User
from games.models.users import Profile
from games.now import database_now
from games.presentation.time_control_text import brief_of
from stoneage_core.terms import Terms
from tests.support.pages import page, seat_of, signed_in, text_of
from tests.support.play import freeze, play_on, submit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_people_are_large_in_the_small_picture(
    client: Client, two_player_game: Game
) -> None:
    submit(two_player_game, 0, "forest 2", now=NOW)
    drawing = client.get(f"/games/{two_player_game.slug}/board.svg").content.decode()
    assert drawing.count('x="-22" y="-22" width="44" height="44"') == 2


def test_each_game_has_a_small_picture_of_its_board(
    two_player_game: Game, alice: User
) -> None:
    client, slug = signed_in(alice), two_player_game.slug
    address = f"/games/{slug}/board.svg?v={two_player_game.version}"
    assert f'src="{address}"' in page(client, "/games/")
    picture = client.get(address)
    assert picture["Content-Type"] == "image/svg+xml"
    assert "immutable" in picture["Cache-Control"]
    drawing = picture.content.decode()
    assert re.match(r'<svg\s+xmlns="http://www.w3.org/2000/svg"', drawing)
    for nothing in ("<text", "<title", "<script", "Alice", "http:", "https:"):
        assert nothing not in drawing.replace("http://www.w3.org/2000/svg", "")
    late = client.get(f"/games/{slug}/board.svg?v=1")
    assert late["Cache-Control"] == "public, max-age=60"


def test_waiting_game_has_an_empty_board(invited_game: Game, client: Client) -> None:
    picture = client.get(f"/games/{invited_game.slug}/board.svg")
    assert picture.status_code == 200
    assert b"token-" not in picture.content


def test_row_says_who_is_awaited_since_when(two_player_game: Game, bob: User) -> None:
    (row,) = my_games(bob, database_now()).running
    assert (row.awaited, row.since) == ("Alice", seat_of(two_player_game, 0).awaited_at)
    text = text_of(page(signed_in(bob), "/games/"))
    assert re.search(r"Alice.*Fri 20 Nov 2026", text)


def test_frozen_game_waits_for_nobody(
    two_player_game: Game, alice: User, bob: User
) -> None:
    freeze(two_player_game, NOW)
    for player in (alice, bob):
        lists = my_games(player, database_now())
        assert not lists.awaiting
        assert [row.awaited for row in lists.running] == [""]


def test_lent_seat_waits_for_the_substitute(
    two_player_game: Game, alice: User, carol: User
) -> None:
    own = Seat.objects.filter(game=two_player_game, user=alice)
    own.update(user=carol, absent_user=alice)
    assert [row.is_awaited for row in my_games(carol, database_now()).awaiting] == [
        True
    ]
    (lent,) = my_games(alice, database_now()).lent
    assert (lent.is_awaited, lent.deadline) == (False, None)


def test_row_says_what_moved_since_the_reader_looked(
    two_player_game: Game, bob: User
) -> None:
    assert my_games(bob, database_now()).running[0].movers is None
    play_on(two_player_game, now=NOW, decisions=1)
    (row,) = my_games(bob, database_now()).awaiting
    assert row.movers is not None
    assert row.movers.seats == (0,)
    assert row.movers.text.startswith("1 ")
    Seat.objects.filter(user=bob).update(looked_at=NOW)
    assert my_games(bob, database_now()).awaiting[0].movers is None


def test_waiting_game_shows_its_seats(
    client: Client, open_tables: tuple[Game, Game]
) -> None:
    """The row shows taken and free seats in place of an empty board."""
    html = page(client, "/open-seats/")
    assert html.count('class="game-free"') == 3
    assert "/board.svg" not in html
    assert brief_of(PRESETS["live"]) in text_of(html)


def test_finished_game_has_its_result_and_a_rematch(
    finished_game: Game, alice: User
) -> None:
    client = signed_in(alice)
    html = page(client, "/games/")
    assert " wins with " in text_of(html)
    assert f'action="/games/{finished_game.slug}/play/rematch/"' in html
    agree_to_rematch(seat=seat_of(finished_game, 1), now=NOW)
    html = page(client, "/games/")
    assert "The rematch" in text_of(html)
    assert f'action="/games/{finished_game.slug}/play/rematch/"' not in html


def test_all_finished_games_are_listed_page_by_page(
    finished_game: Game, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = Game.objects.get(pk=finished_game.pk)
    again = create_game(host=alice, players=[alice, OPEN], now=NOW)
    Game.objects.filter(pk=again.pk).update(
        status="finished", finished_at=NOW + timedelta(days=400), started_at=NOW
    )
    monkeypatch.setattr(lists, "GAMES_FINISHED", 1)
    client = signed_in(alice)
    found = []
    for number in (1, 2, 3):
        answer = client.get("/games/", {"page": number})
        found += [row.slug for row in answer.context["mine"].finished]
    # A page too far is the last one.
    assert found == [again.slug, older.slug, older.slug]
    first = client.get("/").text
    assert f'href="{reverse("games:mine")}?page=2#finished"' in first


def test_number_of_queries_does_not_depend_on_the_number_of_games(
    alice: User, bob: User
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            my_games(alice, database_now())
        return len(asked)

    emails = [str(alice.email), str(bob.email)]
    create_game(host=alice, players=emails, now=NOW)
    for_one = queries()
    for _ in range(3):
        create_game(host=alice, players=emails, now=NOW)
    assert queries() <= for_one


@pytest.fixture
def open_tables(alice: User, bob: User) -> tuple[Game, Game]:
    """Two games: Alice's live one for two, and Bob's for three with a move a day."""
    first = create_game(
        host=alice,
        players=["alice@example.org", OPEN],
        terms=Terms(2, PRESETS["live"]),
        now=NOW,
    )
    second = create_game(
        host=bob,
        players=["bob@example.org", OPEN, OPEN],
        terms=Terms(3, PRESETS["a_move_a_day"]),
        now=NOW,
    )
    return first, second


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", (True, True)),
        ("players=2", (True, False)),
        ("players=4", (False, False)),
        ("pace=daily", (False, True)),
        ("pace=sitting", (True, False)),
        ("pace=slow", (False, False)),
        ("players=nonsense", (True, True)),
    ],
)
def test_open_seats_are_filtered(
    client: Client,
    open_tables: tuple[Game, Game],
    query: str,
    found: tuple[bool, bool],
) -> None:
    html = page(client, f"/open-seats/?{query}")
    assert tuple(game.slug in html for game in open_tables) == found


def test_reliable_hosts_are_those_who_show_it(
    client: Client,
    open_tables: tuple[Game, Game],
    finished_game: Game,
    alice: User,
) -> None:
    first, second = open_tables
    address = "/open-seats/?reliable=on"
    assert first.slug not in page(client, address)
    Profile.objects.create(
        user=alice, slug="abcdefgh23", shows_record=True, made_at=NOW
    )
    html = page(client, address)
    assert first.slug in html
    assert second.slug not in html
    assert "host: 100 % in time" in text_of(html)
