"""Webhooks are called with a mail, according to its preferences."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from games.models import Game, User
from games.watching.following import follow_game
from notifications import webhooks
from notifications.models import Kind, MailStatus, Topic
from notifications.models.channels import Shape, Webhook
from notifications.preferences import services
from notifications.preferences.services import Change
from notifications.webhooks import new_secret
from tests.games.api.test_bots import example
from tests.support.mails import UNDO, Send, game_of, mails
from tests.support.play import play_to_the_end, submit
from tests.support.servers.hook_server import HookServer

#: The other implementation's verifier reads the machine's clock, which is stopped here.
MOMENT = "standardwebhooks.webhooks.datetime"


def hook_of(
    user: User, url: str, now: datetime, shape: Shape = Shape.STANDARD
) -> Webhook:
    return Webhook.objects.create(
        user=user, url=url, shape=shape, secret=new_secret(), made_at=now
    )


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """Alice is to decide, and has had her first mail."""
    return game_of(alice, bob, now=now)


@pytest.fixture
def moved(game: Game, send: Send, now: datetime) -> datetime:
    """Alice has moved; returns when Bob's mail is due."""
    send(now)
    submit(game, 0, "forest 3", now=now)
    return now + UNDO


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch, moved: datetime) -> None:
    class Stopped(datetime):
        @classmethod
        def now(cls, tz: object = None) -> "Stopped":
            return cls.fromtimestamp(moved.timestamp(), tz)  # type: ignore[arg-type]

    monkeypatch.setattr(MOMENT, Stopped)


@pytest.mark.usefixtures("stopped")
def test_another_implementation_verifies_a_call(
    receiver: HookServer, game: Game, bob: User, moved: datetime, send: Send
) -> None:
    hook = hook_of(bob, receiver.url, moved)
    send(moved)
    (call,) = receiver.calls
    told = Verifier(hook.secret).verify(call.body.decode(), call.headers)
    assert told["type"] == "game.your_turn"
    assert told["data"]["game"] == game.slug
    assert told["data"]["seat"] == 1
    assert told["data"]["text"] == "Your turn: Stone Age with Alice"
    assert told["data"]["url"].endswith(f"/games/{game.slug}/")
    with pytest.raises(WebhookVerificationError):
        Verifier(new_secret()).verify(call.body.decode(), call.headers)
    (row,) = mails(Kind.WEBHOOK)
    assert (row.status, row.beside) == (MailStatus.SENT, mails(Kind.YOUR_TURN, bob)[-1])


@pytest.mark.usefixtures("stopped")
def test_both_secrets_are_valid_for_a_day(
    receiver: HookServer, bob: User, moved: datetime, send: Send
) -> None:
    hook = hook_of(bob, receiver.url, moved)
    old = hook.secret
    rotated_at = moved - timedelta(hours=23)
    hook = webhooks.rotate_secret(user=bob, pk=hook.pk, now=rotated_at)
    send(moved)
    (call,) = receiver.calls
    for secret in (old, hook.secret):
        Verifier(secret).verify(call.body.decode(), call.headers)
    assert len(call.headers["webhook-signature"].split()) == 2


@pytest.mark.usefixtures("stopped")
def test_documented_function_recognises_calls(
    receiver: HookServer, bob: User, moved: datetime, send: Send
) -> None:
    hook = hook_of(bob, receiver.url, moved)
    old = hook.secret
    hook = webhooks.rotate_secret(user=bob, pk=hook.pk, now=moved)
    send(moved)
    (call,) = receiver.calls
    names: dict[str, Any] = {}
    exec(example(2), names)
    is_genuine = names["is_genuine"]
    for secret in (old, hook.secret):
        assert is_genuine(secret, call.headers, call.body)
    assert not is_genuine(webhooks.new_secret(), call.headers, call.body)
    assert not is_genuine(hook.secret, call.headers, call.body + b" ")


def test_each_chat_gets_its_own_format(
    receiver: HookServer, game: Game, bob: User, moved: datetime, send: Send
) -> None:
    User.objects.filter(pk=bob.pk).update(name="Bob <b>")
    for shape in list(Shape)[1:]:
        hook_of(bob, f"{receiver.url}/{shape.value}", moved, shape)
    send(moved)
    said = {call.path.rpartition("/")[2]: call.said for call in receiver.calls}
    line = "Bob <b>: Your turn: Stone Age with Alice"
    assert said["discord"]["content"].startswith(line)
    assert said["discord"]["allowed_mentions"] == {"parse": []}
    assert said["slack"]["text"].startswith("Bob &lt;b&gt;: Your turn")
    assert said["matrix"]["text"].startswith(line)
    # To ntfy's root, with the topic in the body.
    assert said[""]["topic"] == "ntfy"
    assert said[""]["message"] == line
    for call in receiver.calls:
        assert f"/games/{game.slug}/".encode() in call.body
        assert b"/play/" not in call.body


def test_calls_are_not_repeated_and_stale_ones_are_skipped(
    receiver: HookServer, game: Game, bob: User, moved: datetime, send: Send
) -> None:
    hook_of(bob, receiver.url, moved)
    receiver.answers = [(503, {})]
    send(moved)
    (row,) = mails(Kind.WEBHOOK)
    assert row.status == MailStatus.PENDING
    first = receiver.calls[0].headers["webhook-id"]
    send(moved + timedelta(minutes=1))
    send(moved + timedelta(minutes=2))
    assert [call.headers["webhook-id"] for call in receiver.calls] == [first, first]


