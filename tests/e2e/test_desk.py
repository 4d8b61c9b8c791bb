"""The desk with thirty open cases in a browser: wide, and on a small phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.e2e.chromium import OVERHANGING, WIDE, Screen, Visitor, visiting
from tests.e2e.service import Service

DESK = "/admin/games/desk/"
PAGES = {
    "desk": DESK,
    "search": f"{DESK}?q=ana",
    "queue": f"{DESK}cases/",
    "numbers": f"{DESK}numbers/",
}
FILL = "from tests.games.moderation import thirty_cases as t; t.fill()"
#: As small as phones are.
SMALL = Screen("small", 360, 740, is_phone=True, has_javascript=True)


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service of its own, whose staff has thirty open cases."""
    running = Service(tmp_path_factory.mktemp("desk"))
    try:
        running.start().manage("shell", "-c", FILL)
        yield running
    finally:
        running.stop()


@pytest.mark.parametrize("screen", [WIDE, SMALL], ids=lambda screen: screen.name)
def test_the_desk_can_be_read_by_everybody(
    busy: Service, chromium: Browser, pictures: Path, screen: Screen
) -> None:
    """The desk, its search, the queue, the numbers, a case and a person."""
    with visiting(chromium, screen, pictures) as visitor:
        sign_in(visitor, busy.address)
        page = visitor.page
        for name, path in PAGES.items():
            page.goto(busy.address + path)
            assert_readable(visitor, name)
        page.goto(busy.address + PAGES["queue"])
        visitor.press(page.locator("#content a[href*='/desk/case/']").first)
        page.wait_for_url("**/case/*/")
        assert_readable(visitor, "case")
        visitor.press(page.locator("#content a[href*='/desk/person/']").first)
        page.wait_for_url("**/person/*/")
        assert_readable(visitor, "person")


def sign_in(visitor: Visitor, address: str) -> None:
    page = visitor.page
    page.goto(f"{address}/admin/login/?next={DESK}")
    page.fill("[name=username]", "mona@example.org")
    page.fill("[name=password]", "stone age")
    visitor.press(page.locator("#login-form [type=submit]"))
    page.wait_for_url(address + DESK)  # not the page before, which names it too


def assert_readable(visitor: Visitor, name: str) -> None:
    """Take a picture; axe finds nothing, and nothing hangs over the side."""
    page = visitor.page
    picture = visitor.pictures / f"{visitor.screen.name}-desk-{name}.png"
    page.screenshot(path=picture, full_page=True, caret="initial")
    assert page.evaluate(OVERHANGING) == [], name
    found = Axe().run(page)
    assert found.violations_count == 0, (name, found.generate_report())
