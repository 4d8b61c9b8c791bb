"""Walking through a game in a real browser: by keys, by itself, and in stillness."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.player import Player
from tests.e2e.service import Service

#: Of all letters of the map the size that they are seen in, in CSS pixels.
LETTERS = """() => [...document.querySelectorAll('.map text')].map(text =>
  parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
SMALLEST = 11


@pytest.fixture(scope="module")
def game(service: Service) -> str:
    """A game that has just begun; its address."""
    visitor = Player("", service.address, "", taste=4)
    page = visitor.browser.get("/")
    page = visitor.browser.submit(page, page.form_with("opponents"), opponents="1")
    ways = (re.match(r"/games/[2-9a-z]{10}/", link) for link in page.links)
    return service.address + next(way[0] for way in ways if way)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    try:
        yield context.new_page()
    finally:
        context.close()


def expect_position(page: Page, number: int) -> None:
    """Wait until every step that was asked for is taken, and look where they led."""
    expect(page.locator("#viewer:not([aria-busy])")).to_be_visible()
    expect(page.locator("h1")).to_have_text(f"Position {number} of {last_of(page)}")
    assert page.url.endswith(f"/at/{number}/")


def last_of(page: Page) -> int:
    return int(page.locator("#jump-event").get_attribute("max") or 0)


def test_keys_lead_through_a_game(game: str, page: Page) -> None:
    page.goto(f"{game}at/3/")
    for key, number in (("ArrowRight", 4), ("ArrowLeft", 3), ("Home", 1)):
        page.keyboard.press(key)
        expect_position(page, number)
    page.keyboard.press("End")
    expect_position(page, last_of(page))
    page.go_back()
    expect_position(page, 1)


def test_keys_pressed_while_a_step_loads_are_not_lost(game: str, page: Page) -> None:
    page.goto(f"{game}at/1/")
    last = last_of(page)
    assert last > 5
    for _ in range(last + 1):  # what leads beyond the end is passed over
        page.keyboard.press("ArrowRight")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    expect_position(page, last - 3)
    for _ in range(2):
        page.locator("[data-step='previous']").click(no_wait_after=True)
    expect_position(page, last - 5)


def test_keys_are_left_to_fields(game: str, page: Page) -> None:
    page.goto(f"{game}at/3/")
    page.get_by_text("Go elsewhere, or compare").click()
    page.locator("#jump-event").focus()
    for key in ("ArrowLeft", "Home", "End"):
        page.keyboard.press(key)
    expect_position(page, 3)


def test_a_game_plays_by_itself_until_it_is_stopped(game: str, page: Page) -> None:
    page.goto(f"{game}at/1/")
    button = page.locator("[data-play] button")
    expect(button).to_have_text("Play")
    page.keyboard.press("Space")
    expect(button).to_have_text("Stop")
    expect(page.locator("h1")).not_to_have_text(f"Position 1 of {last_of(page)}")
    page.keyboard.press("Space")
    expect(button).to_have_text("Play")


def test_nothing_plays_where_motion_is_not_wanted(game: str, chromium: Browser) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    try:
        page = context.new_page()
        page.goto(f"{game}at/1/")
        expect(page.locator("[data-still]")).to_be_visible()
        expect(page.locator("[data-play]")).to_be_hidden()
    finally:
        context.close()


def test_the_letters_of_the_map_can_be_read_on_every_screen(
    game: str, page: Page
) -> None:
    page.goto(game)
    for width in (320, 360, 390, 480, 600, 960, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert min(page.evaluate(LETTERS)) >= SMALLEST, width
