"""Webhooks and preferences on their page and in the API."""

from datetime import timedelta

import pytest
from django.conf import LazySettings

from games.limits import WEBHOOK_TESTS
from games.models import Game, User
from games.models.tokens import Scope
from games.privacy.forgetting import forget_user
from notifications.models.channels import Webhook
from notifications.preferences.services import preferences_of
from notifications.privacy import mails_of
from tests.games.api.conftest import ProgramClient, read, refused
from tests.support.mails import Send
from tests.support.pages import signed_in
from tests.support.servers.hook_server import HookServer
from tests.support.standing_time import NOW, StandingTime

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


def test_private_addresses_are_refused_when_they_are_entered(alice: User) -> None:
    program = ProgramClient(alice, [Scope.WEBHOOKS])
    for host in ("127.0.0.1", "10.1.2.3", "192.168.0.9", "169.254.169.254", "[::1.2]"):
        made = program.send("/webhooks", {"url": f"https://{host}/hook"})
        refused(made, 400, "invalid")
    bad = {"action": "make", "shape": "standard", "url": "https://10.1.2.3/hook"}
    assert "url" in signed_in(alice).post(PAGE, bad).context["form"].errors
    assert not Webhook.objects.exists()


def test_own_machine_can_be_called_if_the_operator_allows_it(
    alice: User, receiver: HookServer, settings: LazySettings, send: Send
) -> None:
    program = ProgramClient(alice, [Scope.WEBHOOKS])
    refused(program.send("/webhooks", {"url": receiver.url}), 400, "invalid")
    settings.WEBHOOK_LOOPBACK = True
    made = read(program.send("/webhooks", {"url": receiver.url}))
    tested = program.send(f"/webhooks/{made['id']}/test", {})
    assert tested.status_code == 202
    send(NOW)
    (call,) = receiver.calls
    assert call.said["type"] == "test"
    elsewhere = {"url": "http://hooks.example.org/hook"}
    refused(program.send("/webhooks", elsewhere), 400, "invalid")


def test_log_shows_each_call_with_its_outcome(
    alice: User,
    bob: User,
    receiver: HookServer,
    settings: LazySettings,
    send: Send,
    time_stands: StandingTime,
) -> None:
    settings.WEBHOOK_LOOPBACK = True
    program, client = ProgramClient(alice, [Scope.WEBHOOKS]), signed_in(alice)
    made = read(program.send("/webhooks", {"url": receiver.url}))
    path = f"/webhooks/{made['id']}"
    receiver.answers = [(404, {})]
    for _ in range(2):
        time_stands.now += timedelta(minutes=1)
        client.post(PAGE, {"action": "test", "webhook": made["id"]})
        send(time_stands.now)
    latest, first = read(program.get(f"{path}/calls"))
    assert (first["status"], first["reason"]) == ("failed", "404 Not Found")
    assert (latest["status"], latest["type"], latest["attempts"]) == ("sent", "test", 1)
    assert latest["id"] == receiver.calls[1].headers["webhook-id"]
    hook = Webhook.objects.get()
    assert hook.failing_since is None, "a test that fails is only a test"
    assert "404 Not Found" in client.get(PAGE).content.decode()
    foreign = ProgramClient(
        User.objects.create(email="x@example.org"), [Scope.WEBHOOKS]
    )
    refused(foreign.get(f"{path}/calls"), 404, "not_there")
    refused(foreign.send(f"{path}/test", {}), 404, "not_there")


def test_tests_of_webhooks_are_limited(alice: User) -> None:
    program = ProgramClient(alice, [Scope.WEBHOOKS])
    made = read(program.send("/webhooks", {"url": URL}))
    for _ in range(WEBHOOK_TESTS.most):
        WEBHOOK_TESTS.spend(alice.pk, now=NOW)
    refused(program.send(f"/webhooks/{made['id']}/test", {}), 429, "too_many")
