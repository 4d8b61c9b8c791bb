"""The table in plan mode: behind both doors, stored nowhere, pulled away by nobody."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from games.log import positions
from games.models import Game, SeatOrders, User
from stoneage_core.components.places import Place
from stoneage_core.events.actions import PeoplePlaced
from tests.support.pages import (
    Dump,
    html_of,
    page,
    play_path,
    seat_path,
    signed_in,
    values_of,
)
from tests.support.play import submit
from tests.support.standing_time import StandingTime
from tests.support.words import event_sentence

pytestmark = pytest.mark.django_db


def planned(client: Client, game: Game, number: int, query: str = "plan=") -> str:
    """The page of a plan, by the seat's link."""
    return page(client, f"{play_path(game, number)}?{query}")


def links(text: str) -> list[str]:
    return [html.unescape(link) for link in re.findall(r'href="(\?[^"]*)"', text)]


def fields_of(text: str, marker: str) -> dict[str, str]:
    """What the form with a marker sends, by the names of its fields."""
    (form,) = [
        each for each in re.findall(r"<form.*?</form>", text, re.S) if marker in each
    ]
    named = re.findall(r'<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"', form)
    return {name: html.unescape(value) for name, value in named}


def version_of(game: Game) -> int:
    return Game.objects.values_list("version", flat=True).get(pk=game.pk)


def test_a_plan_stores_nothing(
    client: Client, two_player_game: Game, time_stands: StandingTime, dump: Dump
) -> None:
    planned(client, two_player_game, 0)
    before = dump()
    text = planned(
        client, two_player_game, 0, "plan=1-hut,2-forest-3,1-card-1&at=river"
    )
    assert 'data-mode="plan"' in text
    placed = event_sentence(PeoplePlaced(1, Place.FOREST, 3), "Alice", "Bob")
    assert placed not in text
    assert event_sentence(PeoplePlaced(0, Place.CARD_1, 1), "Alice") in text
    assert dump() == before


def test_planned_table_is_cached(client: Client, two_player_game: Game) -> None:
    """What is drawn of a table is cached by it."""
    path = f"{play_path(two_player_game, 0)}?plan=1-hut"
    first, again = (client.get(path).context["table"] for _ in range(2))
    assert first is again


