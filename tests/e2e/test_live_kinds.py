"""Open pages that become another kind of page: they are loaded, not patched up."""

import re
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, Route, expect

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

SCENES = "tests.e2e.scenes"
SIGN_OUT = """() => fetch('/account/logout/', {
    method: 'POST', credentials: 'same-origin',
  headers: {'X-CSRFToken': document.querySelector('[name=csrfmiddlewaretoken]').value}})
  .then(answer => answer.ok)"""
#: The table is laid out, and by its own files: nothing of the waiting room is left.
LAID_OUT = """() => ({
  display: getComputedStyle(document.getElementById('table')).display,
  files: [...document.styleSheets].map(sheet => new URL(sheet.href).pathname),
  scripts: [...document.scripts].map(script => new URL(script.src).pathname),
  overflow: document.documentElement.scrollHeight - innerHeight})"""


class Pair:
    """Anna, who hosts and has signed in, and Ben, whom she has invited."""

    def __init__(self, site: PageServer) -> None:
        self.site = site
        scene = site.set_scene(f"{SCENES}.invite_two", uuid4().hex)
        self.slug, self.anna, self.invitation, self.seat_of_ben = scene

    def seat_host(self, visitor: Visitor) -> None:
        """Sign Anna in, in a browser whose clock is ours."""
        visitor.page.clock.install()
        visitor.page.goto(self.site.set_scene(f"{SCENES}.sign_in_link", self.anna))
        visitor.press(visitor.page.get_by_role("main").get_by_role("button"))
        visitor.page.wait_for_url("**/games/")

    def let_ben_accept(self, chromium: Browser) -> None:
        """Ben says yes in his own browser."""
        with visiting(chromium, WIDE, None) as guest:
            guest.page.goto(self.invitation)
            guest.page.get_by_label("Your name").fill("Ben")
            guest.page.get_by_role("button", name="Accept").click()
            guest.page.locator("#table").wait_for()


@pytest.fixture
def pair(site: PageServer) -> Pair:
    return Pair(site)


def assert_is_table(page: Page) -> None:
    """The page is a table, with what lays a table out and nothing else."""
    page.locator("body.table-page #table").wait_for()
    page.wait_for_load_state()
    found = page.evaluate(LAID_OUT)
    names = {Path(file).name for file in found["files"]}
    assert "table_page.css" in names
    assert not names & {"site.css", "seat.css", "people.css"}
    assert any(Path(file).name == "table_page.js" for file in found["scripts"])
    assert found["display"] == "grid"
    assert found["overflow"] <= 0


def let_notice(page: Page) -> None:
    """Let the page ask whether anything happened, and hear that it did."""
    with page.expect_response(re.compile("/since/")) as answer:
        let_pass(page, SELDOM + 1)
    assert answer.value.status == 200


@on_screens(PHONE, slow=(WIDE,))
def test_page_of_host_lives_through_start_end_and_rematch(
    pair: Pair,
    chromium: Browser,
    pictures: Path | None,
    screen: Screen,
) -> None:
    """The host reloads nothing: the waiting room becomes the table, twice."""
    with visiting(chromium, screen, pictures) as host:
        page = host.page
        pair.seat_host(host)
        page.goto(f"{pair.site.address}/games/{pair.slug}/")
        page.get_by_role("heading", name="Waiting for answers").wait_for()
        pair.let_ben_accept(chromium)
        let_notice(page)
        assert_is_table(page)
        host.look("live-started")

        pair.site.set_scene(f"{SCENES}.agree_to_end", pair.slug)
        let_notice(page)
        page.locator("#table[data-mode=over]").wait_for()
        assert_is_table(page)
        host.look("live-over")

        host.press(page.get_by_role("button", name="Rematch"))
        page.get_by_role("heading", name="Waiting for answers").wait_for()
        host.look("live-rematch-waiting")
        with visiting(chromium, WIDE, None) as guest:
            guest.page.goto(f"{pair.seat_of_ben}rematch/")
            guest.page.get_by_role("button", name="I’m in").click()
            guest.page.locator("#table").wait_for()
        let_notice(page)
        assert_is_table(page)
        host.look("live-rematch-started")


