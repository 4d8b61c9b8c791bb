"""The preferences page adds the browser in use, only on request."""

import pytest
from pytest_django import Settings

from config.checks import check_push_key
from games.models import User
from notifications.models.channels import PushSubscription
from notifications.push import MOST, browser_of, public_key
from tests.support.pages import offences_of, page, signed_in, text_of
from tests.support.servers.push_server import PushServer, ToldBrowser

pytestmark = pytest.mark.django_db

SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1"
)
EDGE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0"
)


def test_browser_is_added_and_removed(service: PushServer, bob: User) -> None:
    client, form = signed_in(bob), ToldBrowser().form()
    added = client.post("/mail/push/", form, headers={"User-Agent": SAFARI})
    assert (added.status_code, added["Location"]) == (303, "/mail/#push")
    (browser,) = PushSubscription.objects.all()
    assert (browser.user, browser.browser) == (bob, "Safari, iPhone")
    html = page(client, "/mail/")
    assert "Safari, iPhone" in text_of(html)
    assert browser.mark in html
    assert browser.endpoint not in html
    off = {"push": "off", "browser": browser.pk}
    assert client.post("/mail/push/", off).status_code == 303
    assert not PushSubscription.objects.exists()


def test_browser_is_added_when_signed_in(service: PushServer, bob: User) -> None:
    client = signed_in(bob)
    client.post("/mail/push/", ToldBrowser().form())
    assert PushSubscription.objects.get().user == bob
    assert 'data-key="' + public_key() in page(client, "/mail/")


def test_other_users_browsers_cannot_be_removed(
    service: PushServer, alice: User, bob: User
) -> None:
    signed_in(bob).post("/mail/push/", ToldBrowser().form())
    off = {"push": "off", "browser": PushSubscription.objects.get().pk}
    signed_in(alice).post("/mail/push/", off)
    assert PushSubscription.objects.get().user == bob


def test_browser_belongs_to_its_last_subscriber(
    service: PushServer, alice: User, bob: User
) -> None:
    form = ToldBrowser().form()
    for user in (alice, bob):
        signed_in(user).post("/mail/push/", form)
    assert PushSubscription.objects.get().user == bob


def test_only_the_latest_browsers_are_kept(service: PushServer, bob: User) -> None:
    client = signed_in(bob)
    for number in range(MOST + 2):
        client.post("/mail/push/", ToldBrowser(str(number)).form())
    kept = PushSubscription.objects.values_list("endpoint", flat=True)
    assert len(kept) == MOST
    assert not any(each.endswith(("/0", "/1")) for each in kept)


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://127.0.0.1/send"},
        {"endpoint": "https://elsewhere.example/send"},
        {"endpoint": "https://push.example/" + "x" * 500},
        {"endpoint": ""},
        {"p256dh": "AAAA"},
        {"p256dh": ""},
        {"auth": "AAAA"},
        {"auth": "ä"},
        {"push": "off", "browser": "x"},
    ],
)
def test_invalid_subscription_is_refused_with_a_sentence(
    service: PushServer, bob: User, wrong: dict[str, str]
) -> None:
    answer = signed_in(bob).post("/mail/push/", ToldBrowser().form() | wrong)
    assert 400 <= answer.status_code < 500
    assert "<h1" in answer.content.decode()
    assert not PushSubscription.objects.exists()


def test_opening_the_page_changes_nothing(service: PushServer, bob: User) -> None:
    answer = signed_in(bob).get("/mail/push/", ToldBrowser().form())
    assert answer["Location"] == "/mail/#push"
    assert not PushSubscription.objects.exists()


def test_notifications_are_not_offered_without_a_key(
    settings: Settings, bob: User
) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    html = page(signed_in(bob), "/mail/")
    assert "push.js" not in html
    assert 'id="push"' not in html
    assert list(check_push_key()) == []


def test_invalid_key_is_reported_to_the_operator(settings: Settings) -> None:
    assert list(check_push_key()) == []
    settings.VAPID_PRIVATE_KEY = "short"
    assert [each.id for each in check_push_key()] == ["config.E011"]


def test_page_has_no_inline_scripts(bob: User) -> None:
    assert offences_of(page(signed_in(bob), "/mail/")) == []


@pytest.mark.parametrize(
    ("user_agent", "called"),
    [(SAFARI, "Safari, iPhone"), (EDGE, "Edge, Windows"), ("curl/8", ""), ("", "")],
)
def test_browsers_have_their_usual_names(user_agent: str, called: str) -> None:
    assert browser_of(user_agent) == called
