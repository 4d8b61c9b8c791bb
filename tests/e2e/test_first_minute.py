"""A first-time visitor is at play within a minute of `manage.py up`."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Locator

from tests.e2e.browsing import Browser
from tests.e2e.chromium import MAIN_BUTTON, OPEN_PLACE, PHONE, WIDE, Screen, visiting
from tests.e2e.player import Player
from tests.e2e.service import Service

#: The smallest screens on which a first game begins without scrolling.
SMALLEST = [(1280, 720), (360, 740)]
#: Parts of the table without what a press leaves out, because they showed it before.
INCOMPLETE = """.place:not([href]), .tile:not(:has(> .tile-halves)), .tile:not([title]),
  .map a:not(:has(> .map-region)), .map a:not(:has(> .map-art)),
  .map a:not(:has(> .place-edge)), .row-number:not(.row-score, :has(> svg))"""


def test_from_the_command_to_the_first_turn(
    own_service: Service, record_property: Callable[[str, object], None]
) -> None:
    """In a prepared environment, without an account; the seconds are only told."""
    began = time.monotonic()
    own_service.start()
    visitor = Player("", own_service.address, "", taste=1)
    page = visitor.browser.get("/")
    ready = time.monotonic() - began
    page = visitor.browser.submit(page, page.form_with("opponents"), opponents="2")
    assert "/play/" in page.address
    after = visitor.decide_once(page)
    played = time.monotonic() - began

    assert after.html != page.html
    assert own_service.rows("SELECT count(*) FROM games_game") == [(1,)]
    record_property("seconds_to_first_page", round(ready, 1))
    record_property("seconds_to_first_turn", round(played, 1))
    print(f"\nfirst page after {ready:.1f} s, first turn after {played:.1f} s")


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=lambda screen: screen.name)
def test_a_newcomer_has_moved_after_three_presses(
    service: Service,
    chromium: Chromium,
    pictures: Path,
    screen: Screen,
    record_property: Callable[[str, object], None],
) -> None:
    """Play now, a place, the button; the seconds are only told."""
    presses = 0
    with visiting(chromium, screen, pictures) as visitor:
        began = time.monotonic()
        visitor.page.goto(service.address)

        def press(control: Locator) -> None:
            nonlocal presses
            visitor.press(control)
            presses += 1

        play_now = visitor.page.get_by_role("button", name="Play now")
        for width, height in SMALLEST:
            visitor.page.set_viewport_size({"width": width, "height": height})
            assert bottom_of(play_now) <= height
        press(play_now)
        visitor.page.wait_for_url("**/play/**")
        before = visitor.mark()
        press(visitor.page.locator(OPEN_PLACE).first)
        press(visitor.page.locator(MAIN_BUTTON))
        visitor.wait_until_changed(before)
        seconds = time.monotonic() - began
        assert visitor.page.locator("#said").text_content() != ""
        assert visitor.page.locator(INCOMPLETE).count() == 0
    assert presses == 3
    record_property("seconds_to_first_move", round(seconds, 1))
    print(f"\n{screen.name}: first move after {seconds:.1f} s")


def bottom_of(control: Locator) -> float:
    """Return how far below the top of the window a control ends, in pixels."""
    box = control.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def test_guests_come_and_go_without_seeing_each_other(service: Service) -> None:
    """The link of a practice game is its only key."""
    first = Browser(service.address)
    page = first.get("/")
    page = first.submit(page, page.form_with("opponents"))
    stranger = Browser(service.address).get(page.address[:-4] + "xxx/")
    assert stranger.status == 403
