"""A seat for anybody who has its link, until its host revokes it."""

import pytest
from django.test import Client
from pytest_django.asserts import assertTemplateUsed

from games.errors import SENTENCES
from games.limits import JOIN_LINKS_TRIED
from games.lobby.new_games import LINKED, create_game
from games.models import Game, Invitation, User
from games.models.seats import JoinLink
from games.presentation.text import name_of
from games.presentation.time_control_text import term_list
from tests.support.pages import (
    Dump,
    html_of,
    seat_of,
    signed_in,
    text_of,
    values_of,
)
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: User) -> Game:
    """Alice's game, in which seat 1 has a link."""
    return create_game(host=alice, players=["alice@example.org", LINKED], now=NOW)


def path(game: Game) -> str:
    return f"/join/{JoinLink.objects.get(seat__game=game).code}/"


def test_host_sees_the_link_and_its_qr_code(game: Game, alice: User, bob: User) -> None:
    page = f"/games/{game.slug}/"
    html = signed_in(alice).get(page).content.decode()
    assert f'value="http://127.0.0.1:8000{path(game)}"' in html
    assert 'class="qr"' in html
    for browser in (Client(), signed_in(bob)):
        html = browser.get(page).content.decode()
        assert "/join/" not in html
        assert 'class="qr"' not in html


def test_terms_are_shown_first(game: Game, client: Client, dump: Dump) -> None:
    before = dump()
    shown = client.get(path(game))
    html = html_of(shown)
    assert shown.context["host"] == "Alice"
    for term in term_list(game.time_control):
        assert term in text_of(html)
    assert f'name="next" value="{path(game)}"' in html
    assert "alice@example.org" not in html
    assert dump() == before


def test_one_press_takes_the_seat(game: Game, bob: User) -> None:
    client = signed_in(bob)
    sent = {"name": "Bobby", "time_zone": "Europe/Oslo"}
    answer = client.post(path(game), sent)
    assert (answer.status_code, answer["Location"]) == (
        *(303, f"/games/{game.slug}/play/"),
    )
    seat = seat_of(game, 1)
    assert (seat.user, seat.invitation) == (bob, Invitation.ACCEPTED)
    assert (name_of(seat), seat.game.status) == ("Bobby", "active")
    assert seat.user is not None
    assert seat.user.time_zone == "Europe/Oslo"
    assert client.post(path(game), sent).status_code == 303
    assert client.get(path(game)).status_code == 303


def test_first_person_to_open_the_link_gets_the_seat(
    game: Game, bob: User, carol: User
) -> None:
    assert signed_in(bob).post(path(game)).status_code == 303
    late = signed_in(carol)
    for answer in (late.get(path(game)), late.post(path(game))):
        assert answer.status_code == 409
        assertTemplateUsed(answer, "games/refused.html")
    assert seat_of(game, 1).user == bob


def test_link_gives_one_seat_to_one_person(alice: User, bob: User) -> None:
    players = ["alice@example.org", LINKED, LINKED]
    game = create_game(host=alice, players=players, now=NOW)
    first, second = (
        f"/join/{link.code}/" for link in JoinLink.objects.order_by("seat__number")
    )
    client = signed_in(bob)
    assert client.post(second).status_code == 303
    assert client.post(first)["Location"] == f"/games/{game.slug}/"
    assert seat_of(game, 1).user is None
    assert signed_in(alice).post(first).status_code == 303
    assert seat_of(game, 1).user is None


def test_visitors_and_guests_have_to_give_an_address(
    game: Game, client: Client
) -> None:
    assert client.post(path(game)).status_code == 403
    client.post("/practice/")
    answer = client.post(path(game))
    assert answer.status_code == 403
    assert answer.context["sentence"] == SENTENCES["address_needed"]
    shown = client.get(path(game))
    assert shown.context["form"] is None
    assert path(game) in values_of(html_of(shown), "next")
    assert seat_of(game, 1).user is None


@pytest.mark.parametrize("do", ["link", "unlink", "open", "automate", "invite"])
def test_host_revokes_the_link(game: Game, alice: User, bob: User, do: str) -> None:
    old = path(game)
    sent = {"number": "1", "do": do, "email": "dave@example.org"}
    answer = signed_in(alice).post(f"/games/{game.slug}/seats/", sent)
    assert answer.status_code == 303
    refused = signed_in(bob).post(old)
    assert refused.status_code == 404
    assertTemplateUsed(refused, "games/refused.html")
    assert seat_of(game, 1).user != bob
    if do == "link":
        assert path(game) != old
        assert signed_in(bob).post(path(game)).status_code == 303


def test_only_the_host_makes_or_revokes_a_link(
    game: Game, bob: User, dump: Dump
) -> None:
    client, before = signed_in(bob), dump()
    for do in ("link", "unlink"):
        sent = {"number": "1", "do": do}
        assert client.post(f"/games/{game.slug}/seats/", sent).status_code == 403
    assert dump() == before


def test_link_to_a_cancelled_game_is_refused(
    game: Game, alice: User, bob: User
) -> None:
    signed_in(alice).post(f"/games/{game.slug}/cancel/")
    assert signed_in(bob).post(path(game)).status_code == 409


def test_guessing_codes_is_limited(client: Client) -> None:
    for _ in range(JOIN_LINKS_TRIED.most):
        JOIN_LINKS_TRIED.spend("127.0.0.1", now=NOW)
    assert client.get("/join/abcdefgh23456789/").status_code == 429


def test_linked_seat_is_not_listed_as_open(game: Game, client: Client) -> None:
    assert game.slug not in client.get("/open-seats/").content.decode()
