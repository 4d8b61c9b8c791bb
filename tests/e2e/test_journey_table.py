"""Journeys at the table: a move and goodbye, a move taken back, talk, spectators."""

from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

from games.live.live_page import SELDOM
from games.live.live_talk import REPORTS
from tests.e2e.album import LAPTOP, SMALL_PHONE, on_journey_screens, step
from tests.e2e.chromium import (
    MAIN_BUTTON,
    PANE,
    WIDE,
    Screen,
    Visitor,
    visiting,
)
from tests.harness.page_server import PageServer
from tests.support.waiting import wait_for

SCENES = "tests.e2e.scenes"
DONE = ".dock-waiting h2"
#: How high the map is drawn.
MAP_HEIGHT = "() => document.querySelector('.map').getBoundingClientRect().height"
#: A browser that says that the page is in another tab.
HIDE = """() => {
  Object.defineProperty(document, 'visibilityState', {
    value: 'hidden', configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
SHOW = HIDE.replace("hidden", "visible")
TOOLS = 'nav .top-tool[href*="sheet={}"]'
TALK, SPECTATORS, MENU = map(TOOLS.format, ("talk", "spectators", "menu"))
COUNT = f"{TALK} .top-count"
TOLD = ".live-talk"


def open_two(site: PageServer) -> tuple[str, str, str]:
    """Return the name of a game that Anna begins, and both links."""
    slug, anna, ben = site.set_scene(f"{SCENES}.seat_friends", uuid4().hex)
    return slug, anna, ben


def begin(visitor: Visitor, address: str) -> Page:
    """Open a table on a page whose time is ours."""
    visitor.page.clock.install()
    visitor.page.goto(address)
    return visitor.page


def let_hear(page: Page) -> None:
    """Let the page ask what is new, and give it time to show the answer."""
    with page.expect_response("**/since/**"):
        page.clock.run_for((SELDOM + 1) * 1000)


def place_somebody(visitor: Visitor, place: str) -> None:
    visitor.press(visitor.page.locator(f'a.place[data-place="{place}"]'))
    visitor.press(visitor.page.locator(MAIN_BUTTON))


def write(visitor: Visitor, words: str) -> None:
    visitor.page.locator("#sheet textarea").fill(words)
    visitor.press(visitor.page.locator("#sheet form:not([hidden]) button"))
    expect(visitor.page.locator("#sheet .talk-own").last).to_contain_text(words)


@on_journey_screens(SMALL_PHONE)
def test_after_a_move_the_table_says_done_before_anything_else(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    _slug, anna, _ben = open_two(site)
    with visiting(chromium, screen, pictures) as visitor:
        page = begin(visitor, anna)
        step(page, "turn-1-my-turn")
        before = page.evaluate(MAP_HEIGHT)
        visitor.press(page.locator('a.place[data-place="hunting_grounds"]'))
        step(page, "turn-2-looks-at-a-place")
        assert page.evaluate(MAP_HEIGHT) == pytest.approx(before, abs=1)
        visitor.press(page.locator(MAIN_BUTTON))
        done = page.locator(DONE)
        expect(done).to_be_focused()
        step(page, "turn-3-done")
        assert page.evaluate(MAP_HEIGHT) == pytest.approx(before, abs=1)
        # What comes next, from top to bottom or from left to right.
        notice, said = page.locator(".dock-notice"), page.locator("#said")
        expect(notice).to_be_visible()
        expect(said).not_to_be_empty()
        assert is_before(done, notice)
        assert is_before(notice, said)
        expect(page.locator("button.undo")).to_be_visible()
        # Orders are offered, and nothing of them is open or chosen.
        expect(page.locator(".order-ahead")).not_to_have_attribute("open", "")
        visitor.press(page.locator(".order-ahead summary"))
        step(page, "turn-4-orders-ahead")
        for select in page.locator(".next-order select").all():
            assert select.input_value() == ""
        visitor.look("turn-done")


def is_before(first: Locator, second: Locator) -> bool:
    """Return whether an element is above another, or to its left."""
    one, two = first.bounding_box(), second.bounding_box()
    assert one is not None
    assert two is not None
    return one["y"] + one["height"] <= two["y"] + 1 or (
        one["x"] + one["width"] <= two["x"] + 1
    )


@on_journey_screens(SMALL_PHONE)
def test_a_move_taken_back_is_told_and_a_stale_press_explained(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """Ben chooses while Anna takes her move back; his press is refused, not lost."""
    _slug, anna, ben = open_two(site)
    with (
        visiting(chromium, WIDE, None) as other,
        visiting(chromium, screen, pictures) as visitor,
    ):
        begin(other, anna)
        place_somebody(other, "hunting_grounds")
        expect(other.page.locator(DONE)).to_be_visible()
        page = begin(visitor, ben)
        visitor.press(page.locator('a.place[data-place="forest"]'))
        chosen = page.locator(f'{PANE} [data-people="2"]')
        visitor.press(chosen.locator("xpath=ancestor::label"))
        other.page.locator("button.undo").click()
        expect(
            other.page.locator(MAIN_BUTTON).or_(other.page.locator(PANE))
        ).to_be_visible()
        let_hear(page)
        line = page.locator(".live-line:not(.live-talk)")
        expect(line).to_contain_text("Anna")
        step(page, "undo-1-told")
        visitor.press(line.locator(".live-close"))
        expect(line).to_be_empty()
        expect(chosen).to_be_checked()  # nothing was pulled away
        place_somebody(other, "clay_pit")
        expect(other.page.locator(DONE)).to_be_visible()
        height = page.evaluate(MAP_HEIGHT)
        visitor.press(page.locator(MAIN_BUTTON))
        refusal = page.locator("#refusal")
        expect(refusal).to_contain_text("Anna")
        step(page, "undo-2-explained")
        assert page.evaluate(MAP_HEIGHT) == pytest.approx(height, abs=1)
        expect(page.locator("#sheet")).to_be_hidden()
        expect(page.locator("#panes")).to_have_attribute("data-at", "forest")
        expect(page.locator(f'{PANE} [data-people="2"]')).to_be_checked()
        visitor.press(refusal.locator(".note-close"))
        expect(refusal).to_have_count(0)
        visitor.press(page.locator(MAIN_BUTTON))
        expect(page.locator(DONE)).to_be_visible()
        # Both pages complain of the refused press in the console.
        visitor.complaints[:] = [one for one in visitor.complaints if "409" not in one]


@on_journey_screens(SMALL_PHONE)
def test_people_at_a_table_talk_until_after_the_end(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    slug, anna, ben = open_two(site)
    with (
        visiting(chromium, WIDE, None) as other,
        visiting(chromium, screen, pictures) as visitor,
    ):
        begin(other, anna)
        page = begin(visitor, ben)
        other.page.locator(TALK).click()
        write(other, "Hello Ben!")
        let_hear(page)
        expect(page.locator(TOLD)).to_contain_text("Hello Ben!")
        expect(page.locator(COUNT)).to_have_text("1")
        assert page.title().startswith("(1) ")
        step(page, "talk-1-told")
        visitor.press(page.locator(f"{TOLD} a"))
        expect(page.locator("#sheet .talk")).to_contain_text("Hello Ben!")
        expect(page.locator(COUNT)).to_have_count(0)
        assert not page.title().startswith("(")
        write(visitor, "Hello Anna!")
        step(page, "talk-2-answered")
        let_hear(other.page)  # her talk is open, and shows it there
        expect(other.page.locator("#sheet .talk")).to_contain_text("Hello Anna!")
        expect(other.page.locator(COUNT)).to_have_count(0)

        # In another tab only the title can tell.
        visitor.press(page.locator(".sheet-close"))
        page.evaluate(HIDE)
        write(other, "Your move, I think")
        with page.expect_response("**/play/**?after=*"):
            page.clock.run_for(61_000)
        wait_for(lambda: page.title().startswith("(1) "))
        page.evaluate(SHOW)
        step(page, "talk-3-in-another-tab")

        # After the end, too; who is not there gets it by email.
        site.set_scene(f"{SCENES}.agree_to_end", slug)
        let_hear(page)
        expect(page.locator("#table[data-mode=over]")).to_be_visible()
        other.page.reload()
        other.page.locator(TALK).click()
        write(other, "gg")
        let_hear(page)
        expect(page.locator(TOLD)).to_contain_text("gg")
        step(page, "talk-4-after-the-end")
        assert site.set_scene(f"{SCENES}.talk_mails", slug) == ["results"]


@on_journey_screens(LAPTOP)
def test_players_who_want_it_show_that_they_have_the_table_open(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """Opening a link tells nobody anything; a script tells it, once it is wanted."""
    _slug, anna, ben = open_two(site)
    with (
        visiting(chromium, WIDE, None) as other,
        visiting(chromium, screen, pictures) as visitor,
    ):
        page = begin(visitor, anna)
        begin(other, ben)
        dot = page.locator("#tribe-1 .row-here")
        let_hear(page)
        expect(dot).to_have_count(0)
        other.page.locator(MENU).click()
        other.page.locator('button[name="presence"]').click()
        expect(other.page.locator('form[data-here="30"]')).to_have_count(1)
        let_hear(page)
        expect(dot).to_be_visible()
        step(page, "presence-1-ben-is-here")
        # He is shown for as long as his page says so.
        with other.page.expect_request(is_report):
            other.page.clock.run_for((REPORTS + 1) * 1000)
        other.page.locator(MENU).click()
        other.page.locator('button[name="presence"][value="off"]').click()
        expect(other.page.locator('form[data-here="240"]')).to_have_count(1)
        let_hear(page)
        expect(dot).to_have_count(0)


def is_report(request: Request) -> bool:
    """Return whether a page reports that it is open."""
    return request.method == "POST" and "here" in (request.post_data or "")


@on_journey_screens(SMALL_PHONE)
def test_spectators_talk_apart_until_the_host_switches_it_off(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """Carol writes and Dave reads it at once; the players read it after the end."""
    slug, anna, _ben = open_two(site)
    board = f"{site.address}/games/{slug}/"
    carol = site.set_scene(f"{SCENES}.sign_in_link", f"carol@{slug}.example")
    with (
        visiting(chromium, WIDE, None) as host,
        visiting(chromium, WIDE, None) as stranger,
        visiting(chromium, screen, pictures) as visitor,
    ):
        visitor.page.goto(carol)
        visitor.press(visitor.page.get_by_role("main").get_by_role("button"))
        visitor.page.wait_for_url("**/games/")
        page = begin(visitor, board)
        begin(stranger, board)
        visitor.press(page.locator(SPECTATORS))
        page.locator("#sheet textarea").wait_for()
        step(page, "spectators-1-nothing-said")
        write(visitor, "Anna should hunt.")
        step(page, "spectators-2-carol-writes")
        let_hear(stranger.page)
        expect(stranger.page.locator(TOLD)).to_contain_text("Anna should hunt.")
        stranger.page.locator(SPECTATORS).click()
        expect(stranger.page.locator("#sheet .talk")).to_contain_text(
            "Anna should hunt."
        )
        expect(stranger.page.locator("#sheet textarea")).to_have_count(0)
        begin(host, anna)
        expect(host.page.locator(SPECTATORS)).to_have_count(0)
        assert "should hunt" not in host.page.content()
        site.set_scene(f"{SCENES}.agree_to_end", slug)
        host.page.goto(anna)
        host.page.locator(SPECTATORS).click()
        expect(host.page.locator("#sheet .talk")).to_contain_text("Anna should hunt.")
        host.page.locator(MENU).click()
        host.page.locator('button[name="spectators"][value="off"]').click()
        expect(host.page.locator(SPECTATORS)).to_have_count(0)
        page.goto(board)
        expect(page.locator(SPECTATORS)).to_have_count(0)
        step(page, "spectators-3-switched-off")
