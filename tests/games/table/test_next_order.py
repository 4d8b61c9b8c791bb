"""The dock offers the next placement to a player who waits; one press orders it."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from games.models import Game, SeatOrders
from games.now import zone_of_seat
from tests.games.table.table import act, shown
from tests.support.pages import html_of, page, play_path, text_of
from tests.support.play import submit
from tests.support.standing_time import StandingTime

pytestmark = pytest.mark.django_db

OFFER, WITHDRAWS = "Order it", "Ask me instead"


def fields(html: str) -> dict[str, str | list[str]]:
    """Return what the form of the next placement sends as it stands."""
    form = re.search(r'<form id="next-order-.*?</form>', html, re.DOTALL)
    assert form
    hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]+)"', form[0])
    selects = r'<select [^>]*name="(\w+)"[^>]*>.*?<option value="([^"]*)" selected'
    steps = [value for name, value in hidden if name == "step"]
    chosen = re.findall(selects, form[0], re.DOTALL)
    return dict(hidden) | {"step": steps} | dict(chosen)


def test_nothing_is_chosen_beforehand(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    """The browser asks for a placement first; without one nothing is ordered."""
    submit(two_player_game, 0, "hut", now=time_stands.now)
    path = play_path(two_player_game, 0)
    html = page(client, path)
    sent = fields(html)
    assert (sent["place1"], sent["place2"]) == ("", "")
    assert re.search(r'name="place1" required>\s*<option value="" selected>', html)
    assert "<details" in html  # the offer is folded, so that it asks for nothing
    client.post(path, sent)
    assert not SeatOrders.objects.exists()


def test_dock_says_what_orders_play_and_when(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    act(client, two_player_game, 0, "orders", text="forest 3\nno tools")
    due = two_player_game.seats.get(number=0).orders_at
    assert due is not None
    html = page(client, play_path(two_player_game, 0))
    at = due.astimezone(zone_of_seat(two_player_game.seats.get(number=0)))
    assert f"Orders at {at:%H:%M}: Forest 3" in text_of(html)
    assert re.search(r'href="[^"]+/seat/#orders">Withdraw<', html)
    act(client, two_player_game, 0, "orders", withdraw="yes")
    assert "Orders at" not in shown(client, two_player_game, 0)


@pytest.mark.parametrize("text", ["pick 6", "hunting grounds 10"])
def test_dock_ignores_orders_about_other_questions(
    client: Client, two_player_game: Game, time_stands: StandingTime, text: str
) -> None:
    act(client, two_player_game, 0, "orders", text=text)
    assert two_player_game.seats.get(number=0).orders_at is not None
    assert "Orders at" not in shown(client, two_player_game, 0)


def test_dock_ignores_orders_for_the_deadline(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    act(client, two_player_game, 0, "orders", text="field", at_deadline="yes")
    assert "Orders at" not in shown(client, two_player_game, 0)


def test_one_press_orders_what_was_chosen_and_one_withdraws_it(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    assert OFFER not in shown(client, two_player_game, 0)
    submit(two_player_game, 0, "hut", now=time_stands.now)
    path = play_path(two_player_game, 0)
    sent = fields(page(client, path)) | {"place1": "field", "place2": "forest 1"}
    answer = client.post(path, sent)
    assert (answer.status_code, answer["Location"]) == (303, path)
    ordered = f"{sent['place1']}, {sent['place2']}"
    assert SeatOrders.objects.get().text == ordered
    assert WITHDRAWS in shown(client, two_player_game, 0)
    client.post(path, fields(page(client, path)) | {"withdraw": "yes"})
    assert not SeatOrders.objects.exists()
    assert WITHDRAWS not in shown(client, two_player_game, 0)


def test_several_placements_can_be_ordered(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    """Each press adds one for as long as people are left; pressed twice it is once."""
    submit(two_player_game, 0, "hut", now=time_stands.now)
    path = play_path(two_player_game, 0)
    first = fields(page(client, path)) | {"place1": "forest 1", "place2": ""}
    for _ in range(2):
        client.post(path, first)
    assert SeatOrders.objects.get().text == "forest 1"
    second = fields(page(client, path)) | {"place1": "field", "place2": "river 2"}
    client.post(path, second)
    assert SeatOrders.objects.get().text == "forest 1\nfield, river 2"
    client.post(path, fields(page(client, path)) | {"place1": "tool maker"})
    assert SeatOrders.objects.get().text.count("\n") == 2
    assert OFFER not in shown(client, two_player_game, 0)


def test_the_part_that_htmx_gets_says_so_too(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    path = play_path(two_player_game, 0)
    sent = fields(page(client, path)) | {"place1": "forest 2", "place2": ""}
    html = html_of(client.post(path, sent, headers={"HX-Request": "true"}))
    assert "<b>Forest 2</b>" in html


def test_form_of_another_moment_is_too_late(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    path = play_path(two_player_game, 0)
    sent = fields(page(client, path))
    submit(two_player_game, 1, "field", now=time_stands.now)
    submit(two_player_game, 0, "forest 1", now=time_stands.now)
    time_stands.now += timedelta(minutes=1)
    assert client.post(path, sent).status_code == 409
    assert (
        act(client, two_player_game, 0, "place-ahead", place1="hut").status_code == 400
    )
    assert not SeatOrders.objects.exists()


def test_others_never_see_the_orders(
    client: Client, two_player_game: Game, time_stands: StandingTime
) -> None:
    submit(two_player_game, 0, "hut", now=time_stands.now)
    path = play_path(two_player_game, 0)
    client.post(path, fields(page(client, path)) | {"place1": "river 2"})
    assert WITHDRAWS not in shown(client, two_player_game, 1)
