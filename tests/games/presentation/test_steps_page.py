"""The steps of a game as JSON: fetched once."""

import json
from typing import Any

import pytest
from django.test import Client

from games.accounts.users import update_user
from games.models import Game, User
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from tests.support.pages import signed_in
from tests.support.play import submit
from tests.support.standing_time import NOW
from tests.support.words import event_sentence

pytestmark = pytest.mark.django_db


def address(game: Game, first: int, last: int) -> str:
    return f"/games/{game.slug}/steps.json?from={first}&to={last}"


def answer_of(client: Client, path: str) -> dict[str, Any]:
    response = client.get(path)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    return json.loads(response.content)


def test_steps_begin_with_a_whole_snapshot(
    client: Client, two_player_game: Game
) -> None:
    before = two_player_game.version
    submit(two_player_game, 0, "forest 3", now=NOW)
    two_player_game.refresh_from_db()
    path = address(two_player_game, before, two_player_game.version)
    answer = answer_of(client, path)
    assert answer["names"] == ["Alice", "Bob"]
    assert answer["start"]["0.home"] == 5
    assert answer["start"]["card_1"] > 0
    (step,) = answer["steps"]
    assert step["at"] == two_player_game.version
    assert step["changes"] == {"0.at.forest": 3, "0.home": 2, "asked": [1]}
    assert step["text"] == event_sentence(PeoplePlaced(0, Place.FOREST, 3), "Alice")


def test_steps_of_a_whole_game_come_in_one_answer(
    client: Client, finished_game: Game
) -> None:
    response = client.get(address(finished_game, 1, finished_game.version))
    steps = json.loads(response.content)["steps"]
    assert len(steps) > 200


def test_cached_steps_are_not_sent_again(client: Client, finished_game: Game) -> None:
    path = address(finished_game, 1, 100)
    tag = client.get(path)["ETag"]
    again = client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    weak = client.get(path, headers={"If-None-Match": f"W/{tag}"})
    assert weak.status_code == 304
    assert "private" in again["Cache-Control"]


def test_changed_steps_are_sent_again(
    client: Client, two_player_game: Game, alice: User
) -> None:
    path = address(two_player_game, 1, two_player_game.version)
    tag = client.get(path)["ETag"]
    spanish = client.get(path, headers={"Accept-Language": "es"})
    update_user(user=alice, name="Anna")
    renamed = client.get(path)
    assert len({tag, spanish["ETag"], renamed["ETag"]}) == 3
    assert "Anna" in renamed.content.decode()


def test_conditional_request_needs_no_replay(
    client: Client, finished_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = address(finished_game, 1, 100)
    tag = client.get(path)["ETag"]
    monkeypatch.setattr("games.history.replay_answer.load_timeline", None)
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304


def test_the_order_of_the_numbers_does_not_matter(
    client: Client, two_player_game: Game
) -> None:
    last = two_player_game.version
    there, back = address(two_player_game, 3, last), address(two_player_game, last, 3)
    assert answer_of(client, there) == answer_of(client, back)


@pytest.mark.parametrize("query", ["", "from=1", "from=0&to=3", "from=1&to=9999"])
def test_unknown_events_are_refused(
    client: Client, two_player_game: Game, query: str
) -> None:
    answer = client.get(f"/games/{two_player_game.slug}/steps.json?{query}")
    assert answer.status_code == 404


def test_steps_can_only_be_read(two_player_game: Game, alice: User) -> None:
    assert signed_in(alice).post(address(two_player_game, 1, 2)).status_code == 405
