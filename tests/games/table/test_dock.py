"""The dock: one place at a time, several uses in one go, and little to send."""

import re

import pytest
from django.test import Client

from games.log import positions
from games.models import Game, StoredEvent, User
from stoneage_core import awaited
from stoneage_core.state import Question
from tests.support.games import Loaded
from tests.support.pages import (
    MOVE_FIELDS,
    hidden,
    html_of,
    move,
    page,
    play_path,
    text_of,
    without_hidden_panes,
)
from tests.support.play import play_on, submit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db

PLACEMENTS = [
    (0, "hut"),
    (1, "hunting grounds 5"),
    (0, "tool maker"),
    (0, "forest 1"),
    (0, "clay pit 1"),
]


@pytest.fixture
def using(two_player_game: Game, loaded: Loaded) -> Game:
    """Alice is to use her people on the hut, at the tool maker, for wood and brick."""
    for player, text in PLACEMENTS:
        submit(two_player_game, player, text, now=NOW)
    return Game.objects.get(pk=two_player_game.pk)


def shown(html: str) -> str:
    """Return the dock without the panes that a tap would show."""
    panes = html[html.index('id="panes"') : html.index("data-seen-game")]
    return without_hidden_panes(panes)


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
    assert 'class="dock-choices dock-words"' in dock
    assert "<button" not in dock


def test_unknown_place_shows_the_question(
    client: Client, two_player_game: Game
) -> None:
    dock = shown(page(client, f"{play_path(two_player_game, 0)}?at=nowhere"))
    assert 'data-at=""' in dock
    assert 'data-pane=""' in dock


def test_sending_at_once_needs_no_second_button(
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


def test_all_people_are_used_by_one_press(
    client: Client, using: Game, loaded: Loaded
) -> None:
    loaded.dice[:] = [3, 4]
    path = play_path(using, 0)
    sent = in_order(page(client, path), "forest", "clay_pit", "hut", "tool_maker")
    answer = html_of(client.post(path, sent, follow=True))
    # The last one is done by itself: there is nothing else left to do.
    assert texts(using)[-3:] == ["use forest", "use clay pit", "use hut"]
    told = (
        "You rolled 3 for wood. You got 1 wood. "
        "You rolled 4 for brick. You got 1 brick. Your tribe grew by one person."
    )
    assert told in text_of(answer)
    (said,) = re.findall(r'<p id="said".*?</p>', answer, flags=re.DOTALL)
    assert re.findall(r"#die-(\d)", said) == ["3", "4"]


def test_the_rest_of_the_order_is_kept_over_a_question(
    client: Client, using: Game, loaded: Loaded
) -> None:
    loaded.dice[:] = [5]
    path = play_path(using, 0)
    sent = in_order(page(client, path), "tool_maker", "forest", "clay_pit", "hut")
    asked = html_of(client.post(path, sent, follow=True))
    assert 'data-asks="tools"' in asked
    fields = {"order": hidden(asked, "order"), "command": "tools"}
    again = client.post(path, {**in_order(asked), **fields}, follow=True)
    assert texts(using)[-1] == "no tools"
    assert ordered(html_of(again)) == ["clay_pit", "hut"]


def test_an_order_that_begins_with_a_question_leads_there(
    client: Client, two_player_game: Game
) -> None:
    for player, text in [(0, "card 1"), (1, "hunting grounds 5"), (0, "hut")]:
        submit(two_player_game, player, text, now=NOW)
    submit(two_player_game, 0, "forest 2", now=NOW)
    path = play_path(two_player_game, 0)
    before = texts(two_player_game)
    sent = in_order(page(client, path), "card_1", "hut")
    asked = html_of(client.post(path, sent, follow=True))
    assert texts(two_player_game) == before
    assert 'data-at="card_1"' in shown(asked)


def test_repeated_order_is_carried_out_once(
    client: Client, using: Game, loaded: Loaded
) -> None:
    path = play_path(using, 0)
    sent = in_order(page(client, path), "hut", "tool_maker")
    first, second = client.post(path, sent), client.post(path, sent)
    assert (first.status_code, second.status_code) == (303, 303)
    assert texts(using)[-2:] == ["use hut", "use tool maker"]


def test_every_place_says_what_tools_add_there(client: Client, using: Game) -> None:
    """In the next round, with a tool."""
    state = positions.state_of(using)
    while state.question is not Question.PLACE or awaited(state) != {0}:
        state = positions.state_of(play_on(using, now=NOW, decisions=1))
    html = page(client, play_path(using, 0))
    panes = html[html.index('id="panes"') :]
    assert panes.count('aria-label="tools"') == 5


@pytest.mark.parametrize("is_tapped", [False, True])
def test_only_one_pane_is_on_view(
    client: Client, two_player_game: Game, is_tapped: bool
) -> None:
    path = play_path(two_player_game, 0)
    html = page(client, f"{path}?at=forest" if is_tapped else path)
    panes = re.findall(r'<section class="dock-pane" data-pane="(\w*)"( hidden)?>', html)
    assert len(panes) == 15  # the question, and each place of a game of two
    seen = [key for key, is_hidden in panes if not is_hidden]
    assert seen == (["forest"] if is_tapped else [""])


def test_ids_of_controls_name_the_version_of_the_game(
    client: Client, two_player_game: Game
) -> None:
    """So that no browser takes one for the control of another question."""
    submit(two_player_game, 0, "forest 3", now=NOW)
    html = page(client, play_path(two_player_game, 0))
    version = Game.objects.get(pk=two_player_game.pk).version
    asked = html[html.index('id="asked"') : html.index("data-seen-game")]
    ids = re.findall(r'<(?:form|input|select|button)[^>]* id="([^"]*)"', asked)
    named = {f"undo-{version}", f"next-order-{version}", f"order-place1-{version}"}
    assert named <= set(ids)
    assert all(each.endswith(f"-{version}") for each in ids), ids
