"""Webhooks and preferences on their page and in the API."""

import pytest

from games.models import Game, User
from games.models.tokens import Scope
from games.privacy.forgetting import forget_user
from notifications.models.channels import Webhook
from notifications.preferences.services import preferences_of
from notifications.privacy import mails_of
from tests.games.api.conftest import ProgramClient, read, refused
from tests.support.pages import signed_in
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db
PAGE = "/mail/webhooks/"
URL = "https://hooks.example.org/services/key"


def test_page_creates_rotates_and_removes(two_player_game: Game, alice: User) -> None:
    client = signed_in(alice)
    filled = {"action": "make", "shape": "standard", "url": URL}
    made = client.post(PAGE, filled | {"game": two_player_game.slug})
    hook = Webhook.objects.get()
    assert (made.status_code, hook.game) == (201, two_player_game)
    assert hook.secret in made.content.decode()
    page = client.get(PAGE).content.decode()
    assert "hooks.example.org" in page
    assert hook.secret not in page
    assert "services/key" not in page
    rotated = client.post(PAGE, {"action": "rotate", "webhook": hook.pk})
    hook.refresh_from_db()
    assert hook.secret in rotated.content.decode()
    assert hook.old_secret not in rotated.content.decode()
    client.post(PAGE, {"action": "remove", "webhook": hook.pk})
    assert not Webhook.objects.exists()


def test_page_reports_errors(alice: User) -> None:
    bad = {"action": "make", "shape": "slack", "url": "http://example.org"}
    answer = signed_in(alice).post(PAGE, bad)
    assert answer.status_code == 400
    assert "https://" in answer.content.decode()


@pytest.mark.parametrize("action", ["rotate", "on"])
def test_removed_webhook_is_not_found(alice: User, action: str) -> None:
    client = signed_in(alice)
    client.post(PAGE, {"action": "make", "shape": "standard", "url": URL})
    form = {"webhook": Webhook.objects.get().pk}
    client.post(PAGE, form | {"action": "remove"})
    answer = client.post(PAGE, form | {"action": action})
    assert answer.status_code == 404
    assert "You have no such webhook." in answer.content.decode()


def test_api_does_the_same(two_player_game: Game, alice: User, bob: User) -> None:
    program = ProgramClient(alice, [Scope.WEBHOOKS])
    wanted = {"url": URL, "shape": "discord", "game": two_player_game.slug}
    made = read(program.send("/webhooks", wanted))
    assert made["secret"].startswith("whsec_")
    path = f"/webhooks/{made['id']}"
    assert read(program.send(f"{path}/rotate", {}))["secret"] != made["secret"]
    (listed,) = read(program.get("/webhooks"))
    assert (listed["host"], listed["secret"]) == ("hooks.example.org", "")
    foreign = ProgramClient(bob, [Scope.WEBHOOKS])
    refused(foreign.send(f"{path}/rotate", {}), 404, "not_there")
    assert foreign.send(path, {}, "delete").status_code == 204
    assert Webhook.objects.exists()
    assert program.send(path, {}, "delete").status_code == 204
    assert not Webhook.objects.exists()


def test_preferences_are_read_and_changed(alice: User) -> None:
    program = ProgramClient(alice, [Scope.READ, Scope.WEBHOOKS])
    told = read(program.get("/preferences"))
    assert told["topics"]["turns"]
    wanted = told | {"pace": "daily", "topics": told["topics"] | {"turns": False}}
    assert read(program.send("/preferences", wanted, "put")) == wanted
    assert preferences_of(alice).pace == "daily"


def test_webhooks_and_preferences_are_exported_and_deleted(alice: User) -> None:
    ProgramClient(alice, [Scope.WEBHOOKS]).send("/webhooks", {"url": URL})
    (told,) = mails_of(alice)["webhooks"]
    assert told["host"] == "hooks.example.org"
    forget_user(user=alice, now=NOW)
    assert not Webhook.objects.exists()
