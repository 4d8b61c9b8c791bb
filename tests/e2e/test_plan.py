"""Thinking ahead on a phone: by taps, with and without JavaScript."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from games.table.plan import PlanAddress
from stoneage_core import GameState, notation
from stoneage_core.plan import PlanStep, plan_text
from stoneage_core.state import Question
from tests.e2e.chromium import PHONE, PHONE_PLAIN, Screen, Visitor, on_screens, visiting
from tests.e2e.table_pages import (
    places_used,
    planning_page,
    positions_of,
    put,
    reader_of,
    show,
    showing,
)
from tests.harness.page_server import PageServer

#: A board that is lower or narrower than this is a stamp.
LEAST_BOARD, LEAST_WIDTH = 200, 250
LANGUAGES = ("en", "es", "it", "ko", "pt-br")
SIZES = ((360, 740), (390, 844), (1280, 720))
#: How wide the board is drawn.
DRAWN = """() => {
  const box = document.querySelector('#board svg').getBoundingClientRect();
  return Math.min(box.width, box.height * 480 / 440);
}"""
#: How much longer and wider than its window a page is.
BEYOND = """() => [
  document.documentElement.scrollHeight - window.innerHeight,
  document.documentElement.scrollWidth - window.innerWidth]"""


@on_screens(PHONE, slow=(PHONE_PLAIN,))
def test_a_round_is_planned_and_its_first_step_played(
    chromium: Browser, site: PageServer, pictures: Path | None, screen: Screen
) -> None:
    with visiting(chromium, screen, pictures) as visitor:
        page = visitor.page
        page.goto(site.address)
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


@pytest.mark.parametrize(
    "language",
    ["en", *(pytest.param(other, marks=pytest.mark.slow) for other in LANGUAGES[1:])],
)
def test_a_plan_leaves_the_board_its_room(
    chromium: Browser, language: str, is_slow: bool
) -> None:
    """
    With the most people to be sent, with steps behind one, at every question.

    On the smallest phone and a wide screen; with --slow on another phone, too.
    """
    sizes = SIZES if is_slow else (SIZES[0], SIZES[-1])
    pages = [
        (name, planning_page(state, reader_of(state), address, language=language))
        for name, state, address in plans()
    ]
    context = chromium.new_context()
    with showing(context) as page:
        show(page, pages[0][1])
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            for name, html in pages:
                put(page, html)
                assert page.evaluate(BEYOND) == [0, 0], (name, width)
                assert page.evaluate(DRAWN) >= LEAST_WIDTH, (name, width)
    context.close()


def test_nothing_stands_in_the_way_of_who_plans(chromium: Browser) -> None:
    """By the rules of axe-core, light and wide, dark on a phone, with all unfolded."""
    for scheme, (width, height) in {"dark": SIZES[0], "light": SIZES[2]}.items():
        context = chromium.new_context(
            color_scheme=scheme,  # type: ignore[arg-type]
            viewport={"width": width, "height": height},
        )
        with showing(context) as page:
            for name, state, address in list(plans())[2:5]:
                show(page, planning_page(state, reader_of(state), address))
                page.evaluate("document.querySelector('.plan-more').open = true")
                found = Axe().run(page)
                assert found.violations_count == 0, (name, found.generate_report())
        context.close()


def plans() -> Iterator[tuple[str, GameState, PlanAddress]]:
    """Yield plans that have much to show, in a game of four, by what they are."""
    states = positions_of(4, 3)
    placing = [state for state in states if state.question is Question.PLACE]
    many = max(placing, key=lambda state: state.players[reader_of(state)].unplaced)
    reader = reader_of(many)
    first = PlanStep(reader, notation.from_text("hunting grounds 2"))
    begun = plan_text((first,))
    yield "new", many, PlanAddress()
    yield "counting", many, PlanAddress(at="forest")
    yield "begun", many, PlanAddress(text=begun)
    yield "going on", many, PlanAddress(text=begun, player=reader, at="forest")
    using = [state for state in states if state.question is Question.USE]
    yield "using", max(using, key=lambda s: len(places_used(s))), PlanAddress()
    for question in (Question.FEED, Question.TOOLS):
        asked = [state for state in states if state.question is question]
        yield str(question), asked[-1], PlanAddress()


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
