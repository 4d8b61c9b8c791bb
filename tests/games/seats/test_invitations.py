"""Invitations: a link shows them, a button answers them."""

import re

import pytest
from django.test import Client

from games.lobby.new_games import cancel_game
from games.log import positions
from games.models import Game, User
from games.presentation.time_control_text import term_list, timeout_terms_of
from games.seats.invitations import decline_seat
from tests.support.pages import Dump, invitation_path, seat_of, signed_in, text_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_page_says_who_invites_to_which_game(
    client: Client, invited_game: Game, dump: Dump
) -> None:
    before = dump()
    page = client.get(invitation_path(invited_game, 1))
    text = text_of(page.content.decode())
    assert page.context["host"] == "Alice"
    for term in term_list(invited_game.time_control):
        assert term in text
    assert timeout_terms_of(invited_game.time_control) in text
    assert positions.state_of(invited_game).commitment in text
    assert dump() == before


def test_page_shows_no_addresses(
    client: Client, invited_game: Game, alice: User
) -> None:
    User.objects.filter(pk=alice.pk).update(name="")
    page = client.get(invitation_path(invited_game, 1))
    assert page.context["is_open"]
    assert "alice@example.org" not in page.content.decode()


def test_accepting_joins_with_name_and_zone(client: Client, invited_game: Game) -> None:
    path = invitation_path(invited_game, 1)
    sent = {
        "answer": "accept",
        "name": "Bobby",
        "time_zone": "Europe/Oslo",
    }
    response = client.post(path, sent)
    assert response.status_code == 303
    assert response["Location"] == path  # which welcomes those who have to wait
    seat = seat_of(invited_game, 1)
    assert seat.user is not None
    assert (seat.user.name, seat.user.time_zone) == ("Bobby", "Europe/Oslo")
    assert client.get(response["Location"]).status_code == 200
    welcome = client.get(path).content.decode()
    assert "/play/" in welcome
    assert "/learn/" in welcome
    assert client.post(path, sent).status_code == 303  # idempotent


def test_nameless_player_is_asked_for_a_name(
    client: Client, invited_game: Game, bob: User
) -> None:
    User.objects.filter(pk=bob.pk).update(name="", email="ben.o-neil+play9@example.org")
    path = invitation_path(invited_game, 1)
    assert 'value="Ben O Neil"' in client.get(path).content.decode()
    nameless = client.post(path, {"answer": "accept", "name": ""})
    assert nameless.status_code == 400
    assert "name" in nameless.context["form"].errors
    assert seat_of(invited_game, 1).invitation == "invited"
    assert client.post(path, {"answer": "accept", "name": "Ben"}).status_code == 303
    bob.refresh_from_db()
    assert bob.name == "Ben"


def test_declining_informs_the_host_and_is_final(
    client: Client, invited_game: Game
) -> None:
    path = invitation_path(invited_game, 1)
    assert client.post(path, {"answer": "decline"}).status_code == 303
    assert client.get(path).context["is_declined"]
    assert seat_of(invited_game, 1).invitation == "declined"
    late = client.post(path, {"answer": "accept"})
    assert late.status_code == 409


def test_invalid_answer_changes_nothing(
    client: Client, invited_game: Game, dump: Dump
) -> None:
    path, before = invitation_path(invited_game, 1), dump()
    assert client.post(path, {}).status_code == 400
    assert client.post(path, {"answer": "accept", "name": "x" * 99}).status_code == 400
    link = client.post(path, {"answer": "accept", "name": "www.shop.example"})
    assert link.status_code == 400
    assert "name" in link.context["form"].errors
    assert dump() == before


def test_invitation_to_a_cancelled_game_cannot_be_accepted(
    client: Client, invited_game: Game, alice: User
) -> None:
    path = invitation_path(invited_game, 1)
    cancel_game(game=invited_game, by=alice, now=NOW)
    assert client.get(path).context["is_cancelled"]
    assert client.post(path, {"answer": "accept"}).status_code == 409


def test_table_redirects_players_who_have_not_accepted(
    invited_game: Game, bob: User
) -> None:
    client, page = signed_in(bob), f"/games/{invited_game.slug}/"
    assert client.get(f"{page}play/")["Location"] == page
    decline_seat(seat=seat_of(invited_game, 1), now=NOW)
    assert client.get(f"{page}play/")["Location"] == page
    assert client.get(page).context["own_seat"].invitation == "declined"


def test_game_page_leads_an_invited_user_to_the_answer(
    invited_game: Game, alice: User, bob: User, client: Client
) -> None:
    page = f"/games/{invited_game.slug}/"
    html = signed_in(bob).get(page).content.decode()
    found = re.search(r'href="(/invitation/[^"]+)"', html)
    assert found
    assert client.post(found[1], {"answer": "accept"}).status_code == 303
    assert seat_of(invited_game, 1).invitation == "accepted"


def test_other_readers_get_no_answer_link(
    invited_game: Game, alice: User, client: Client
) -> None:
    page = f"/games/{invited_game.slug}/"
    for reader in (signed_in(alice), client):
        assert "/invitation/" not in reader.get(page).content.decode()
