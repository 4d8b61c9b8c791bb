"""The past of a game: events, positions, and the result with the seed."""

import csv
import re

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.log import positions
from games.log.positions import past_events
from games.models import Game
from stoneage_core import commitment
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from tests.support.games import Loaded
from tests.support.pages import page, text_of
from tests.support.play import submit
from tests.support.standing_time import NOW
from tests.support.words import event_sentence

pytestmark = pytest.mark.django_db


def history(game: Game) -> str:
    return f"/games/{game.slug}/history/"


def numbers_of(html: str) -> list[int]:
    return [int(number) for number in re.findall(r"/at/(\d+)/", html)]


def test_every_event_has_a_sentence_and_a_url(
    client: Client, finished_game: Game
) -> None:
    found = []
    for number in range(finished_game.round + 1):
        html = page(client, f"{history(finished_game)}?round={number}&all=on")
        heading = f"Round {number}" if number else "Before the first round"
        assert heading in text_of(html)
        found += numbers_of(html)
    assert found == list(range(1, finished_game.version + 1))


def test_history_leaves_out_who_is_next_unless_asked(
    client: Client, two_player_game: Game
) -> None:
    turns = two_player_game.events.filter(type="TurnStarted")
    last = turns.latest("sequence").sequence
    assert last not in numbers_of(page(client, history(two_player_game)))
    assert last in numbers_of(page(client, f"{history(two_player_game)}?all=on"))


def test_history_opens_at_the_last_round(client: Client, finished_game: Game) -> None:
    html = page(client, history(finished_game))
    assert numbers_of(html)[-1] == finished_game.version


def test_history_can_be_filtered_by_player(client: Client, finished_game: Game) -> None:
    found, number = list[int](), 1
    while True:
        html = page(client, f"{history(finished_game)}?who=1&all=on&page={number}")
        found += numbers_of(html)
        if 'rel="next"' not in html:
            break
        assert f"who=1&amp;all=on&amp;page={number + 1}" in html
        number += 1
    assert number > 1
    happened = past_events(finished_game)
    assert found == [
        one.sequence for one in happened if getattr(one.event, "player", None) == 1
    ]


def test_history_can_be_filtered_by_kind(client: Client, finished_game: Game) -> None:
    html = page(client, f"{history(finished_game)}?kind=buildings&who=0")
    built = finished_game.events.filter(type="BuildingBuilt", decided_by=0)
    assert set(built.values_list("sequence", flat=True)) <= set(numbers_of(html))
    text = text_of(html)
    assert "Alice built" in text
    assert "Bob built" not in text
    assert "forest" not in text


def test_empty_filter_result_is_explained(
    client: Client, two_player_game: Game
) -> None:
    shown = client.get(f"{history(two_player_game)}?kind=feeding")
    assert list(shown.context["page"].object_list) == []
    assertTemplateUsed(shown, "games/history/_lines.html")


def test_invalid_filters_are_ignored(client: Client, two_player_game: Game) -> None:
    for query in ("who=7", "who=x", "kind=weather", "page=x", "page=99", "round=x"):
        html = page(client, f"{history(two_player_game)}?all=on&{query}")
        assert numbers_of(html)[-1] == two_player_game.version


def test_unknown_round_is_refused_in_a_sentence(
    client: Client, two_player_game: Game
) -> None:
    answer = client.get(f"{history(two_player_game)}?round=7")
    assert answer.status_code == 404
    assertTemplateUsed(answer, "games/refused.html")


def test_dice_are_shown_as_dice(
    client: Client, two_player_game: Game, loaded: Loaded
) -> None:
    loaded.dice[:] = [6, 1, 2, 5, 4]
    submit(two_player_game, 0, "forest 5", now=NOW)
    submit(two_player_game, 1, "hunting grounds 5", now=NOW)
    html = page(client, f"{history(two_player_game)}?kind=dice")
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
    at = f"/games/{two_player_game.slug}/at/"
    before = text_of(page(client, f"{at}{placed - 1}/"))
    after = text_of(page(client, f"{at}{placed}/"))
    assert "Forest: no one; 7 free." in before
    assert "Forest: Alice 3; 4 free." in after
    assert event_sentence(PeoplePlaced(0, Place.FOREST, 3), "Alice") in after


def test_positions_exist_from_the_first_event_to_the_last(
    client: Client, two_player_game: Game
) -> None:
    at, last = f"/games/{two_player_game.slug}/at/", two_player_game.version
    for sequence in (1, last):
        page(client, f"{at}{sequence}/")
    for sequence in (0, last + 1):
        assert client.get(f"{at}{sequence}/").status_code == 404


def test_every_position_can_be_shown(client: Client, two_player_game: Game) -> None:
    for sequence in range(1, two_player_game.version + 1):
        address = f"/games/{two_player_game.slug}/at/{sequence}/"
        assert client.get(address).status_code == 200


def test_result_adds_up_and_reveals_the_seed(
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


def test_running_game_has_no_result(client: Client, two_player_game: Game) -> None:
    answer = client.get(f"/games/{two_player_game.slug}/result/")
    assert answer["Location"] == f"/games/{two_player_game.slug}/"


def test_history_can_be_searched_for_words(client: Client, finished_game: Game) -> None:
    """Case is ignored. The search covers the sentences that the reader sees."""
    path = f"{history(finished_game)}?words=PLAYER STEALS"
    assert list(client.get(path).context["page"].object_list) == []
    found = numbers_of(page(client, f"{history(finished_game)}?words=ROUND+1+began"))
    begun = finished_game.events.filter(type="RoundStarted").first()
    assert begun.sequence in found
    assert len(found) < 5


def test_event_is_quoted_by_url_number_and_hash(
    client: Client, finished_game: Game
) -> None:
    event = finished_game.events.get(sequence=40)
    html = page(client, f"/games/{finished_game.slug}/at/40/?sheet=how")
    assert f"/at/40/ · 40 · {event.hash}" in text_of(html)


def test_game_is_exported_as_text_and_as_a_table(
    client: Client, finished_game: Game
) -> None:
    """They show what the log shows: no names and no orders."""
    transcript = client.get(f"/games/{finished_game.slug}/transcript.txt")
    assert transcript.headers["Content-Type"].startswith("text/plain")
    assert transcript.text.startswith(f"Game: {finished_game.slug}\n")
    assert "\nRound 1, player " in transcript.text
    table = client.get(f"/games/{finished_game.slug}/events.csv")
    rows = list(csv.DictReader(b"".join(table).decode().splitlines()))
    assert len(rows) == finished_game.version
    assert [int(row["sequence"]) for row in rows] == list(range(1, len(rows) + 1))
    assert rows[-1]["hash"] == finished_game.head
    assert any(row["dice"] for row in rows)
    placed = next(row for row in rows if row["type"] == "PeoplePlaced")
    assert placed["sentence"].startswith(f"Player {placed['player']} sent")
    assert not set(rows[0]) & {"name", "email"}
