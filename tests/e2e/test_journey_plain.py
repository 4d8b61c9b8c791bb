"""The journeys of host and friend without scripts, and at a zoom of 200 %.

By keyboard they are in ``test_keyboard``, and without network in ``test_offline``.
"""

from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.chromium import (
    MAIN_BUTTON,
    OPEN_PLACE,
    OVERHANGING,
    PHONE_PLAIN,
    WIDE_PLAIN,
    Screen,
    visiting,
)
from tests.e2e.inbox import open_mail, press_in_mail
from tests.e2e.test_journey_hosting import accept_an_invitation, host_a_game
from tests.harness.page_server import PageServer

#: A laptop of 1280 x 800 whose reader has zoomed to 200 %.
ZOOMED = Screen("zoomed", 640, 400, is_phone=False, has_javascript=True)
WAYS = [PHONE_PLAIN, ZOOMED, pytest.param(WIDE_PLAIN, marks=pytest.mark.slow)]
PLAIN_WAYS = pytest.mark.parametrize("screen", WAYS, ids=lambda screen: screen.name)


@PLAIN_WAYS
def test_host_and_friend_begin_a_game(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """From the first page by the invitation to the second player's first turn."""
    domain = f"{uuid4().hex}.example"
    host, friend = f"anna@{domain}", f"ben@{domain}"
    with (
        visiting(chromium, screen, pictures) as anna,
        visiting(chromium, screen, pictures) as ben,
    ):
        host_a_game(anna, site, host, friend)
        number = accept_an_invitation(ben, site, friend)
        anna.page.reload()  # without a script the waiting page stays as it is
        anna.page.locator("#table").wait_for()
        anna.press(anna.page.locator(OPEN_PLACE).first)
        anna.press(anna.page.locator(MAIN_BUTTON))
        expect(anna.page.locator(".dock-waiting h2")).to_be_visible()
        assert anna.page.evaluate(OVERHANGING) == []
        open_mail(ben.page, site, friend, before=number)
        press_in_mail(ben.page)
        expect(ben.page.locator("#panes[data-asks=place]")).to_be_attached()
        assert ben.page.evaluate(OVERHANGING) == []


@PLAIN_WAYS
def test_end_of_a_game_is_found(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """The result, the look back and the steps, whose pages are links."""
    slug, link, _other = site.set_scene("tests.e2e.scenes.seat_two", uuid4().hex, 0)
    site.set_scene("tests.e2e.scenes.play_until", slug, "ended")
    with visiting(chromium, screen, pictures) as visitor:
        page = visitor.page
        page.goto(link)
        for found in (f"a[href$='/{slug}/result/']", f"a[href$='/{slug}/report/']"):
            visitor.press(page.locator(found).first)
            expect(page.locator("main h1")).to_be_visible()
            assert page.evaluate(OVERHANGING) == []
        visitor.press(page.locator(f"a[href$='/{slug}/at/1/']").first)
        shown = page.locator("#replay").get_attribute("data-shown")
        visitor.press(page.locator("#replay [data-step=next]"))
        expect(page.locator(f"#replay[data-shown='{shown}']")).to_have_count(0)
        assert page.evaluate(OVERHANGING) == []
