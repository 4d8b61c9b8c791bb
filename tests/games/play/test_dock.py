"""The dock: one place at a time, several uses in one go, and little to send."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config.web.compression import CompressionMiddleware
from games.lobby.games import create_game
from games.models import Game, StoredEvent, User
from games.store import positions
from stoneage_core import GameState, autopilot, awaited, notation
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.state import Question
from tests.support.games import Loaded
from tests.support.pages import (
    MOVE_FIELDS,
    hidden,
    move,
    page,
    play_path,
    text_of,
)
from tests.support.play import play_on, submit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

#: How many bytes a press may bring, compressed as browsers read it, with all padding.
MOST_BYTES = 4096
MOST_PADDING = CompressionMiddleware.max_random_bytes

PLACEMENTS = [
    (0, "hut"),
    (1, "hunting grounds 5"),
    (0, "tool maker"),
    (0, "forest 1"),
    (0, "clay pit 1"),
]


class WithoutPadding(CompressionMiddleware):
    """Compresses alike, and adds nothing at random."""

    max_random_bytes = 1  # fewer than one


@pytest.fixture
def using(two_player_game: Game, loaded: Loaded) -> Game:
    """Alice is to use her people on the hut, at the tool maker, for wood and brick."""
    for player, text in PLACEMENTS:
        submit(two_player_game, player, text, now=NOW)
    return Game.objects.get(pk=two_player_game.pk)


def shown(html: str) -> str:
    """What the dock shows, without the panes that a tap would bring."""
    pane = html[html.index('id="pane"') :]
    return pane[: pane.index("<template")] if "<template" in pane else pane


def ordered(html: str) -> list[str]:
    return re.findall(r'name="use" value="(\w+)"', shown(html))


def in_order(html: str, *places: str) -> dict[str, object]:
    """What "Use these in this order" sends."""
    fields = {name: hidden(html, name) for name in MOVE_FIELDS}
    return {**fields, "use": list(places)}


def texts(game: Game) -> list[str]:
    made = StoredEvent.objects.filter(game=game, decided_by=0).moves()
    return list(made.order_by("sequence").values_list("command", flat=True))


# Looking


def test_an_address_shows_one_place(client: Client, two_player_game: Game) -> None:
    path = play_path(two_player_game, 0)
    dock = shown(page(client, f"{path}?at=forest"))
    assert 'data-at="forest"' in dock
    assert set(re.findall(r'name="command" value="([^"]+)"', dock)) == {
        f"forest {people}" for people in range(1, 6)
    }
    assert "Send 3 to the forest" in text_of(dock)
    assert "hut" not in re.findall(r'value="([^"]+)"', dock)


def test_the_number_to_begin_with_brings_something_home(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    for place, people in [("forest", 2), ("clay_pit", 2), ("quarry", 3), ("river", 3)]:
        dock = shown(page(client, f"{path}?at={place}"))
        (chosen,) = re.findall(r'data-people="(\d+)" required checked', dock)
        assert int(chosen) == people


def test_a_closed_place_says_why(client: Client, two_player_game: Game) -> None:
    submit(two_player_game, 0, "forest 2", now=NOW)
    dock = shown(page(client, f"{play_path(two_player_game, 1)}?at=forest"))
    assert "The forest is closed to you in this round." in text_of(dock)
    assert "<button" not in dock


def test_a_place_that_is_none_shows_the_question(
    client: Client, two_player_game: Game
) -> None:
    dock = shown(page(client, f"{play_path(two_player_game, 0)}?at=nowhere"))
    assert "Tap a place on the board." in text_of(dock)


def test_who_sends_at_once_needs_no_second_button(
    client: Client, two_player_game: Game, alice: User
) -> None:
    User.objects.filter(pk=alice.pk).update(sends_at_once=True)
    path = play_path(two_player_game, 0)
    html = page(client, f"{path}?at=forest")
    dock = shown(html)
    assert '<button class="number-chip" name="command" value="forest 3"' in dock
    assert "button-main" not in dock
    assert client.post(path, move(html, "forest 3")).status_code == 303


# Several uses in one go


def test_the_uses_stand_in_a_wise_order(client: Client, using: Game) -> None:
    html = page(client, play_path(using, 0))
    assert ordered(html) == ["tool_maker", "hut", "forest", "clay_pit"]


def test_links_change_the_order(client: Client, using: Game) -> None:
    path = play_path(using, 0)
    (later, *_rest) = re.findall(
        r'href="\?order=([\w,]+)" data-step="1"', shown(page(client, path))
    )
    html = page(client, f"{path}?order={later}")
    assert ordered(html) == ["hut", "tool_maker", "forest", "clay_pit"]


def test_all_are_used_by_one_press(client: Client, using: Game, loaded: Loaded) -> None:
    loaded.dice[:] = [3, 4]
    path = play_path(using, 0)
    sent = in_order(page(client, path), "forest", "clay_pit", "hut", "tool_maker")
    answer = client.post(path, sent, follow=True).content.decode()
    # The last one is done by itself: there is nothing else left to do.
    assert texts(using)[-3:] == ["use forest", "use clay pit", "use hut"]
    told = "You rolled 3: 1 wood. You rolled 4: 1 brick. Your tribe grew by one person."
    assert told in text_of(answer)
    (said,) = re.findall(r'<p id="said".*?</p>', answer, flags=re.DOTALL)
    assert re.findall(r"#die-(\d)", said) == ["3", "4"]


def test_the_rest_of_the_order_is_kept_over_a_question(
    client: Client, using: Game, loaded: Loaded
) -> None:
    loaded.dice[:] = [5]
    path = play_path(using, 0)
    sent = in_order(page(client, path), "tool_maker", "forest", "clay_pit", "hut")
    asked = client.post(path, sent, follow=True).content.decode()
    assert 'data-asks="tools"' in asked
    fields = {"order": hidden(asked, "order"), "command": "tools"}
    again = client.post(path, {**in_order(asked), **fields}, follow=True)
    assert texts(using)[-1] == "no tools"
    assert ordered(again.content.decode()) == ["clay_pit", "hut"]


def test_an_order_that_begins_with_a_question_leads_there(
    client: Client, two_player_game: Game
) -> None:
    for player, text in [(0, "card 1"), (1, "hunting grounds 5"), (0, "hut")]:
        submit(two_player_game, player, text, now=NOW)
    submit(two_player_game, 0, "forest 2", now=NOW)
    path = play_path(two_player_game, 0)
    before = texts(two_player_game)
    sent = in_order(page(client, path), "card_1", "hut")
    asked = client.post(path, sent, follow=True).content.decode()
    assert texts(two_player_game) == before
    assert 'data-at="card_1"' in shown(asked)


def test_the_same_order_twice_is_used_once(
    client: Client, using: Game, loaded: Loaded
) -> None:
    path = play_path(using, 0)
    sent = in_order(page(client, path), "hut", "tool_maker")
    first, second = client.post(path, sent), client.post(path, sent)
    assert (first.status_code, second.status_code) == (303, 303)
    assert texts(using)[-2:] == ["use hut", "use tool maker"]


# Little to send


def test_a_press_brings_few_bytes(client: Client, started_game: Game) -> None:
    """Four people, ten rounds on: each question, in every language."""
    play_on(started_game, now=NOW, decisions=120)
    assert heavy_presses(client, started_game, presses=6) == []


def test_so_does_one_that_three_bots_answer(
    client: Client, alice: User, loaded: Loaded
) -> None:
    """Late in a game: presses after which whole rounds go by are among them."""
    bots = [OPPONENTS["Thatch"]] * 3
    players = [alice, *bots]
    game = create_game(host=alice, players=players, start_choice=0, now=NOW)
    loaded.dice[:] = Random(6).choices(range(1, 7), k=3000)
    play_on(game, now=NOW, decisions=60)
    assert heavy_presses(client, game, presses=10) == []


def test_a_tile_that_shows_the_same_card_comes_without_it(
    client: Client, two_player_game: Game
) -> None:
    path = play_path(two_player_game, 0)
    html = page(client, path)
    headers = {"HX-Request": "true"}
    answer = client.post(path, move(html, "card 2"), headers=headers).content.decode()
    (tile,) = re.findall(r'<a class="place tile.*?</a>', answer, flags=re.DOTALL)
    assert "outerHTML:.tile[data-place=card_2]" in tile
    assert 'id="t-0-card_2-0"' in tile
    assert "tile-halves" not in tile
    assert "tile-halves" in html


def test_a_place_comes_without_its_free_rings(client: Client, using: Game) -> None:
    path = play_path(using, 0)
    sent = {**move(page(client, path), ""), "whole": "use forest"}
    answer = client.post(path, sent, headers={"HX-Request": "true"}).content.decode()
    (forest,) = re.findall(r'<a class="place" data-place="forest".*?</a>', answer, re.S)
    assert 'data-free="7"' in forest
    assert "map-ring" not in forest


def test_what_tools_add_comes_as_bare_numbers(client: Client, using: Game) -> None:
    """In the next round, with a tool: of each place, and the words for all once."""
    state = positions.state_of(using)
    while state.question is not Question.PLACE or awaited(state) != {0}:
        state = positions.state_of(play_on(using, now=NOW, decisions=1))
    dock = page(client, play_path(using, 0))
    assert len(re.findall(r' data-with="[\d. ]+">', dock)) == 5
    assert dock.count('slot="tools"') == 1


def packings(content: bytes) -> Iterator[bytes]:
    """Yield an answer as browsers get it that read Brotli, and that read gzip alone."""
    middleware = WithoutPadding(lambda _request: HttpResponse())
    for accepted, encoding in [("gzip, br", "br"), ("gzip", "gzip")]:
        request = RequestFactory(HTTP_ACCEPT_ENCODING=accepted).get("/")
        packed = middleware.process_response(request, HttpResponse(content))
        assert packed["Content-Encoding"] == encoding
        assert isinstance(packed, HttpResponse)
        yield packed.content


def heavy_presses(
    client: Client, game: Game, *, presses: int
) -> list[tuple[str, str, int]]:
    """
    Press as autopilot advises, all uses at once, each time in each of the languages.

    Return the questions and languages whose answers are too long.
    """
    sizes = []
    for _press in range(presses):
        game = Game.objects.get(pk=game.pk)
        state = positions.state_of(game)
        number = min(seat.number for seat in game.seats.all() if seat.awaited_at)
        path = play_path(game, number)
        sent = best_press(page(client, path), state, number)
        for answer, language in answers_in_all_languages(client, path, sent):
            if "HX-Retarget" in answer:
                packed = max(map(len, packings(answer.content)))
                sizes.append((str(state.question), language, packed + MOST_PADDING))
    assert len(sizes) > presses * len(settings.LANGUAGES) / 2
    return [each for each in sizes if each[-1] > MOST_BYTES]


def answers_in_all_languages(
    client: Client, path: str, sent: dict[str, object]
) -> Iterator[tuple[HttpResponse, str]]:
    """Press in each language, in the last one for good; yield the answers."""
    *others, last = (code for code, _name in settings.LANGUAGES)
    for language in (*others, last):
        with transaction.atomic():
            User.objects.update(language=language)
            yield client.post(path, sent, headers={"HX-Request": "true"}), language
            transaction.set_rollback(language != last)


def best_press(html: str, state: GameState, number: int) -> dict[str, object]:
    """Return what is sent by the press that leads on furthest."""
    if state.question is Question.USE and '<li class="order-chip">' in shown(html):
        certain = shown(html).split('class="order-chip order-asks"')[0]
        if certain.count('name="use"') > 1:
            return in_order(html, *ordered(html))
    command = autopilot.choose(state, number)
    return {**move(html, ""), "whole": notation.to_text(command)}