def test_what_is_typed_in_the_waiting_room_outlives_the_start(
    pair: Pair, chromium: Browser, pictures: Path | None
) -> None:
    """The start is told in a line; the table comes when nothing is typed any more."""
    with visiting(chromium, PHONE, pictures) as host:
        page = host.page
        pair.seat_host(host)
        page.goto(f"{pair.site.address}/games/{pair.slug}/")
        words = page.locator("#talk textarea").first
        words.fill("Welcome, Ben!")
        pair.let_ben_accept(chromium)
        let_notice(page)
        line = page.locator(".live-line:not(.live-talk)")
        expect(line.get_by_role("link", name="Show")).to_be_visible()
        expect(words).to_have_value("Welcome, Ben!")
        host.look("live-typing")
        words.fill("")
        words.blur()
        let_pass(page, SELDOM + 1)
        assert_is_table(page)


def test_signed_out_player_is_led_to_the_sign_in(
    pair: Pair, chromium: Browser, pictures: Path | None
) -> None:
    """By others' moves and by a press: neither puts the sign-in into the table."""
    with visiting(chromium, WIDE, pictures) as host:
        page = host.page
        pair.seat_host(host)
        pair.let_ben_accept(chromium)
        play = f"{pair.site.address}/games/{pair.slug}/play/"
        page.goto(play)
        page.locator(".dock-waiting h2").wait_for()
        assert page.evaluate(SIGN_OUT)
        pair.site.set_scene(f"{SCENES}.decide_once", pair.slug)
        let_notice(page)
        assert_is_sign_in(page)

        pair.seat_host(host)
        page.goto(play)
        page.locator(OPEN_PLACE).first.click()
        assert page.evaluate(SIGN_OUT)
        page.locator(MAIN_BUTTON).click()
        assert_is_sign_in(page)
        host.complaints.clear()  # the browser's own, of a press without its cookie


def assert_is_sign_in(page: Page) -> None:
    page.wait_for_url("**/account/login/**")
    page.get_by_label("Your email address").wait_for()
    assert page.locator("#table, .table-page").count() == 0


def test_page_that_is_out_of_order_leaves_the_table_as_it_is(
    pair: Pair, chromium: Browser, pictures: Path | None
) -> None:
    """It is said what happened, and the table follows as soon as it can be had."""
    with visiting(chromium, WIDE, pictures) as guest:
        page = guest.page
        pair.let_ben_accept(chromium)
        board = f"{pair.site.address}/games/{pair.slug}/"
        page.clock.install()
        page.goto(board)
        before = page.locator("#live").get_attribute("data-version")

        def refuse(route: Route) -> None:
            route.fulfill(status=503, body="<!doctype html><title>Later</title>")

        page.route(board, refuse)
        pair.site.set_scene(f"{SCENES}.decide_once", pair.slug)
        let_notice(page)
        expect(page.locator(".live-line:not(.live-talk)")).to_contain_text(" sent ")
        expect(page.locator("#live")).to_have_attribute("data-version", str(before))
        assert page.locator("#table").count() == 1
        page.unroute(board)
        let_pass(page, SELDOM + 1)
        expect(page.locator("#live")).not_to_have_attribute("data-version", str(before))
        expect(page.locator(".live-line:not(.live-talk)")).to_be_empty()
        guest.complaints.clear()  # the browser's own, of the 503


def test_page_in_another_language_is_loaded(
    pair: Pair, chromium: Browser, pictures: Path | None
) -> None:
    """Its reader chose the language in another tab: half a page would be in each."""
    with visiting(chromium, WIDE, pictures) as guest:
        page = guest.page
        pair.let_ben_accept(chromium)
        page.clock.install()
        page.goto(f"{pair.site.address}/games/{pair.slug}/")
        address = pair.site.address
        page.context.add_cookies(
            [{"name": "django_language", "value": "es", "url": address}]
        )
        pair.site.set_scene(f"{SCENES}.decide_once", pair.slug)
        with page.expect_event("load"):
            let_notice(page)
        expect(page.locator("html")).to_have_attribute("lang", "es")
