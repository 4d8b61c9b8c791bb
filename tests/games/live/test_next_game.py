"""After a move the next waiting game is one press away."""

from datetime import timedelta

import pytest
from django.test import Client

from games.clocks import PRESETS
from games.live.live_page import next_game
from games.lobby.new_games import create_game
from games.models import Game, Seat, User
from games.seats.invitations import accept_seat
from stoneage_core.terms import Terms
from tests.support.pages import (
    html_of,
    move,
    page,
    play_path,
    seat_of,
    signed_in,
    text_of,
)
from tests.support.play import freeze, submit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def moved(two_player_game: Game) -> Game:
    """Alice has moved, and it is Bob's turn."""
    return submit(two_player_game, 0, "forest 3", now=NOW).game


def another(alice: User, other: User, clock: str = "unhurried") -> Game:
    """Make another game in which Alice is awaited."""
    game = create_game(
        host=alice,
        players=[alice, other],
        terms=Terms(2, PRESETS[clock], first_player=0),
        now=NOW,
    )
    return accept_seat(seat=game.seats.get(number=1), now=NOW)


def test_link_is_missing_without_another_game(moved: Game, alice: User) -> None:
    assert next_game(alice, seat_of(moved, 0)) is None


def test_most_urgent_game_comes_first(moved: Game, alice: User, carol: User) -> None:
    another(alice, carol, "relaxed")
    urgent = another(alice, carol, "live")
    found = next_game(alice, seat_of(moved, 0))
    assert found is not None
    assert found["url"] == f"/games/{urgent.slug}/play/"
    assert found["deadline"] == seat_of(urgent, 0).deadline_at
    assert found["others"] == 1


def test_games_without_a_possible_decision_are_not_offered(
    moved: Game, alice: User, carol: User
) -> None:
    freeze(another(alice, carol), NOW)
    on_autopilot = another(alice, carol)
    Seat.objects.filter(game=on_autopilot, number=0).update(is_on_autopilot=True)
    submit(another(alice, carol), 0, "forest 2", now=NOW + timedelta(minutes=1))
    assert next_game(alice, seat_of(moved, 0)) is None


def test_move_is_followed_by_a_link_to_the_next_game(
    two_player_game: Game, alice: User, carol: User
) -> None:
    following = another(alice, carol)
    browser, path = signed_in(alice), f"/games/{two_player_game.slug}/play/"
    sent = move(page(browser, path), "forest 3")
    html = html_of(browser.post(path, sent, headers={"HX-Request": "true"}))
    assert f'href="/games/{following.slug}/play/"' in html
    assert "Next: Stone Age with " in text_of(html)


def test_player_who_is_still_awaited_is_not_led_away(
    two_player_game: Game, alice: User, carol: User
) -> None:
    another(alice, carol)
    html = page(signed_in(alice), f"/games/{two_player_game.slug}/play/")
    assert "Next: " not in html


def test_link_does_not_reveal_other_games(
    moved: Game, alice: User, bob: User, carol: User
) -> None:
    """Anybody may hold the link, unless they are signed in as its owner."""
    following = another(alice, carol)
    path = play_path(moved, 0)
    assert following.slug not in page(Client(), path)
    assert following.slug not in page(signed_in(bob), path)
    assert following.slug in page(signed_in(alice), path)
