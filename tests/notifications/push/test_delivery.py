"""Only known push services get messages."""

import json

import pytest
from pytest_django import Settings

from games.background import outgoing_http
from games.background.outgoing_http import PostFailed, PostRefused, ReceiverGone
from notifications.models.channels import PushSubscription
from notifications.push import is_known_service, push
from tests.support.servers.push_server import HOST, PushServer, ToldBrowser
from tests.support.standing_time import NOW


@pytest.fixture
def browser() -> ToldBrowser:
    return ToldBrowser()


def subscription(browser: ToldBrowser) -> PushSubscription:
    said = browser.form()
    return PushSubscription(
        endpoint=said["endpoint"], p256dh=said["p256dh"], auth=said["auth"]
    )


def send(browser: ToldBrowser) -> None:
    push(subscription(browser), b'{"a": 1}', topic="game", now=NOW)


def test_browser_can_read_the_message_but_the_service_cannot(
    service: PushServer, browser: ToldBrowser
) -> None:
    send(browser)
    (pushed,) = service.pushed
    assert pushed.path == "/send/one"
    assert pushed.headers["Content-Encoding"] == "aes128gcm"
    assert pushed.headers["Topic"] == "game"
    assert pushed.headers["TTL"] == "86400"
    assert pushed.headers["Authorization"].startswith("vapid t=")
    assert b'"a"' not in pushed.body
    assert json.loads(browser.read(pushed.body)) == {"a": 1}


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (404, ReceiverGone),
        (410, ReceiverGone),
        (400, PostRefused),
        (413, PostRefused),
        (429, PostFailed),
        (503, PostFailed),
    ],
)
def test_answers_of_a_service_are_distinguished(
    service: PushServer, browser: ToldBrowser, status: int, expected: type[Exception]
) -> None:
    service.answers = [(status, {})]
    with pytest.raises(expected, match=str(status)) as refused:
        send(browser)
    assert type(refused.value) is expected


def test_redirects_are_not_followed(service: PushServer, browser: ToldBrowser) -> None:
    service.answers = [(307, {"Location": f"https://{HOST}/elsewhere"})]
    with pytest.raises(PostRefused, match="307"):
        send(browser)
    assert len(service.pushed) == 1


def test_unreachable_service_is_retried(
    service: PushServer, browser: ToldBrowser
) -> None:
    service.leave()
    with pytest.raises(PostFailed, match="could not be reached"):
        send(browser)


def test_service_with_an_invalid_certificate_gets_nothing(
    service: PushServer, settings: Settings, browser: ToldBrowser
) -> None:
    settings.PUSH_SERVICES = ["other.example"]
    browser.endpoint = "https://other.example/send/one"
    with pytest.raises(PostFailed, match="the secure connection failed"):
        send(browser)
    assert service.pushed == []


def test_name_that_resolves_to_a_private_network_is_refused(
    service: PushServer, browser: ToldBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        outgoing_http.GUARDED.config, "ip_filter_allow_loopback_ips", False
    )
    with pytest.raises(PostRefused, match="its address is not public"):
        send(browser)
    assert service.pushed == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com:x/x",
        "https://me@fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://evil.example/fcm.googleapis.com",
        "https://evilfcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://[::1/x",
        "fcm.googleapis.com",
        "",
    ],
)
def test_only_known_services_are_accepted(endpoint: str) -> None:
    assert not is_known_service(endpoint)


def test_services_of_common_browsers_are_known() -> None:
    for host in (
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "web.push.apple.com",
        "wns2-par02p.notify.windows.com",
    ):
        assert is_known_service(f"https://{host}/send/1")


def test_removed_service_gets_nothing(
    service: PushServer, settings: Settings, browser: ToldBrowser
) -> None:
    settings.PUSH_SERVICES = []
    with pytest.raises(PostRefused, match="PUSH_SERVICES"):
        send(browser)
    assert service.pushed == []
