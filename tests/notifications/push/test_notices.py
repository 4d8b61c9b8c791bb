"""A mail that asks for a decision is accompanied by a notification."""

import json
from datetime import datetime, timedelta

import pytest

from games.models import Game, Unreachable, User
from games.people.reachability import mark_unreachable
from games.privacy.forgetting import forget_user
from notifications.models import Kind, MailStatus, OutgoingMail, Pace, Topic
from notifications.models.channels import PushSubscription
from notifications.preferences import services
from notifications.preferences.services import Change
from notifications.privacy import mails_of
from notifications.push import subscribe, unsubscribe_browser
from notifications.queries import thread_of
from notifications.sending.send_policy import BOUNCES
from tests.notifications.preferences.conftest import wish
from tests.support.mails import UNDO, Send, game_of, mails
from tests.support.play import submit
from tests.support.servers.push_server import PushServer, ToldBrowser

DAY = timedelta(days=1)
FIREFOX = "Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0"


def switch_on(user: User, now: datetime, name: str = "one") -> ToldBrowser:
    browser = ToldBrowser(name)
    said = {key: value for key, value in browser.form().items() if key != "push"}
    subscribe(user=user, user_agent=FIREFOX, now=now, **said)
    return browser


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


def notices(service: PushServer, browser: ToldBrowser) -> list[dict[str, str]]:
    return [json.loads(browser.read(each.body)) for each in service.pushed]


def test_browser_is_notified_with_the_turn_mail(
    service: PushServer, game: Game, bob: User, moved: datetime, send: Send
) -> None:
    browser = switch_on(bob, moved)
    send(moved)
    (notice,) = notices(service, browser)
    assert notice["title"] == "Stone Age by Mail"
    assert notice["body"] == "It’s your turn in Stone Age with Alice."
    assert notice["tag"] == game.slug
    assert "/play/" in notice["url"]
    (row,) = mails(Kind.PUSH)
    assert (row.status, row.user, row.seat_id) == (
        MailStatus.SENT,
        bob,
        game.seats.get(number=1).pk,
    )
    assert mails(Kind.YOUR_TURN, bob)[-1].status == MailStatus.SENT


def test_notification_uses_the_readers_language(
    service: PushServer, bob: User, moved: datetime, send: Send
) -> None:
    User.objects.filter(pk=bob.pk).update(language="es", language_known=True)
    browser = switch_on(bob, moved)
    send(moved)
    assert "Stone Age con Alice" in notices(service, browser)[0]["body"]


@pytest.mark.both_databases
def test_each_browser_is_notified_once(
    service: PushServer, bob: User, moved: datetime, send: Send
) -> None:
    for name in ("one", "two"):
        switch_on(bob, moved, name)
    send(moved)
    send(moved + timedelta(minutes=1))
    assert sorted(each.path for each in service.pushed) == ["/send/one", "/send/two"]


def test_browsers_without_subscription_get_nothing(
    service: PushServer, alice: User, moved: datetime, send: Send
) -> None:
    switch_on(alice, moved)
    send(moved)
    assert service.pushed == []
    assert mails(Kind.PUSH) == []


def test_notifications_follow_the_topic_of_the_mail(
    service: PushServer, bob: User, moved: datetime, send: Send
) -> None:
    switch_on(bob, moved)
    services.save_preferences(user=bob, changes=[Change(Topic.TURNS, False)], now=moved)
    send(moved)
    assert service.pushed == []


def test_quiet_hours_apply(
    service: PushServer, bob: User, moved: datetime, send: Send
) -> None:
    browser = switch_on(bob, moved)
    begins = moved.hour * 60 + moved.minute - 1
    bob.quiet_from, bob.quiet_until = begins, begins + 120
    bob.save()
    wish(bob, moved, quiet=True)
    send(moved)
    assert service.pushed == []
    send(moved + timedelta(hours=2))
    assert len(notices(service, browser)) == 1


def test_daily_digest_causes_a_notification_per_game(
    service: PushServer,
    alice: User,
    bob: User,
    moved: datetime,
    send: Send,
    now: datetime,
) -> None:
    wish(bob, now, pace=Pace.DAILY)
    other = game_of(alice, bob, now=now)
    submit(other, 0, "forest 3", now=now)
    browser = switch_on(bob, moved)
    send(moved)
    assert service.pushed == []
    send(moved + timedelta(days=1))
    assert len({each["tag"] for each in notices(service, browser)}) == 2


