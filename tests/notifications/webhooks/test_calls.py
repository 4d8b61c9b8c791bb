"""Beside a mail a webhook is called, signed, by the mail's policy and no other."""

from datetime import datetime, timedelta

import pytest
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from games.models import Game, User
from notifications.models import Kind, MailStatus, Topic
from notifications.models.webhooks import Shape, Webhook
from notifications.preferences import services
from notifications.preferences.subscriptions import Change
from notifications.webhooks import hooks
from notifications.webhooks.signing import new_secret
from tests.support.hook_server import HookServer
from tests.support.mails import UNDO, Send, game_of, mails
from tests.support.play import submit

#: The verifier of another make reads the machine's clock: it is stopped for it.
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
    """Alice has moved; when Bob's mail is due."""
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
def test_a_receiver_of_another_make_takes_it_and_knows_who_calls(
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
def test_for_a_day_both_secrets_are_good(
    receiver: HookServer, bob: User, moved: datetime, send: Send
) -> None:
    hook = hook_of(bob, receiver.url, moved)
    old = hook.secret
    hooks.rotate_secret(webhook=hook, now=moved - timedelta(hours=23))
    send(moved)
    (call,) = receiver.calls
    for secret in (old, hook.secret):
        Verifier(secret).verify(call.body.decode(), call.headers)
    assert len(call.headers["webhook-signature"].split()) == 2


def test_what_each_chat_understands(
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
    # To ntfy's root, with the topic in it.
    assert said[""]["topic"] == "ntfy"
    assert said[""]["message"] == line
    for call in receiver.calls:
        assert f"/games/{game.slug}/".encode() in call.body
        assert b"/play/" not in call.body


def test_nothing_is_told_twice_and_not_what_is_stale(
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


def test_who_has_moved_meanwhile_is_not_told(
    receiver: HookServer, game: Game, bob: User, moved: datetime, send: Send
) -> None:
    hook_of(bob, receiver.url, moved)
    receiver.answers = [(503, {})]
    send(moved)
    submit(game, 1, "hunting grounds 2", now=moved)
    send(moved + timedelta(minutes=1))
    assert len(receiver.calls) == 1
    assert mails(Kind.WEBHOOK)[0].status == MailStatus.SKIPPED


def test_topics_and_games_are_those_of_mails(
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
    services.subscriptions_save(user=bob, changes=off, now=moved)
    submit(game, 1, "hunting grounds 2", now=moved)
    submit(game, 0, "clay 2", now=moved)
    send(moved + UNDO)
    assert receiver.calls == []


def test_after_a_day_it_is_switched_off_and_its_owner_told(
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
    hooks.switch_on(webhook=hook)
    assert Webhook.objects.get(off_at=None).failing_since is None


def test_who_is_gone_is_called_no_more(
    receiver: HookServer, bob: User, moved: datetime, send: Send
) -> None:
    hook = hook_of(bob, receiver.url, moved)
    receiver.answers = [(410, {})]
    send(moved)
    hook.refresh_from_db()
    assert hook.off_at == moved
    assert mails(Kind.WEBHOOK)[0].status == MailStatus.FAILED
