"""Thinking ahead on a phone: by taps, with and without JavaScript."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.chromium import PHONE, PHONE_PLAIN, Screen, Visitor, visiting
from tests.e2e.service import Service

#: A board that is lower than this is a stamp.
LEAST_BOARD = 200
#: How much longer and wider than its window a page is.
BEYOND = """() => [
  document.documentElement.scrollHeight - window.innerHeight,
  document.documentElement.scrollWidth - window.innerWidth]"""


@pytest.mark.parametrize("screen", [PHONE, PHONE_PLAIN], ids=lambda each: each.name)
def test_a_round_is_planned_and_its_first_step_played(
    chromium: Browser, service: Service, pictures: Path, screen: Screen
) -> None:
    with visiting(chromium, screen, pictures) as visitor:
        page = visitor.page
        page.goto(service.address)
        visitor.start_practice()
        version = version_of(page)
        visitor.press(link(page, "Plan"))
        expect(page.locator("#table")).to_have_attribute("data-mode", "plan")

        hunt(visitor, "2 people")
        visitor.press(link(page, "Let the others play"))
        expect(steps(page)).to_have_count(2)
        lay_anywhere(visitor)
        expect(steps(page)).to_have_count(3)
        visitor.look("plan")
        assert page.evaluate(BEYOND) == [0, 0]
        assert height_of_board(page) >= LEAST_BOARD

        visitor.press(link(page, "Step back"))
        expect(page.locator(".plan-step-later")).to_have_count(1)
        visitor.press(link(page, "Step on"))
        expect(page.locator(".plan-step-later")).to_have_count(0)
        expect(steps(page)).to_have_count(3)
        assert version_of(page) == version

        visitor.press(page.get_by_role("button", name="Play now: hunting grounds 2"))
        expect(page.locator("#table")).to_have_attribute("data-mode", "play")
        assert version_of(page) > version
        expect(page.locator("[data-place=hunting_grounds] title")).to_contain_text("2")


def hunt(visitor: Visitor, people: str) -> None:
    """Plan to send people hunting, where there is room for everybody."""
    visitor.press(visitor.page.locator("[data-place=hunting_grounds]").first)
    visitor.press(visitor.page.locator(".plan-move", has_text=people))
    expect(said(visitor.page)).to_contain_text("to the hunting grounds")


def lay_anywhere(visitor: Visitor) -> None:
    """Plan to send somebody to the first place that is open."""
    visitor.press(visitor.page.locator("svg a.place:not(.place-closed)").first)
    visitor.press(visitor.page.locator(".plan-move").first)


def steps(page: Page) -> Locator:
    return page.locator(".plan-step")


def link(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True)


def said(page: Page) -> Locator:
    return page.locator("#said")


def height_of_board(page: Page) -> float:
    box = page.locator("#board").bounding_box()
    assert box is not None
    return box["height"]


def version_of(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or 0)
