"""A press on the table: it is shown at once, and the new table keeps what is open."""

import re

from playwright.sync_api import Browser, Route, expect

from stoneage_core import GameState
from stoneage_core.state import Question
from tests.e2e.chromium import MAIN_BUTTON
from tests.e2e.table_pages import (
    ADDRESS,
    positions_of,
    reader_of,
    show,
    showing,
    turn_page,
)

#: What is pressed while the answer is on its way, and what can be pressed meanwhile.
PRESSED = """() => [
  document.querySelectorAll('button[aria-busy=true]').length,
  document.querySelectorAll('#table button:not(:disabled)').length]"""
OPEN_SHEET = """() => {
  const sheet = document.getElementById('sheet');
  sheet.hidden = false;
  sheet.innerHTML = '<div class="sheet-body" style="height: 50px; overflow: auto">'
    + '<textarea style="height: 500px"></textarea></div>';
  sheet.querySelector('textarea').value = 'Half a sentence';
  sheet.firstChild.scrollTop = 70;
}"""
SHEET = """() => {
  const sheet = document.getElementById('sheet');
  return [sheet.hidden, sheet.querySelector('textarea')?.value,
          sheet.firstChild.scrollTop];
}"""


def placing() -> list[GameState]:
    """Return positions in which the first player places people, in turn."""
    states = positions_of(2, 3)
    return [
        each
        for each in states
        if each.question is Question.PLACE and reader_of(each) == 0
    ]


def table_in(html: str) -> str:
    """Return the table of a page: what a press is answered by."""
    (found,) = re.findall(r"<main.*</main>", html, re.DOTALL)
    return str(found)


def test_a_press_is_shown_before_it_is_answered(chromium: Browser) -> None:
    """The button is busy, no other can be pressed; then the focus is at the heading."""
    before, now, *_later = placing()
    context, waiting = chromium.new_context(), list[Route]()

    def hold(route: Route) -> None:
        waiting.append(route)

    with showing(context) as page:
        show(page, turn_page(before, 0, at="forest"))
        page.route(ADDRESS, hold)
        page.locator(MAIN_BUTTON).click()
        assert page.evaluate(PRESSED) == [1, 0]
        page.evaluate("window.same = true")
        waiting[0].fulfill(
            body=table_in(turn_page(now, 0, before=before)), content_type="text/html"
        )
        page.locator(f'#panes[data-version="{now.version}"]').wait_for()
        assert page.evaluate(PRESSED)[0] == 0
        expect(page.locator("#dock h2:not([hidden] *)")).to_be_focused()
        assert page.evaluate("window.same")  # no page was loaded
    context.close()


def test_a_press_that_is_lost_can_be_repeated(chromium: Browser) -> None:
    context = chromium.new_context()
    with showing(context) as page:
        show(page, turn_page(placing()[0], 0, at="forest"))
        page.route(ADDRESS, lambda route: route.abort())
        page.locator(MAIN_BUTTON).click()
        expect(page.get_by_role("alert")).to_contain_text("Your choices are still here")
        assert page.evaluate(PRESSED)[0] == 0
        expect(page.locator(MAIN_BUTTON)).to_be_enabled()
    context.close()


def test_an_open_sheet_outlives_a_press(chromium: Browser) -> None:
    """With what was written in it, and as far as it was scrolled."""
    before, now, *_later = placing()
    context = chromium.new_context()
    with showing(context) as page:
        show(page, turn_page(before, 0, at="forest"))
        page.evaluate(OPEN_SHEET)
        answer = table_in(turn_page(now, 0, before=before))
        page.route(
            ADDRESS, lambda route: route.fulfill(body=answer, content_type="text/html")
        )
        page.locator(MAIN_BUTTON).click()
        page.locator(f'#panes[data-version="{now.version}"]').wait_for()
        assert page.evaluate(SHEET) == [False, "Half a sentence", 70]
    context.close()
