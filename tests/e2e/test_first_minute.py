"""A first-time visitor is at play after three presses."""

import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Locator

from tests.e2e.browsing import Browser
from tests.e2e.chromium import (
    MAIN_BUTTON,
    OPEN_PLACE,
    PHONE,
    WIDE,
    Screen,
    on_screens,
    visiting,
)
from tests.harness.page_server import PageServer

#: The smallest screens on which a first game begins without scrolling.
SMALLEST = [(1280, 720), (360, 740)]
#: Parts of the table that lack something.
INCOMPLETE = """.place:not([href]), .tile:not(:has(> .tile-halves)), .tile:not([title]),
  .map a:not(:has(> .map-region)), .map a:not(:has(> .map-art)),
  .map a:not(:has(> .place-edge)), .row-number:not(.row-score, :has(> svg))"""


@on_screens(PHONE, slow=(WIDE,))
def test_a_newcomer_has_moved_after_three_presses(
    site: PageServer,
    chromium: Chromium,
    pictures: Path | None,
    screen: Screen,
    record_property: Callable[[str, object], None],
) -> None:
    """Play now, a place, the button; the seconds are only told."""
    with visiting(chromium, screen, pictures) as visitor:
        began = time.monotonic()
        visitor.page.goto(site.address)

        play_now = visitor.page.get_by_role("button", name="Play now")
        for width, height in SMALLEST:
            visitor.page.set_viewport_size({"width": width, "height": height})
            assert bottom_of(play_now) <= height
        visitor.press(play_now)
        visitor.page.wait_for_url("**/play/**")
        before = visitor.mark()
        visitor.press(visitor.page.locator(OPEN_PLACE).first)
        visitor.press(visitor.page.locator(MAIN_BUTTON))
        visitor.wait_until_changed(before)
        seconds = time.monotonic() - began
        assert visitor.page.locator("#said").text_content() != ""
        assert visitor.page.locator(INCOMPLETE).count() == 0
    assert visitor.presses == 3
    record_property("seconds_to_first_move", round(seconds, 1))
    print(f"\n{screen.name}: first move after {seconds:.1f} s")


def bottom_of(control: Locator) -> float:
    """Return how far below the top of the window a control ends, in pixels."""
    box = control.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def test_guests_come_and_go_without_seeing_each_other(site: PageServer) -> None:
    """The link of a practice game is its only key."""
    first = Browser(site.address)
    page = first.get("/")
    page = first.submit(page, page.form_with("opponents"))
    stranger = Browser(site.address).get(page.address[:-4] + "xxx/")
    assert stranger.status == 403
