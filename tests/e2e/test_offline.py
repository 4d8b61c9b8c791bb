"""While the server cannot be reached the last position can be read, and no more."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.chromium import MAIN_BUTTON, OPEN_PLACE, PHONE, Visitor, visiting
from tests.harness.page_server import PageServer
from tests.support.waiting import wait_for

HAS_WORKER = "() => Boolean(navigator.serviceWorker.controller)"
COPIES = """async () => {
  const pages = await caches.open('pages');
  return (await pages.keys()).map(each => new URL(each.url).pathname);
}"""
SHOWN = "() => document.getElementById('live').dataset.version"
KEPT = """async () => {
  const copy = await caches.match(location.pathname, {cacheName: 'pages'});
  const found = copy && /data-version="(\\d+)"/.exec(await copy.text());
  return found && found[1];
}"""


def wait_for_copy(page: Page) -> None:
    """Return when the page that is open is kept as it is shown, and read offline."""
    page.wait_for_function(HAS_WORKER)
    wait_for(lambda: "/" + page.url.split("/", 3)[3] in page.evaluate(COPIES))
    wait_for(lambda: page.evaluate(KEPT) == page.evaluate(SHOWN))


@pytest.fixture
def visitor(chromium: Browser, pictures: Path | None) -> Iterator[Visitor]:
    with visiting(chromium, PHONE, pictures) as somebody:
        yield somebody


def test_the_last_position_is_read_without_a_server(
    own_site: PageServer, visitor: Visitor
) -> None:
    page = visitor.page
    page.goto(own_site.start().address)
    visitor.start_practice()
    before = page.evaluate(SHOWN)
    visitor.press(page.locator(OPEN_PLACE).first)
    visitor.press(page.locator(MAIN_BUTTON))
    # The pane changes first: until all of the answer is there, the copy is the old one.
    wait_for(lambda: page.evaluate(SHOWN) != before)
    wait_for_copy(page)
    shown = page.evaluate(SHOWN)
    own_site.stop()
    page.reload()
    expect(page.get_by_text("You’re offline: this is the page")).to_be_visible()
    assert page.evaluate(SHOWN) == shown
    visitor.look("offline-copy")

    visitor.press(page.locator(OPEN_PLACE).first)
    visitor.press(page.locator(MAIN_BUTTON))
    expect(page.get_by_role("alert")).to_contain_text("Your choices are still here")

    page.goto(own_site.address + "/account/")
    expect(page.get_by_role("heading", level=1)).to_have_text("You’re offline")
    visitor.look("offline")
    visitor.complaints.clear()  # the browser notes that nothing was reached

    own_site.start()
    page.goto(own_site.address + "/account/")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("You’re offline")


def test_who_signs_out_leaves_nothing_to_read(
    site: PageServer, visitor: Visitor
) -> None:
    page = visitor.page
    page.goto(site.address)
    visitor.start_practice()
    wait_for_copy(page)
    own = "/" + page.url.split("/", 3)[3]
    page.context.clear_cookies()
    page.goto("/".join(page.url.split("/")[:3]) + "/")
    wait_for(lambda: own not in page.evaluate(COPIES))