def test_others_cannot_see_a_plan(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    planned(client, two_player_game, 0, "plan=1-hut")
    other = page(client, play_path(two_player_game, 1))
    assert 'data-mode="play"' in other
    assert positions.state_of(two_player_game).players[0].on(Place.HUT) == 0


def test_only_the_owner_can_open_a_plan_signed_in(
    client: Client, two_player_game: Game, alice: User
) -> None:
    path = f"/games/{two_player_game.slug}/play/?plan=1-hut"
    assert 'data-mode="plan"' in page(signed_in(alice), path)
    assert client.get(path).status_code == 302
    assert client.get("/play/nonsense/?plan=1-hut").status_code == 403


def test_the_table_leads_to_a_plan_and_back(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    assert "?plan=" in links(page(client, play_path(two_player_game, 0)))
    leading = links(planned(client, two_player_game, 0, "plan=1-hut"))
    assert "?" in leading
    kept = f"?plan=1-hut&from={two_player_game.version}"
    assert f"{kept}&at=forest" in leading
    assert f"{kept}&sheet=talk" in leading
    assert f"{kept}&sheet=tribe-1" in leading


def test_choices_of_a_plan_are_links_that_play_nothing(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    version = version_of(two_player_game)
    text = planned(client, two_player_game, 0, "plan=1-hut&as=2&at=forest")
    step = f"?plan=1-hut,2-forest-3&from={version}"
    assert step in links(text)
    placed = event_sentence(PeoplePlaced(1, Place.FOREST, 3), "Alice", "Bob")
    assert placed in page(client, play_path(two_player_game, 0) + step)
    assert version_of(two_player_game) == version


def test_plan_stays_when_others_move(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    version = version_of(two_player_game)
    query = f"plan=1-hut,2-field&from={version}"
    submit(two_player_game, 0, "forest 2", now=time_stands.now)
    text = planned(client, two_player_game, 1, query)
    assert f'data-version="{version}"' in text
    assert "Alice moved in the meantime." in text
    now = version_of(two_player_game)
    assert f"?plan=1-hut,2-field&from={now}" in links(text)
    from_there = planned(client, two_player_game, 1, f"plan=2-hut&from={now}")
    assert "moved in the meantime" not in from_there


def test_the_page_notices_moves_and_keeps_the_plan(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    text = planned(client, two_player_game, 1, "plan=2-hut,1-field&upto=1")
    live = text[text.index('id="live"') :]
    assert f'data-version="{version_of(two_player_game)}"' in live
    assert '<a class="button" href="">' in live, "the address, with its plan, anew"


@pytest.mark.parametrize("version", ["0", "1", "999999", "x", "-4"])
def test_unknown_version_counts_as_the_present_one(
    client: Client, two_player_game: Game, time_stands: StandingTime, version: str
) -> None:
    text = planned(client, two_player_game, 0, f"plan=1-hut&from={version}")
    assert f'data-version="{version_of(two_player_game)}"' in text


@pytest.mark.parametrize(
    "query",
    [
        "plan=<b>",
        "plan=1-hut&move=<b>dance</b>",
        "plan=1-hut&upto=99&as=9&at=<b>",
        "plan=9-hut,1-hut",
        "plan=" + "1-hut," * 500,
        "plan=1-use-hut-dice-9",
        "plan=1-hut&die=6&die=6",
        "plan=%00&from=%F0",
    ],
)
def test_any_query_string_gives_a_complete_page(
    client: Client, two_player_game: Game, time_stands: StandingTime, query: str
) -> None:
    text = planned(client, two_player_game, 0, query)
    assert 'data-mode="plan"' in text
    assert "<b>dance" not in text


def test_plan_becomes_orders_by_one_press(
    client: Client, buying_game: Game, time_stands: StandingTime
) -> None:
    query = "plan=1-use-forest,1-buy-1-wood"
    text = planned(client, buying_game, 0, query)
    orders = re.findall(r"<textarea[^>]*>(.*?)</textarea>", text, re.S)[0]
    fields = fields_of(text, 'id="plan-keep"')
    assert fields["action"] == "orders"
    sent = {"action": "orders", "text": orders.strip()}
    answer = client.post(seat_path(buying_game, 0), sent)
    assert (answer.status_code, answer["Location"][-7:]) == (303, "#orders")
    assert SeatOrders.objects.get().text == (
        "use forest\nbuy 1 wood, buy 1 cheapest\ntools gain"
    )


def test_the_first_step_is_played_at_once(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    text = planned(client, two_player_game, 0, "plan=1-forest-3,2-hut")
    fields = fields_of(text, "Play now: forest 3")
    answer = client.post(play_path(two_player_game, 0), fields)
    assert answer.status_code == 303
    state = positions.state_of(Game.objects.get(pk=two_player_game.pk))
    assert state.players[0].on(Place.FOREST) == 3
    again = client.post(play_path(two_player_game, 0), fields)
    assert again.status_code == 303
    assert version_of(two_player_game) == state.version


def test_several_uses_are_played_in_one_go(
    client: Client, buying_game: Game, time_stands: StandingTime
) -> None:
    text = planned(client, buying_game, 0, "plan=1-use-forest,1-buy-1-wood")
    fields = fields_of(text, "Use these in this order")
    assert fields.pop("use") == "card_1"
    sent = {**fields, "use": ["forest", "card_1"]}
    assert client.post(play_path(buying_game, 0), sent).status_code == 303
    state = positions.state_of(Game.objects.get(pk=buying_game.pk))
    assert state.players[0].resources.wood == 3
    assert len(state.players[0].cards) == 1


def test_a_plan_of_an_older_position_is_not_played(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    version = version_of(two_player_game)
    submit(two_player_game, 0, "forest 2", now=time_stands.now)
    submit(two_player_game, 1, "field", now=time_stands.now)
    query = f"plan=1-hut&from={version}"
    assert "Play now" not in planned(client, two_player_game, 0, query)


def test_player_who_is_not_awaited_can_plan_but_not_play(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    text = planned(client, two_player_game, 1, "plan=2-hut")
    assert 'id="plan-keep"' in text
    assert values_of(text, "command") == []


def test_guests_plan_without_orders(client: Client, time_stands: StandingTime) -> None:
    started: Any = client.post("/practice/", {"opponents": "1"}, follow=True)
    path = started.redirect_chain[-1][0]
    text = page(client, f"{path}?plan=")
    assert 'data-mode="plan"' in text
    assert 'id="plan-keep"' not in text


def test_finished_game_cannot_be_planned(
    client: Client, finished_game: Game, time_stands: StandingTime
) -> None:
    assert 'data-mode="plan"' not in planned(client, finished_game, 0, "plan=1-hut")


def test_htmx_gets_the_table_alone(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    path = play_path(two_player_game, 0) + "?plan=1-hut"
    answer: Any = client.get(path, headers={"HX-Request": "true"})
    text = html_of(answer)
    assert text.lstrip().startswith('<main id="table"')
    assert 'data-mode="plan"' in text
