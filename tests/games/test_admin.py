"""The admin: everything but the seed can be viewed, and nothing can be rewritten."""

import pytest
from django.contrib import admin
from django.test import Client, RequestFactory

from games.models import Game, GameSeed, Seat, StoredEvent, User


@pytest.mark.parametrize("model", [Game, Seat, StoredEvent])
def test_stored_events_are_read_only(model: type) -> None:
    desk = admin.site._registry[model]
    request = RequestFactory().get("/")
    assert not desk.has_add_permission(request)
    assert not desk.has_change_permission(request)
    assert not desk.has_delete_permission(request)


def test_seeds_are_not_registered() -> None:
    assert GameSeed not in admin.site._registry


@pytest.mark.parametrize("page", ["game", "seat", "storedevent", "user"])
def test_lists_and_pages_open(staff: Client, two_player_game: Game, page: str) -> None:
    listing = staff.get(f"/admin/games/{page}/", {"q": "a"})
    assert listing.status_code == 200
    assert staff.get(f"/admin/games/{page}/?q=").status_code == 200


def test_game_shows_its_seats_but_not_its_seed(
    staff: Client, two_player_game: Game
) -> None:
    page = staff.get(f"/admin/games/game/{two_player_game.pk}/change/")
    seed = bytes(GameSeed.objects.get(game=two_player_game).secret)
    assert b"Bob" in page.content
    assert seed.hex().encode() not in page.content
    assert str(seed).encode() not in page.content


def test_address_can_be_typed_with_capitals(staff: Client) -> None:
    fields = {"email": "New@Example.org", "usable_password": "false"}
    assert staff.post("/admin/games/user/add/", fields).status_code == 302
    assert User.objects.filter(email="new@example.org").exists()


def test_event_shows_its_content(staff: Client, two_player_game: Game) -> None:
    event = StoredEvent.objects.get(game=two_player_game, sequence=1)
    page = staff.get(f"/admin/games/storedevent/{event.pk}/change/")
    assert b"GameCreated" in page.content
    assert event.hash.encode() in page.content


@pytest.mark.parametrize("action", ["change", "delete"])
def test_posting_a_change_is_refused(
    staff: Client, two_player_game: Game, action: str
) -> None:
    event = StoredEvent.objects.get(game=two_player_game, sequence=1)
    path = f"/admin/games/storedevent/{event.pk}/{action}/"
    assert staff.post(path, {"post": "yes", "data": "{}"}).status_code == 403


def test_users_can_be_changed(staff: Client, alice: User) -> None:
    path = f"/admin/games/user/{alice.pk}/change/"
    assert staff.get(path).status_code == 200
    assert staff.get("/admin/games/user/add/").status_code == 200
