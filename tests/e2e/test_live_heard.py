"""What a screen reader hears of the others' moves, and where its focus stays."""

import re
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

from games.live.live_page import SELDOM
from tests.e2e.chromium import (
    MAIN_BUTTON,
    OPEN_PLACE,
    PHONE,
    WIDE,
    Screen,
    Visitor,
    on_screens,
    visiting,
)
from tests.e2e.test_live import let_pass
from tests.harness.page_server import PageServer
from tests.support.waiting import wait_for

SCENES = "tests.e2e.scenes"
#: Keeps what the polite region of a page says, each time that something is put there.
LISTEN = """() => {
  window.heard = [];
  const line = document.querySelector('.live-line');
  new MutationObserver(changes => {
    if (changes.some(change => change.addedNodes.length))
      heard.push(line.textContent.trim());
  }).observe(line, {childList: true});
}"""
FOCUSED = """() => {
  const focused = document.activeElement;
  return focused.id || focused.dataset.place || focused.localName;
}"""
#: A sheet that asks for itself again, as the coach's does while it thinks.
ASK_AGAIN = """() => {
  const asking = document.createElement('p');
  for (const [name, value] of Object.entries({
    'hx-get': '?sheet=menu', 'hx-trigger': 'load delay:10ms',
    'hx-target': '#sheet', 'hx-swap': 'outerHTML'})) asking.setAttribute(name, value);
  document.querySelector('#sheet .sheet-body').append(asking);
  htmx.process(asking);
}"""
REGION = """() => {
  const line = document.querySelector('.live-line');
  return line.getAttribute('role') === 'status' && line.isConnected;
}"""


def heard_on(page: Page) -> list[str]:
    return list(page.evaluate("() => heard"))


@pytest.mark.parametrize(
    "motion", ["no-preference", pytest.param("reduce", marks=pytest.mark.slow)]
)
def test_waiting_player_and_spectator_hear_each_use_of_an_action_phase(
    site: PageServer, chromium: Browser, pictures: Path | None, motion: str
) -> None:
    """One player uses all their people in a row; the focus stays where it was."""
    slug, _anna, ben = site.set_scene(f"{SCENES}.let_anna_use", uuid4().hex)
    board = f"{site.address}/games/{slug}/"
    with (
        visiting(chromium, WIDE, pictures) as waiting,
        visiting(chromium, PHONE, pictures) as watching,
    ):
        readers = [waiting.page, watching.page]
        for page, address in zip(readers, [ben, board], strict=True):
            page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
            page.clock.install()
            page.goto(address)
            page.evaluate(LISTEN)
            page.locator("a.place[data-place=forest]").focus()
        moves = 0
        while site.set_scene(f"{SCENES}.awaited_to_use", slug) == 0:
            site.set_scene(f"{SCENES}.decide_once", slug)
            moves += 1
            for page in readers:
                hear_once_more(page, moves)
                assert page.evaluate(FOCUSED) == "forest"
        assert moves >= 3
        for page in readers:
            told = heard_on(page)
            assert len(told) == moves
            # The last use ends the round: its feeding and the next round are told too.
            assert all(each.startswith("Red") for each in told[:-1]), told
            assert "Round 2 began" in told[-1]
        for visitor in (waiting, watching):
            assert visitor.page.evaluate(REGION)
            visitor.look(f"heard-{motion}")


def hear_once_more(page: Page, times: int) -> None:
    """Let the page ask, and wait until it has said something ``times`` times."""
    let_pass(page, SELDOM + 1)
    wait_for(lambda: len(heard_on(page)) >= times)


def test_same_sentence_is_said_again(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    """Two equal uses in a row are two moves: the region is filled anew each time."""
    slug, _anna, _ben = site.set_scene(f"{SCENES}.seat_two", uuid4().hex)
    answer = {"version": 0, "said": "Ben got nothing."}
    with visiting(chromium, WIDE, pictures) as visitor:
        page = visitor.page
        page.clock.install()
        page.goto(f"{site.address}/games/{slug}/")
        page.evaluate(LISTEN)
        page.route("**/since/**", lambda route: route.fulfill(json=answer))
        for times in (1, 2, 3):
            hear_once_more(page, times)
        assert heard_on(page) == ["Ben got nothing."] * 3


def test_open_sheet_stays_and_what_happened_is_said_beside_it(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    """The table below it follows when the sheet is closed; the focus goes nowhere."""
    slug, _anna, ben = site.set_scene(f"{SCENES}.seat_two", uuid4().hex, 0)
    with visiting(chromium, PHONE, pictures) as visitor:
        page = visitor.page
        page.clock.install()
        page.goto(ben)
        page.evaluate(LISTEN)
        page.get_by_role("link", name="Menu").click()
        page.locator("#sheet-heading").wait_for()
        site.set_scene(f"{SCENES}.decide_once", slug)
        hear_once_more(page, 1)
        expect(page.get_by_role("link", name="Show")).to_be_visible()
        assert page.evaluate(FOCUSED) == "sheet-heading"
        expect(page.locator("#sheet")).to_be_visible()
        visitor.look("heard-beside-sheet")


def test_sheet_that_asks_again_takes_the_focus_from_nobody(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    _slug, anna, _ben = site.set_scene(f"{SCENES}.seat_two", uuid4().hex, 0)
    with visiting(chromium, WIDE, pictures) as visitor:
        page = visitor.page
        page.goto(anna)
        menu = page.get_by_role("link", name="Menu")
        menu.click()
        page.wait_for_function("() => document.activeElement.id === 'sheet-heading'")
        menu.focus()
        with page.expect_response(re.compile("sheet=menu")):
            page.evaluate(ASK_AGAIN)
        page.wait_for_function("() => !document.querySelector('#sheet [hx-trigger]')")
        page.wait_for_timeout(200)
        expect(menu).to_be_focused()


@on_screens(PHONE, slow=(WIDE,))
def test_press_says_what_bots_answered_and_leads_to_what_is_asked(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """One's own move is told in the dock, the others' in the region, nothing twice."""
    with visiting(chromium, screen, pictures) as visitor:
        page = visitor.page
        page.goto(site.address)
        visitor.start_practice()
        page.evaluate(LISTEN)
        page.evaluate("() => { window.isSamePage = true }")
        rounds_begun = 0
        while not rounds_begun:
            said = press_once(visitor)
            own = page.locator("#said").inner_text().strip()
            assert not own or own not in said
            assert not re.search(r"\bYou (sent|rolled|took|got)\b", said), said
            rounds_begun += "Round 2 began" in said
        assert page.evaluate("() => window.isSamePage")
        assert len(heard_on(page)) > 1


def press_once(visitor: Visitor) -> str:
    """Decide what is asked by the main button; return what the region says then."""
    page, before = visitor.page, visitor.mark()
    if page.locator("#panes[data-asks=place]").count():
        visitor.press(page.locator(OPEN_PLACE).first)
    visitor.press(page.locator(MAIN_BUTTON))
    visitor.wait_until_changed(before)
    page.wait_for_function("() => document.activeElement.matches('#dock h2')")
    return page.locator(".live-line:not(.live-talk)").inner_text()
