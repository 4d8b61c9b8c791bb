"""Links that are no longer valid: a calm page, the right status, a way to go on."""

from datetime import timedelta

import pytest
from django.test import Client

from games.accounts.access import end_access
from games.links.purposes import INVITATION_LINK, PLAY_LINK, revoke_links
from games.models import Game, User
from games.now import database_now
from games.seats.invitations import invite_to_seat
from games.signals import GameSignal, LinkRequested, SeatLinkUsed
from tests.support.pages import (
    Dump,
    html_of,
    invitation_path,
    path_of,
    play_path,
    seat_of,
    text_of,
    values_of,
)

pytestmark = pytest.mark.django_db

LONG_AGO = timedelta(days=90)


def old_play_path(game: Game, number: int) -> str:
    return path_of(PLAY_LINK.url(seat_of(game, number), now=database_now() - LONG_AGO))


def title_of(html: str) -> str:
    title = html.partition("<title>")[2].partition("</title>")[0]
    return text_of(title).partition(" · ")[0]


def heading_of(html: str) -> str:
    return text_of(html.partition("<h1>")[2].partition("</h1>")[0])


def test_expired_link_offers_a_fresh_one_to_its_owner(
    client: Client, two_player_game: Game, published: list[GameSignal], dump: Dump
) -> None:
    path, before = old_play_path(two_player_game, 1), dump()
    page = client.get(path)
    assert page.status_code == 410
    assert page.context["is_expired"]
    assert page.context["address"] == "b•••@example.org"
    assert values_of(html_of(page), "action") == ["renew"]
    assert "bob@" not in page.content.decode()
    assert dump() == before
    sent = client.post(path + "renew/")
    assert sent.status_code == 200
    assert sent.context["sent"]
    (asked,) = published
    assert isinstance(asked, LinkRequested)
    assert asked.seat == seat_of(two_player_game, 1)


def test_title_of_an_expired_link_is_its_heading(
    client: Client, two_player_game: Game
) -> None:
    html = html_of(client.get(old_play_path(two_player_game, 1)))
    assert title_of(html) == heading_of(html) != ""


def test_link_ended_by_signing_out_is_not_said_to_have_a_newer_one(
    client: Client, two_player_game: Game, alice: User
) -> None:
    path = play_path(two_player_game, 0)
    end_access(user=alice)
    page = client.get(path)
    assert page.context["is_revoked"]
    assert not page.context["is_expired"]


def test_expired_link_cannot_play(
    client: Client, two_player_game: Game, dump: Dump
) -> None:
    path, before = old_play_path(two_player_game, 0), dump()
    assert client.post(path, {"command": "forest 3"}).status_code == 410
    assert dump() == before


def test_revoked_link_is_distinguished(client: Client, two_player_game: Game) -> None:
    path = play_path(two_player_game, 0)
    revoke_links(seat=seat_of(two_player_game, 0), now=database_now())
    page = client.get(path)
    assert page.status_code == 410
    assert page.context["is_revoked"]
    assert not page.context["is_for_sign_in"]
    assert title_of(html_of(page)) == heading_of(html_of(page)) != ""
    assert client.get(play_path(two_player_game, 0)).status_code == 200


@pytest.mark.parametrize("change", [-1, 3, 9])
def test_tampered_link_reveals_nothing(
    client: Client, two_player_game: Game, change: int
) -> None:
    path = play_path(two_player_game, 0)
    token = path.split("/")[2]
    other = "A" if token[change] != "A" else "B"
    at = change % len(token)
    tampered = f"/play/{token[:at]}{other}{token[at + 1 :]}/"
    page = client.get(tampered)
    assert page.status_code == 403
    assert "•••" not in page.content.decode()
    assert client.post(tampered + "renew/").status_code == 403


def test_invitation_link_cannot_play(client: Client, invited_game: Game) -> None:
    token = invitation_path(invited_game, 1).split("/")[2]
    assert client.get(f"/play/{token}/").status_code == 403
    token = play_path(invited_game, 1).split("/")[2]
    assert client.get(f"/invitation/{token}/").status_code == 403


def test_expired_invitation_offers_a_fresh_one(
    client: Client, invited_game: Game, published: list[GameSignal]
) -> None:
    seat = seat_of(invited_game, 1)
    path = path_of(INVITATION_LINK.url(seat, now=database_now() - LONG_AGO))
    assert client.get(path).status_code == 410
    assert client.post(path + "renew/").status_code == 200
    assert [type(one) for one in published] == [LinkRequested]


def test_former_invitee_learns_nothing_about_the_next(
    client: Client, invited_game: Game, alice: User, published: list[GameSignal]
) -> None:
    path, seat = invitation_path(invited_game, 1), seat_of(invited_game, 1)
    now = database_now()
    invite_to_seat(seat=seat, by=alice, email="zoe@example.com", now=now)
    published.clear()
    for answer in (client.get(path), client.post(path + "renew/")):
        assert answer.status_code == 403
        assert "example.com" not in answer.content.decode()
    assert published == []


def test_fresh_links_are_limited(client: Client, two_player_game: Game) -> None:
    path = old_play_path(two_player_game, 1) + "renew/"
    statuses = [client.post(path).status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]


def test_owner_can_revoke_all_links(
    client: Client, two_player_game: Game, published: list[GameSignal]
) -> None:
    path = play_path(two_player_game, 0)
    page = client.post(f"{path}seat/", {"action": "new-links"})
    assert page.status_code == 200
    assert "a•••@example.org" in text_of(page.content.decode())
    assert client.get(path).status_code == 410
    assert [type(one) for one in published] == [SeatLinkUsed, LinkRequested]
