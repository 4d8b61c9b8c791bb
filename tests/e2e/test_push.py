"""A browser is added on the page of preferences, and shows what is pushed to it."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.e2e.chromium import PHONE, Visitor, visiting
from tests.harness.page_server import PageServer
from tests.support.waiting import wait_for

HANNA = "hanna@example.org"
#: Its push service is on the Internet, where no test goes: this one answers instead.
PUSH_SERVICE = """
const curve = {name: 'ECDH', namedCurve: 'P-256'};
const key = crypto.subtle.generateKey(curve, true, ['deriveBits'])
  .then(pair => crypto.subtle.exportKey('raw', pair.publicKey));

const subscribed = raw => ({
  unsubscribe: async () => sessionStorage.removeItem('subscribed'),
  endpoint: 'https://fcm.googleapis.com/fcm/send/test',
  getKey: name => name === 'auth' ? new Uint8Array(16).buffer : raw,
});
PushManager.prototype.subscribe = () => {
  sessionStorage.setItem('subscribed', 'yes');
  return key.then(subscribed);
};
PushManager.prototype.getSubscription = () =>
  key.then(raw => sessionStorage.getItem('subscribed') ? subscribed(raw) : null);
"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  const shown = await worker.getNotifications();
  return shown.map(each => [each.title, each.body, each.tag]);
}"""


def open_preferences(site: PageServer, visitor: Visitor) -> None:
    """Sign in by the link of an email, and go on to the preferences."""
    link = site.set_scene("tests.e2e.scenes.sign_in_link", HANNA)
    visitor.page.goto(f"{link}?next=/mail/")
    visitor.press(visitor.page.get_by_role("button", name="Sign in"))
    visitor.page.wait_for_url("**/mail/")


def push_by_hand(page: Page, message: dict[str, Any]) -> None:
    """Have the browser hand a message to the worker, as if its service had sent it."""
    session = page.context.new_cdp_session(page)
    seen: list[str] = []

    origin = "/".join(page.url.split("/")[:3])

    def note(event: dict[str, Any]) -> None:
        found = (each for each in event["registrations"] if not each["isDeleted"])
        seen.extend(each["registrationId"] for each in found)

    session.on("ServiceWorker.workerRegistrationUpdated", note)
    session.send("ServiceWorker.enable")
    wait_for(lambda: page.evaluate("() => true") and seen)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": seen[0], "data": json.dumps(message)},
    )


def test_a_reader_adds_their_browser_and_is_told(
    site: PageServer, whole_chromium: Browser, pictures: Path | None
) -> None:
    with visiting(whole_chromium, PHONE, pictures) as visitor:
        page = visitor.page
        page.context.grant_permissions(["notifications"])
        page.add_init_script(PUSH_SERVICE)
        open_preferences(site, visitor)
        section = page.locator("#push")
        visitor.press(section.get_by_role("button", name="Notify me in this browser"))
        expect(section.get_by_text("this one")).to_be_visible()
        expect(section.get_by_role("button", name="Notify me")).to_be_hidden()
        visitor.look("push-on")

        told = {"title": "Stone Age by Mail", "body": "It is your turn.", "tag": "x"}
        push_by_hand(page, told | {"url": site.address})
        wait_for(lambda: page.evaluate(SHOWN))
        assert page.evaluate(SHOWN) == [[told["title"], told["body"], told["tag"]]]

        visitor.press(section.get_by_role("button", name="Take it off"))
        expect(section.get_by_role("button", name="Notify me")).to_be_visible()
        expect(section.get_by_role("listitem")).to_have_count(0)


#: The browser's permission after a failure, and how the failure is called.
FAILURES = (
    ("denied", "NotAllowedError"),
    ("default", "NotAllowedError"),
    ("granted", "AbortError"),  # as in a private window
)


def test_true_reason_is_said_if_notifications_fail(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    refusing = PUSH_SERVICE + (
        "PushManager.prototype.subscribe = () => Promise.reject("
        "new DOMException('no', sessionStorage.getItem('failure')));"
        "Object.defineProperty(Notification, 'permission',"
        " {get: () => sessionStorage.getItem('permission')});"
    )
    with visiting(chromium, PHONE, pictures) as visitor:
        page = visitor.page
        page.add_init_script(refusing)
        open_preferences(site, visitor)
        section = page.locator("#push")
        button = section.get_by_role("button", name="Notify me")
        for permission, failure in FAILURES:
            expect(button).to_be_visible()  # once the page and its script are there
            kept = {"permission": permission, "failure": failure}
            page.evaluate("kept => Object.assign(sessionStorage, kept)", kept)
            visitor.press(button)
            alert = section.get_by_role("alert")
            expect(alert).to_have_count(1)
            expect(alert).to_have_attribute("data-push-failed", permission)
        visitor.look("push-refused")


def test_who_signs_out_is_told_nothing_more_in_that_browser(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    subscribed = "() => sessionStorage.getItem('subscribed')"
    with visiting(chromium, PHONE, pictures) as visitor:
        page = visitor.page
        page.add_init_script(PUSH_SERVICE)
        page.goto(site.address)
        visitor.start_practice()
        page.evaluate("() => sessionStorage.setItem('subscribed', 'yes')")
        page.goto(f"{site.address}/account/")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        assert page.evaluate(subscribed)
        visitor.press(page.get_by_role("button", name="Sign out"))
        expect(page.get_by_role("link", name="Sign in")).to_be_visible()
        assert not page.evaluate(subscribed)
