"""The past: every event, every position, the final scoring with the seed."""

import re

import pytest
from django.test import Client

from games.models import Game
from games.store import positions
from games.store.positions import past_events
from stoneage_core import commitment
from tests.support.games import Loaded
from tests.support.pages import text_of
from tests.support.play import submit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_every_event_has_a_sentence_and_an_address(
    client: Client, finished_game: Game
) -> None:
    html = client.get(f"/games/{finished_game.slug}/history/").content.decode()
    linked = [int(number) for number in re.findall(r"/at/(\d+)/", html)]
    assert linked == list(range(1, finished_game.version + 1))
    assert f"Round {finished_game.round}" in text_of(html)


def test_dice_are_shown_as_dice(
    client: Client, two_player_game: Game, loaded: Loaded
) -> None:
    loaded.dice[:] = [6, 1, 2, 5, 4]
    submit(two_player_game, 0, "forest 5", now=NOW)
    submit(two_player_game, 1, "hunting grounds 5", now=NOW)
    html = client.get(f"/games/{two_player_game.slug}/history/").content.decode()
    assert re.findall(r"#die-(\d)", html)[:5] == ["6", "1", "2", "5", "4"]


def test_each_position_is_the_one_after_its_event(
    client: Client, two_player_game: Game
) -> None:
    submit(two_player_game, 0, "forest 3", now=NOW)
    placed = next(
        one.sequence
        for one in past_events(two_player_game)
        if type(one.event).__name__ == "PeoplePlaced"
    )
    page = f"/games/{two_player_game.slug}/at/"
    before = text_of(client.get(f"{page}{placed - 1}/").content.decode())
    after = text_of(client.get(f"{page}{placed}/").content.decode())
    assert "Forest: nobody." in before
    assert "Forest: Alice 3; 4 free." in after
    assert "Alice sent 3 people to the forest." in after


def test_positions_are_chained_and_end(client: Client, two_player_game: Game) -> None:
    page, last = f"/games/{two_player_game.slug}/at/", two_player_game.version
    first_html = client.get(f"{page}1/").content.decode()
    assert 'rel="prev"' not in first_html
    assert f'rel="next" href="{page}2/"' in first_html
    assert 'rel="next"' not in client.get(f"{page}{last}/").content.decode()
    for sequence in (0, last + 1):
        assert client.get(f"{page}{sequence}/").status_code == 404


def test_every_position_of_a_game_can_be_shown(
    client: Client, two_player_game: Game
) -> None:
    for sequence in range(1, two_player_game.version + 1):
        address = f"/games/{two_player_game.slug}/at/{sequence}/"
        assert client.get(address).status_code == 200


def test_the_result_adds_up_and_reveals_the_seed(
    client: Client, finished_game: Game
) -> None:
    state = positions.state_of(finished_game)
    text = text_of(client.get(f"/games/{finished_game.slug}/result/").content.decode())
    for score in state.scores:
        assert score is not None
        assert str(score.total) in text
    assert state.seed in text
    assert state.commitment in text
    assert commitment(bytes.fromhex(state.seed)) == state.commitment
    assert "Line by line" in text


def test_a_running_game_has_no_result_yet(
    client: Client, two_player_game: Game
) -> None:
    answer = client.get(f"/games/{two_player_game.slug}/result/")
    assert answer["Location"] == f"/games/{two_player_game.slug}/"
