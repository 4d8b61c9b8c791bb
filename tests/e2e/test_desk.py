"""The desk with thirty open cases in a browser, and the appeal against an act."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator

from games.models.moderation import ReportKind
from tests.e2e.chromium import OVERHANGING, WIDE, Screen, Visitor, on_screens, visiting
from tests.harness.page_server import PageServer

DESK = "/admin/games/desk/"
PAGES = {
    "desk": DESK,
    "search": f"{DESK}?q=ana",
    "queue": f"{DESK}cases/",
    "help": f"{DESK}cases/?show=help",
    "numbers": f"{DESK}numbers/",
    "emails": f"{DESK}mails/",
    "events": f"{DESK}events/?words=forest",
    "league": f"{DESK}league/1/",
    "tournament": f"{DESK}league/2/",
}
#: As small as phones are.
SMALL = Screen("small", 360, 740, is_phone=True, has_javascript=True)
#: From the queue to closed: open, warn and close, do it.
PRESSES = 3
#: What the unread case says that is taken.
WORDS = "He insults me"


@pytest.fixture
def busy(own_site: PageServer) -> PageServer:
    """A site whose staff has thirty open cases, anew where a test is tried again."""
    own_site.start()
    own_site.set_scene("tests.games.moderation.thirty_cases.fill")
    own_site.set_scene("tests.e2e.leagues.fill")
    return own_site


@on_screens(SMALL, slow=(WIDE,))
def test_a_case_is_seen_to_with_few_presses_on_pages_for_everybody(
    busy: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """The desk, both steps of its acts, a person, and the appeal of the warned."""
    with visiting(chromium, screen, pictures) as visitor:
        sign_in(visitor, busy)
        for name, path in PAGES.items():
            visitor.page.goto(busy.address + path)
            assert_readable(visitor, name)
        assert see_to_somebody(visitor, busy.address) == PRESSES
        person = visitor.page.locator("#content a[href*='/desk/person/']").first
        visitor.press(person)
        visitor.page.wait_for_url("**/desk/person/**")
        assert_readable(visitor, "person")
    with visiting(chromium, screen, pictures) as warned:
        warned.page.goto(busy.set_scene("tests.e2e.scenes.appeal_link"))
        assert_readable(warned, "appeal")
        warned.page.fill("[name=reason]", "It was meant kindly.")
        warned.press(warned.page.locator("main form button").last)
        warned.page.get_by_text("has arrived").wait_for()
        assert_readable(warned, "appealed")


def sign_in(visitor: Visitor, site: PageServer) -> None:
    """Open the desk by the link of a sign-in email."""
    link = site.set_scene("tests.e2e.scenes.sign_in_link", "mona@example.org")
    visitor.page.goto(f"{link}?next={DESK}")
    visitor.press(visitor.page.get_by_role("button", name="Sign in"))
    visitor.page.wait_for_url(site.address + DESK)


def see_to_somebody(visitor: Visitor, address: str) -> int:
    """Warn somebody who was reported, close the case; return the presses it took."""
    page, presses = visitor.page, 0

    def press(control: Locator) -> None:
        nonlocal presses
        visitor.press(control.first)
        page.wait_for_load_state()
        presses += 1

    # Insults are reported about a person, whom one can warn.
    page.goto(f"{address}{DESK}cases/?kind={ReportKind.ABUSE}")
    unread = page.locator("#content li").filter(has_text="unread")
    press(unread.filter(has_text=WORDS).get_by_role("link"))
    page.wait_for_url("**/case/*/")
    case = page.url
    assert_readable(visitor, "case")
    press(page.get_by_role("button", name="Warn and close", exact=True))
    page.get_by_text("What will happen").wait_for()
    assert_readable(visitor, "step-warn")
    press(page.get_by_role("button", name="Do it: Warn and close"))
    page.wait_for_url(case)
    page.locator(".desk-lead .badge").get_by_text("closed").wait_for()
    assert_readable(visitor, "closed")
    following = page.get_by_role("link", name="Next case").get_attribute("href")
    assert following
    assert following not in case
    return presses


def assert_readable(visitor: Visitor, name: str) -> None:
    """Take a picture; axe finds nothing, and nothing hangs over the side."""
    page = visitor.page
    visitor.take_picture(f"desk-{name}")
    assert page.evaluate(OVERHANGING) == [], name
    found = Axe().run(page)
    assert found.violations_count == 0, (name, found.generate_report())
