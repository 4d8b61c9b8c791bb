"""The turn page: what it shows, and what it takes."""

import re

import pytest
from django.test import Client

from games.log import positions
from games.models import Game, User
from games.presentation.attendance import turn_notice
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from stoneage_core.state import Question
from tests.support.games import Loaded
from tests.support.pages import (
    Dump,
    hidden,
    html_of,
    move,
    page,
    play_path,
    question_on,
    seat_of,
    signed_in,
    text_of,
    values_of,
)
from tests.support.play import play_on, submit
from tests.support.standing_time import NOW
from tests.support.words import event_sentence

pytestmark = pytest.mark.django_db


def sent_by_alice(people: int, reader: int | None = None) -> str:
    placed = PeoplePlaced(0, Place.FOREST, people)
    return event_sentence(placed, "Alice", reader=reader)


def test_the_link_opens_the_seat_and_says_who_plays(
    client: Client, two_player_game: Game
) -> None:
    html = page(client, play_path(two_player_game, 0))
    assert question_on(html) == Question.PLACE
    assert 'data-seat="0"' in html
    assert "Alice" in text_of(html)


def test_link_and_session_show_the_same_page(
    client: Client, two_player_game: Game, alice: User
) -> None:
    by_link = text_of(page(client, play_path(two_player_game, 0)))
    by_name = text_of(page(signed_in(alice), f"/games/{two_player_game.slug}/play/"))
    start = "You play as"
    assert by_link[by_link.index(start) :] == by_name[by_name.index(start) :]


def test_the_page_of_a_turn_by_link_sets_no_cookie(
    client: Client, two_player_game: Game, alice: User
) -> None:
    assert "csrfmiddlewaretoken" not in page(client, play_path(two_player_game, 0))
    assert not client.cookies
    by_name = page(signed_in(alice), f"/games/{two_player_game.slug}/play/")
    assert "csrfmiddlewaretoken" in by_name


def test_cached_table_belongs_to_its_reader(
    client: Client, two_player_game: Game, bob: User
) -> None:
    def table(number: int) -> tuple[str, ...]:
        shown = page(client, play_path(two_player_game, number))
        rows = re.findall(r'class="tribe-row ([^"]*)"', shown)
        (board,) = re.findall(r'id="board"[^>]* aria-label="([^"]*)"', shown)
        return (*rows, board, *re.findall(r'data-version="(\d+)"', shown))

    first, second = table(0), table(1)
    assert "tribe-edge-0 row-own" in first[0]
    assert "tribe-edge-1 row-own" in second[0]
    User.objects.filter(pk=bob.pk).update(language="es", language_known=True)
    assert table(1)[2] == "El tablero"
    assert (table(0), first[2]) == (first, "The board")
    submit(two_player_game, 0, "forest 3", now=NOW)
    assert table(0)[0] != first[0]
    assert table(0)[-1] != first[-1]


