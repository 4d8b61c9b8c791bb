"""Dice for all and meals: "from now on without asking me", given with a decision."""

import re
from collections.abc import Iterator
from datetime import datetime
from itertools import accumulate

import pytest
from django.test import Client

from games.log import positions
from games.models import Game, SeatOrders
from games.orders import order_beside, write_orders
from games.table.orders_form import preference
from stoneage_core import INITIAL, GameState, autopilot, awaited, evolve, orders
from stoneage_core.simulation import play
from stoneage_core.state import Question
from tests.support.pages import move, page, play_path
from tests.support.play import play_on
from tests.support.standing_time import StandingTime

pytestmark = pytest.mark.django_db

OFFERED = re.compile(r'name="from_now_on" value="([^"]+)"')


def test_preference_is_kept_beside_other_orders(
    client: Client, started_game: Game, time_stands: StandingTime
) -> None:
    path, number = first_hungry(started_game, time_stands)
    seat = started_game.seats.get(number=number)
    write_orders(seat=seat, text="tools gain", now=time_stands.now)
    html = page(client, path)
    (order,) = OFFERED.findall(html)
    assert order == "feed wood brick stone gold"
    sent = {**move(html, "go hungry"), "from_now_on": order}
    assert client.post(path, sent).status_code == 303
    assert SeatOrders.objects.get(seat=seat).text == f"tools gain\n{order}"


def test_preferred_die_is_the_best_that_is_left(
    started_game: Game, now: datetime
) -> None:
    picking = next(
        state
        for state in states_of(4, 3)
        if state.question is Question.DIE and len(awaited(state)) == 1
    )
    (number,) = awaited(picking)
    seat = started_game.seats.select_related("game", "user").get(number=number)
    offered = preference(seat, picking)
    assert offered is not None
    order_beside(seat=seat, question=Question.DIE, text=offered.text, now=now)
    kept = orders.parse(SeatOrders.objects.get(seat=seat).text)
    answer = orders.next_command(kept, picking, number)
    assert isinstance(answer, orders.Answered)
    assert answer.command == autopilot.choose(picking, number)


def test_a_decision_is_made_although_nothing_can_be_preferred_beside_other_orders(
    client: Client, started_game: Game, time_stands: StandingTime
) -> None:
    """Orders for the deadline are not hastened: nothing is offered, or kept."""
    game = started_game
    path, number = first_hungry(game, time_stands)
    seat = game.seats.get(number=number)
    write_orders(seat=seat, text="go hungry", now=time_stands.now, at_deadline=True)
    html = page(client, path)
    assert OFFERED.findall(html) == []
    sent = {**move(html, "go hungry"), "from_now_on": "feed wood"}
    assert client.post(path, sent).status_code == 409
    assert number not in awaited(positions.state_of(Game.objects.get(pk=game.pk)))
    assert SeatOrders.objects.get(seat=seat).text == "go hungry"


def first_hungry(game: Game, time: StandingTime) -> tuple[str, int]:
    """Play until tribes are to be fed; return the page and seat of one of them."""
    for _ in range(300):
        game.refresh_from_db()
        state = positions.state_of(game)
        if state.question is Question.FEED:
            number = min(awaited(state))
            return play_path(game, number), number
        play_on(game, now=time.now, decisions=1)
    raise AssertionError("no tribe was hungry")


def states_of(players: int, seed: int) -> Iterator[GameState]:
    """Yield the positions of a simulated game."""
    return accumulate(
        play(players, seed, autopilot.choose).events, evolve, initial=INITIAL
    )
