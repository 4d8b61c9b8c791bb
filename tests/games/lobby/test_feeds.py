"""Atom feeds tell what pages show to anybody."""

import pytest
from django.test import Client

from games.accounts.profiles import show_profile
from games.lobby.games import create_game
from games.lobby.setup import OPEN
from games.models import Audience, Game, User, WatchDelay
from games.store import positions
from tests.support.pages import signed_in
from tests.support.play import play_on
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_games_with_open_seats(client: Client, alice: User) -> None:
    game = create_game(host=alice, players=[alice, OPEN], now=NOW)
    answer = client.get("/open-seats/feed/")
    text = answer.content.decode()
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    assert "<title>Alice</title>" in text
    assert f"/games/{game.slug}/" in text
    assert "example.org" not in text.replace("http://127.0.0.1", "")


def test_finished_games_of_who_shows_them(
    client: Client, finished_game: Game, alice: User
) -> None:
    shown = show_profile(user=alice, shows_results=True, now=NOW)
    text = client.get(f"/players/{shown.slug}/feed/").content.decode()
    assert text.count("<entry>") == 1
    # Bob shows no games: neither his name nor the game's address is told.
    assert "Bob" not in text
    assert finished_game.slug not in text
    show_profile(user=alice, shows_results=False, now=NOW)
    assert client.get(f"/players/{shown.slug}/feed/").status_code == 404


def test_the_rounds_of_a_game_as_far_as_spectators_see_it(
    client: Client, two_player_game: Game, alice: User
) -> None:
    game = play_on(two_player_game, now=NOW, decisions=60)
    path = f"/games/{game.slug}/feed/"
    text = client.get(path).content.decode()
    rounds = positions.state_of(game).round
    assert rounds > 1
    assert text.count("<entry>") == rounds
    assert f"<title>Round {rounds}</title>" in text
    assert "Alice: " in text
    # Spectators who are kept behind by more moves than a round has read less.
    Game.objects.filter(pk=game.pk).update(watch_delay=WatchDelay.THIRTY_MOVES)
    assert client.get(path).content.decode().count("<entry>") < rounds
    assert signed_in(alice).get(path).content.decode().count("<entry>") == rounds
    Game.objects.filter(pk=game.pk).update(audience=Audience.NOBODY)
    assert client.get(path).status_code == 403