def test_successful_call_ends_the_failing_state(
    receiver: HookServer, bob: User, moved: datetime, send: Send
) -> None:
    hook = hook_of(bob, receiver.url, moved)
    receiver.answers = [(404, {})]
    for minutes, why in ((0, "404 Not Found"), (1, "")):
        send(moved + timedelta(minutes=minutes))
        hook.refresh_from_db()
        assert (hook.failing_since is not None, hook.off_why) == (bool(why), why)


def test_made_decision_is_skipped(
    receiver: HookServer, game: Game, bob: User, moved: datetime, send: Send
) -> None:
    hook_of(bob, receiver.url, moved)
    receiver.answers = [(503, {})]
    send(moved)
    submit(game, 1, "hunting grounds 2", now=moved)
    send(moved + timedelta(minutes=1))
    assert len(receiver.calls) == 1
    assert mails(Kind.WEBHOOK)[0].status == MailStatus.SKIPPED


def test_calls_follow_the_topics_and_games_of_mails(
    receiver: HookServer,
    game: Game,
    alice: User,
    bob: User,
    carol: User,
    moved: datetime,
    send: Send,
) -> None:
    other = game_of(alice, carol, now=moved)
    hook = hook_of(bob, receiver.url, moved)
    Webhook.objects.filter(pk=hook.pk).update(game=other)
    send(moved)
    assert receiver.calls == []
    Webhook.objects.filter(pk=hook.pk).update(game=game)
    off = [Change(Topic.TURNS, is_on=False)]
    services.save_preferences(user=bob, changes=off, now=moved)
    submit(game, 1, "hunting grounds 2", now=moved)
    submit(game, 0, "clay 2", now=moved)
    send(moved + UNDO)
    assert receiver.calls == []


def test_quiet_hours_delay_a_call_like_the_mail(
    receiver: HookServer, bob: User, moved: datetime, send: Send
) -> None:
    """At noon, in his quiet hours, which end at two: then the mail and the call go."""
    hook_of(bob, receiver.url, moved)
    hours = {"quiet_from": 11 * 60, "quiet_until": 14 * 60, "time_zone": "UTC"}
    User.objects.filter(pk=bob.pk).update(**hours)
    services.save_preferences(user=bob, now=moved, quiet=True)
    send(moved)
    assert (receiver.calls, mails(Kind.WEBHOOK)) == ([], [])
    awake = moved.replace(hour=14, minute=0, second=0, microsecond=0)
    send(awake - timedelta(minutes=1))
    assert receiver.calls == []
    send(awake)
    assert len(receiver.calls) == 1
    send(awake + timedelta(hours=1))
    assert len(receiver.calls) == 1


def test_webhook_covers_one_game_or_all(
    receiver: HookServer,
    game: Game,
    alice: User,
    bob: User,
    moved: datetime,
    send: Send,
) -> None:
    other = game_of(alice, bob, now=moved)
    submit(other, 0, "forest 3", now=moved)
    hook_of(bob, f"{receiver.url}/all", moved)
    one = hook_of(bob, f"{receiver.url}/one", moved)
    Webhook.objects.filter(pk=one.pk).update(game=other)
    send(moved + UNDO)
    heard: dict[str, set[str]] = {}
    for call in receiver.calls:
        if call.said["type"] == "game.your_turn":
            heard.setdefault(call.path, set()).add(call.said["data"]["game"])
    assert heard == {"/hook/all": {game.slug, other.slug}, "/hook/one": {other.slug}}


def test_call_to_a_follower_has_no_seat(
    receiver: HookServer, game: Game, outsider: User, now: datetime, send: Send
) -> None:
    follow_game(user=outsider, game=game, now=now)
    hook_of(outsider, receiver.url, now)
    play_to_the_end(game, now=now)
    send(now + timedelta(days=1))
    (call,) = receiver.calls
    assert call.said["type"] == "game.followed_game_over"
    assert call.said["data"]["seat"] is None


def test_failing_webhook_is_switched_off_after_a_day_and_its_owner_notified(
    receiver: HookServer, bob: User, moved: datetime, send: Send
) -> None:
    hook = hook_of(bob, receiver.url, moved)
    receiver.answers = [(500, {}) for _ in range(100)]
    now = moved
    for _ in range(40):
        send(now)
        hook.refresh_from_db()
        if hook.off_at is not None:
            break
        (row,) = mails(Kind.WEBHOOK)
        assert row.due_at - now <= timedelta(hours=1)
        now = row.due_at
    assert hook.off_at is not None
    assert hook.off_at - moved >= timedelta(days=1)
    assert mails(Kind.WEBHOOK)[0].status == MailStatus.FAILED
    send(now)
    (told,) = mails(Kind.WEBHOOK_OFF)
    assert told.status == MailStatus.SENT
    webhooks.switch_on(user=bob, pk=hook.pk)
    assert Webhook.objects.get(off_at=None).failing_since is None


def test_deleted_users_webhook_is_not_called(
    receiver: HookServer, bob: User, moved: datetime, send: Send
) -> None:
    hook = hook_of(bob, receiver.url, moved)
    receiver.answers = [(410, {})]
    send(moved)
    hook.refresh_from_db()
    assert hook.off_at == moved
    assert mails(Kind.WEBHOOK)[0].status == MailStatus.FAILED
