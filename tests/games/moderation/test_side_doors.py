"""The admin cannot change who plays. Only acts of the desk can."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.test import Client, RequestFactory

from games.lobby.new_games import create_game
from games.models import Game, ModerationAction, Seat, User
from tests.support.standing_time import NOW

pytestmark = [pytest.mark.django_db]

FIELDS = ("email", "name", "time_zone", "language", "is_active")


@pytest.fixture
def root(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root@example.org", "secret"))
    return client


def row(user: User) -> dict[str, object]:
    return User.objects.filter(pk=user.pk).values().get()


def page_of(user: User, page: str = "change") -> str:
    return f"/admin/games/user/{user.pk}/{page}/"


def test_superuser_cannot_change_users(
    root: Client, two_player_game: Game, bob: User
) -> None:
    before = row(bob)
    changes = dict.fromkeys(FIELDS, "") | {"email": "mine@example.org", "name": "X"}
    for rights in {}, {"is_staff": "on"}:
        root.post(page_of(bob), changes | rights)
        assert row(bob) == before
    shown = root.get(page_of(bob)).content.decode()
    assert not any(f'name="{field}"' in shown for field in FIELDS)


def test_player_gets_no_staff_rights(
    root: Client, two_player_game: Game, bob: User
) -> None:
    """Rights that they had before can be removed one by one."""
    group = Group.objects.get(name="Auditors")
    rights = {"is_staff": "on", "is_superuser": "on", "groups": [group.pk]}
    root.post(page_of(bob), rights)
    bob.refresh_from_db()
    assert (bob.is_staff, bob.is_superuser, bob.groups.count()) == (False, False, 0)
    User.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    for left in {"is_superuser": "on"}, {}:
        root.post(page_of(bob), left)
    bob.refresh_from_db()
    assert (bob.is_staff, bob.is_superuser) == (False, False)


def test_superuser_cannot_delete_users(
    root: Client, two_player_game: Game, bob: User
) -> None:
    assert root.post(page_of(bob, "delete"), {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": bob.pk, "post": "yes"}
    root.post("/admin/games/user/", chosen)
    assert Seat.objects.get(game=two_player_game, number=1).user == bob


@pytest.mark.parametrize("page", ["password", "change"])
def test_nobody_gets_a_password(root: Client, bob: User, page: str) -> None:
    """Anybody who signs in with it could play their games."""
    new = {"password1": "Twelve stones", "password2": "Twelve stones"}
    root.post(page_of(bob, page), {**new, "usable_password": "true", "password": "x"})
    bob.refresh_from_db()
    assert not bob.has_usable_password()
    assert 'type="password"' not in root.get(page_of(bob)).content.decode()


def test_password_in_the_database_opens_nothing(bob: User) -> None:
    bob.set_password("set by somebody else")
    bob.save()
    browser = Client()
    assert not browser.login(email="bob@example.org", password="set by somebody else")
    assert not browser.login(
        username="bob@example.org", password="set by somebody else"
    )


def test_invited_user_gets_no_rights(root: Client, alice: User, bob: User) -> None:
    create_game(host=alice, players=[alice, bob], now=NOW)
    root.post(page_of(bob), {"is_staff": "on"})
    bob.refresh_from_db()
    assert not bob.is_staff


def test_staff_accounts_are_made_and_given_rights(
    root: Client, django_user_model: type[User]
) -> None:
    new = {"email": "Mona@example.org"}
    assert root.post("/admin/games/user/add/", new).status_code == 302
    mona = django_user_model.objects.get(email="mona@example.org")
    group = Group.objects.get(name="Moderators")
    root.post(page_of(mona), {"is_staff": "on", "groups": [group.pk]})
    mona.refresh_from_db()
    assert mona.is_staff
    assert set(mona.groups.all()) == {group}
    assert not ModerationAction.objects.exists()


@pytest.mark.parametrize("power", ["add", "change", "delete"])
def test_admin_lists_change_neither_games_nor_players(power: str) -> None:
    """A new list has to be added here, with what it may do."""
    may = {"add": {User, Group}, "change": {User, Group}, "delete": {Group}}
    request = RequestFactory().get("/")
    request.user = User(is_superuser=True, is_active=True, is_staff=True)
    allowed = {
        model
        for model, desk in admin.site._registry.items()
        if getattr(desk, f"has_{power}_permission")(request)
    }
    # Answering a report closes it.
    assert {model.__name__ for model in allowed} - {"Report"} == {
        model.__name__ for model in may[power]
    }
    assert Permission not in admin.site._registry


def test_admin_lists_offer_only_harmless_actions(db: None) -> None:
    request = RequestFactory().get("/")
    request.user = User(is_superuser=True, is_active=True, is_staff=True)
    offered = {
        (model.__name__, action)
        for model, desk in admin.site._registry.items()
        for action in desk.get_actions(request)
    }
    assert offered == {("Group", "delete_selected"), ("IncomingMail", "read_again")}


def test_inlines_are_read_only(db: None) -> None:
    request = RequestFactory().get("/")
    request.user = User(is_superuser=True, is_active=True, is_staff=True)
    for desk in admin.site._registry.values():
        for inline in desk.get_inline_instances(request):
            assert not inline.has_add_permission(request, None)
            assert not inline.has_change_permission(request, None)
            assert not (inline.can_delete and inline.has_delete_permission(request))


def test_staff_who_play_open_the_desk(two_player_game: Game, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    client = Client()
    client.force_login(bob)
    assert client.get("/games/").status_code == 200
    assert client.get("/admin/").status_code == 200