@pytest.mark.parametrize("pace", [Pace.AT_ONCE, Pace.DAILY])
def test_unreachable_player_is_still_notified(
    service: PushServer,
    alice: User,
    bob: User,
    now: datetime,
    moved: datetime,
    send: Send,
    pace: Pace,
) -> None:
    wish(bob, now, pace=pace)
    submit(game_of(alice, bob, now=now), 0, "forest 3", now=now)
    browser = switch_on(bob, moved)
    mark_unreachable(user=bob, why=Unreachable.BOUNCED, now=moved)
    for days in range(3):
        send(moved + days * DAY)
    assert len({each["tag"] for each in notices(service, browser)}) == 2
    left_out = mails(Kind.YOUR_TURN, bob)
    assert {each.status for each in left_out} == {MailStatus.SKIPPED}
    assert {each.reason for each in left_out} == {BOUNCES}
    sent = OutgoingMail.objects.filter(user=bob, sent_at__gte=moved)
    assert {each.kind for each in sent} == {Kind.PUSH}


def test_made_decision_is_skipped(
    service: PushServer, game: Game, bob: User, moved: datetime, send: Send
) -> None:
    switch_on(bob, moved)
    service.answers = [(503, {})]
    send(moved)
    (row,) = mails(Kind.PUSH)
    assert (row.status, row.reason) == (MailStatus.PENDING, "503 Service Unavailable")
    submit(game, 1, "clay pit 2", now=moved)
    send(moved + timedelta(hours=5))
    assert mails(Kind.PUSH)[0].status == MailStatus.SKIPPED
    assert len(service.pushed) == 1


@pytest.mark.both_databases
def test_failing_service_is_retried(
    service: PushServer, bob: User, moved: datetime, send: Send
) -> None:
    browser = switch_on(bob, moved)
    service.answers = [(500, {}), (429, {})]
    for hours in range(4):
        send(moved + timedelta(hours=5 * hours))
    assert len(service.pushed) == 3
    assert mails(Kind.PUSH)[0].status == MailStatus.SENT
    assert notices(service, browser)


def test_expired_subscription_is_deleted(
    service: PushServer, bob: User, moved: datetime, send: Send
) -> None:
    switch_on(bob, moved)
    service.answers = [(410, {})]
    send(moved)
    assert not PushSubscription.objects.exists()
    (row,) = mails(Kind.PUSH)
    assert row.status == MailStatus.SKIPPED
    assert "no longer accepts notifications" in row.reason


def test_removed_browser_is_skipped(
    service: PushServer, bob: User, moved: datetime, send: Send
) -> None:
    switch_on(bob, moved)
    service.answers = [(503, {})]
    send(moved)
    unsubscribe_browser(user=bob, pk=PushSubscription.objects.get().pk)
    send(moved + timedelta(hours=5))
    assert len(service.pushed) == 1
    assert mails(Kind.PUSH)[0].status == MailStatus.SKIPPED


def test_refused_notification_is_not_retried(
    service: PushServer, bob: User, moved: datetime, send: Send
) -> None:
    switch_on(bob, moved)
    service.answers = [(403, {})]
    send(moved)
    send(moved + timedelta(hours=5))
    assert len(service.pushed) == 1
    assert mails(Kind.PUSH)[0].status == MailStatus.FAILED


def test_mail_is_sent_even_if_the_service_is_down(
    service: PushServer, bob: User, moved: datetime, send: Send
) -> None:
    switch_on(bob, moved)
    service.answers = [(503, {})]
    assert [each.to for each in send(moved)][-1] == [bob.email]


def test_threads_do_not_refer_to_notifications(
    service: PushServer, bob: User, moved: datetime, send: Send
) -> None:
    """Mail programs would look for a mail that was never sent."""
    switch_on(bob, moved)
    send(moved)
    (notice,) = mails(Kind.PUSH)
    later = OutgoingMail.objects.exclude(kind=Kind.PUSH).order_by("pk").last()
    assert later is not None
    later.pk = notice.pk + 1
    assert notice.message_id not in thread_of(later)


def test_deleted_user_leaves_no_subscription(
    service: PushServer, bob: User, moved: datetime, now: datetime
) -> None:
    switch_on(bob, moved)
    (known,) = mails_of(bob)["browsers"]
    assert known == {
        "name": "Firefox, Android",
        "service": "push.example",
        "since": moved,
    }
    forget_user(user=bob, now=now)
    assert not PushSubscription.objects.exists()