def test_the_deadline_is_absolute_and_in_the_readers_zone(
    client: Client, two_player_game: Game, alice: User
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Seoul")
    text = text_of(page(client, play_path(two_player_game, 0)))
    assert "Mon 23 Nov 2026, 21:00 (Asia/Seoul)" in text


def test_every_placement_can_be_looked_at_with_its_odds(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    commands = set(re.findall(r'name="command" value="([^"]+)"', page(client, path)))
    assert {"hut", "field", "tool maker", "card 4", "building 2"} <= commands
    forest = page(client, f"{path}?at=forest")
    numbers = re.findall(r'name="command" value="forest (\d)"', forest)
    assert numbers == ["1", "2", "3", "4", "5"]
    assert "≈ 3.2" in forest  # three people in the forest
    # Places where dice are rolled can be looked at without a further request.
    rolled = re.findall(r'value="(\w+(?: \w+)?) 1" data-people="1"', forest)
    gathering = {"forest", "clay pit", "quarry", "river", "hunting grounds"}
    assert gathering < set(rolled)


def test_a_decision_is_stored_and_leads_back_to_the_page(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    response = client.post(path, move(page(client, path), "forest 3"))
    assert response.status_code == 303
    back = response["Location"]
    assert back.startswith(f"{path}?done=")
    assert sent_by_alice(3, reader=0) in text_of(page(client, back))
    assert positions.state_of(Game.objects.get()).players[0].unplaced == 2
    html = page(client, path)
    assert question_on(html) == ""
    (awaited,) = re.findall(r'class="dock-awaited">(.*?)</ul>', html, re.DOTALL)
    assert text_of(awaited).startswith("Bob")
    seat = seat_of(Game.objects.get(), 0)
    assert turn_notice(seat.user, seat.game) in text_of(html)


def test_a_press_is_answered_by_the_whole_table_and_nothing_else(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    sent = move(page(client, path), "forest 3")
    response = client.post(path, sent, headers={"HX-Request": "true"})
    html = html_of(response)
    assert response.status_code == 200
    assert html.strip().startswith('<main id="table"')
    assert html.strip().endswith("</main>")
    assert sent_by_alice(3, reader=0) in text_of(html)
    assert 'id="rows"' in html
    assert "hx-swap-oob" not in html


def test_answer_shows_moves_of_others_in_the_meantime(
    client: Client, hungry_game: Game
) -> None:
    path = play_path(hungry_game, 0)
    sent = move(page(client, path), "go hungry")
    submit(hungry_game, 1, "go hungry", now=NOW)
    response = client.post(path, sent, headers={"HX-Request": "true"})
    version = Game.objects.get(pk=hungry_game.pk).version
    assert f'data-version="{version}"' in html_of(response)


def test_a_whole_visit_needs_one_page_after_another(
    client: Client, two_player_game: Game, loaded: Loaded
) -> None:
    """Roll, tools, next place: each choice appears at once."""
    for player, text in [
        (0, "tool maker"),
        (1, "hunting grounds 5"),
        (0, "clay pit 2"),
        (0, "forest 2"),
    ]:
        submit(two_player_game, player, text, now=NOW)
    path = play_path(two_player_game, 0)
    html = page(client, path)
    assert question_on(html) == Question.USE
    assert "use clay pit" in values_of(html, "command")
    html = follow(client, path, move(html, "use tool maker"))
    loaded.dice[:] = [3, 4]
    html = follow(client, path, move(html, "use clay pit"))
    assert question_on(html) == Question.TOOLS
    assert 'data-pips="7"' in html
    assert values_of(html, "whole") == ["tools 1", "no tools"]
    assert values_of(html, "tile") == ["1"]
    assert "said-dice" not in html  # the question shows the roll
    follow(client, path, move(html, "tools 1"))
    state = positions.state_of(Game.objects.get())
    assert state.players[0].resources.brick == 2


def follow(client: Client, path: str, sent: dict[str, object]) -> str:
    response = client.post(path, sent, follow=True)
    assert response.status_code == 200
    return html_of(response)


def test_looking_changes_nothing(
    client: Client, started_game: Game, dump: Dump
) -> None:
    play_on(started_game, now=NOW, decisions=30)
    paths = [play_path(started_game, number) for number in range(4)]
    before = dump()
    for path in paths:
        assert client.get(path).status_code == 200
        assert client.head(path).status_code == 200
        assert client.get(path, headers={"HX-Request": "true"}).status_code == 200
    assert dump() == before


def test_recap_shows_the_result_of_the_last_decision(
    client: Client, two_player_game: Game, loaded: Loaded
) -> None:
    for player, text in [(0, "forest 5"), (1, "hunting grounds 5")]:
        submit(two_player_game, player, text, now=NOW)
    text = text_of(page(client, play_path(two_player_game, 0)))
    assert sent_by_alice(5) in text
    bobs = PeoplePlaced(1, Place.HUNTING_GROUNDS, 5)
    assert event_sentence(bobs, "Alice", "Bob") in text


def test_replay_links_to_a_turn_only_if_there_is_one(
    client: Client, started_game: Game
) -> None:
    """Alice waits for Carol, and Carol is asked: both are told what Bob did."""
    for player, text in [(0, "forest 3"), (1, "hut")]:
        submit(started_game, player, text, now=NOW)
    waiting, asked = (page(client, play_path(started_game, seat)) for seat in (0, 2))
    assert "data-replay-close" in waiting
    assert "To my turn" not in waiting
    assert "To my turn" in asked


def test_hunger_is_decided_by_all_at_the_same_time(
    client: Client, hungry_game: Game
) -> None:
    for player in (0, 1):
        path = play_path(hungry_game, player)
        html = page(client, path)
        assert question_on(html) == Question.FEED
        assert "go hungry" in values_of(html, "whole")
        response = client.post(path, move(html, "go hungry"))
        assert response.status_code == 303
    assert positions.state_of(Game.objects.get()).phase == "placement"


def test_every_render_has_a_request_of_its_own(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    ids = {hidden(page(client, path), "request_id") for _ in range(3)}
    assert len(ids) == 3


def test_turn_page_is_never_cached(client: Client, two_player_game: Game) -> None:
    """So that the back button shows the board as it is, not as it was."""
    answer = client.get(play_path(two_player_game, 0))
    assert "no-store" in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]
