"""Every page of the staff has one main heading."""

import re
from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from games.models import Game, User
from games.moderation.registry import all_actions

HEADING = re.compile("<h1[ >]")


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("root@example.org", "secret")


def pages(game: Game, user: User) -> Iterator[str]:
    """Yield the URLs of the desk and of the admin around it."""
    yield from ("/admin/", "/admin/password_change/", "/admin/games/")
    dashboard = reverse("moderation:dashboard")
    yield from (dashboard, f"{dashboard}?q={game.slug}")
    yield reverse("moderation:game", args=[game.slug])
    for action in all_actions().values():
        if action.subject_type is Game:
            yield reverse("moderation:act_on_game", args=[game.slug, action.key])
        elif action.subject_type is User:
            yield reverse("moderation:act_on_person", args=[user.pk, action.key])
    for model in admin.site._registry:
        label = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{label}_changelist")
    yield reverse("admin:games_game_change", args=[game.pk])
    yield reverse("admin:games_user_change", args=[user.pk])


def headings(client: Client, page: str) -> int:
    return len(HEADING.findall(client.get(page, follow=True).content.decode()))


def test_each_page_has_one_main_heading(
    client: Client, root: User, alice: User, two_player_game: Game
) -> None:
    found = {"/admin/login/": headings(client, "/admin/login/")}
    client.force_login(root)
    for page in pages(two_player_game, alice):
        found[page] = headings(client, page)
    own = reverse("moderation:game", args=[two_player_game.slug])
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client.force_login(alice)
    found["the desk of one's own game"] = headings(client, own)
    assert {page: count for page, count in found.items() if count != 1} == {}
