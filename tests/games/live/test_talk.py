"""Open pages hear what is said, and see who else has the table open."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.live.live_page import live_key
from games.live.live_talk import IS_HERE, here_in_words
from games.models import Game, User
from games.talk import spectators
from tests.games.talk.test_talk import say
from tests.support.pages import page, play_path, signed_in
from tests.support.standing_time import NOW, StandingTime

pytestmark = pytest.mark.django_db


def since(client: Client, game: Game, **asked: Any) -> Any:
    game.refresh_from_db()
    return client.get(f"/games/{game.slug}/since/{game.version}/", asked)


def as_player(client: Client, game: Game, talk: int, here: str = "") -> Any:
    return since(client, game, talk=talk, here=here, key=live_key(game.slug))


def test_players_page_learns_that_something_was_said_and_not_what(
    client: Client, two_player_game: Game
) -> None:
    assert as_player(client, two_player_game, 0).status_code == 204
    said = say(two_player_game, 0, "Between ourselves")
    news = as_player(client, two_player_game, 0)
    assert news.json() == {
        "version": two_player_game.version,
        "said": "",
        "talk": said.pk,
    }
    assert as_player(client, two_player_game, said.pk).status_code == 204


def test_spectators_page_learns_nothing_of_the_players_talk(
    client: Client, two_player_game: Game, outsider: User
) -> None:
    say(two_player_game, 0, "Between ourselves")
    assert since(client, two_player_game, talk=0).status_code == 204
    assert since(client, two_player_game, talk=0, key="guess").status_code == 204
    hello = spectators.say(
        game=two_player_game, user=outsider, seat=None, text="Hello", now=NOW
    )
    assert since(client, two_player_game, talk=0).json()["talk"] == hello.pk
    last = as_player(client, two_player_game, hello.pk)
    assert last.status_code == 204


def test_talk_tells_each_player_what_they_have_not_read(
    client: Client, two_player_game: Game, alice: User, bob: User
) -> None:
    said = say(two_player_game, 0, "Hello <Bob>")
    path = f"{play_path(two_player_game, 1)}talk/"
    news = client.get(path, {"after": 0}).json()
    assert (news["last"], news["unread"]) == (said.pk, 1)
    assert "Hello <Bob>" in news["said"]  # put in as text
    assert "Hello &lt;Bob&gt;" in news["lines"]
    own = signed_in(alice).get(f"/games/{two_player_game.slug}/play/talk/?after=0")
    assert (own.json()["unread"], own.json()["said"]) == (0, "")


def test_message_sent_from_the_table_is_answered_with_its_sheet(
    client: Client, two_player_game: Game
) -> None:
    path = f"{play_path(two_player_game, 0)}talk/"
    htmx = {"HX-Request": "true", "HX-Target": "sheet"}
    sheet = client.post(path, {"text": "Hi", "back": "table"}, headers=htmx)
    assert sheet.status_code == 200
    assert 'id="sheet"' in sheet.content.decode()
    assert "<html" not in sheet.content.decode()
    # A refusal keeps the words; htmx would drop an answer with another status.
    refused = client.post(path, {"text": "x" * 1001, "back": "table"}, headers=htmx)
    assert (refused.status_code, "x" * 1001 in refused.content.decode()) == (200, True)


def test_who_is_here_is_told_by_a_script_if_they_want_it(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    path = play_path(two_player_game, 1)
    client.post(path, {"action": "presence", "presence": "on"})
    page(client, path)
    client.head(path)
    now = time_stands.now
    assert here_in_words(two_player_game, now) == ""
    client.post(path, {"action": "here"})
    assert here_in_words(two_player_game, now) == "1"
    assert as_player(client, two_player_game, 0).json()["here"] == "1"
    assert as_player(client, two_player_game, 0, here="1").status_code == 204
    assert since(client, two_player_game, talk=0).status_code == 204  # a spectator
    assert here_in_words(two_player_game, now + IS_HERE) == ""
    client.post(path, {"action": "presence", "presence": "off"})
    assert here_in_words(two_player_game, now + timedelta(seconds=1)) == ""


def test_nobody_is_shown_who_did_not_ask_for_it(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    client.post(play_path(two_player_game, 1), {"action": "here"})
    assert here_in_words(two_player_game, time_stands.now) == ""
