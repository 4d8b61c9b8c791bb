"""Walking through a game in a real browser: by keys, by itself, and in stillness."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.chromium import MAIN_BUTTON, PANE
from tests.e2e.player import PagePlayer
from tests.harness.page_server import PageServer

#: Of all letters of the map the size that they are seen in, in CSS pixels.
LETTERS = """() => [...document.querySelectorAll('.map text')].map(text =>
  parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
SMALLEST = 11


@pytest.fixture(scope="module")
def game(site: PageServer) -> str:
    """A game that has just begun; its address."""
    visitor = PagePlayer("", site.address, taste=4)
    page = visitor.browser.get("/")
    page = visitor.browser.submit(page, page.form_with("opponents"), opponents="1")
    ways = (re.match(r"/games/[2-9a-z]{10}/", link) for link in page.links)
    return site.address + next(way[0] for way in ways if way)


@pytest.fixture(scope="module")
def later_game(site: PageServer) -> str:
    """A game in which the second round has begun; its address."""
    slug, *_links = site.set_scene("tests.e2e.scenes.seat_two", "later", 0)
    for phase in ("actions", "placement"):
        site.set_scene("tests.e2e.scenes.play_until", slug, phase)
    return f"{site.address}/games/{slug}/"


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    try:
        yield context.new_page()
    finally:
        context.close()


@pytest.mark.parametrize("way", ["History", "Public board"])
def test_the_public_pages_lead_back_to_the_table_of_a_mailed_link(
    site: PageServer, page: Page, way: str
) -> None:
    """Their addresses hold no secret: what the tab keeps leads back, and only there."""
    _slug, link, _other = site.set_scene("tests.e2e.scenes.seat_two", f"back-{way[0]}")
    page.goto(link)
    page.get_by_role("link", name="Menu").click()
    page.locator("#sheet .menu").get_by_role("link", name=way).click()
    public = re.sub(r"[?#].*", "", page.url)
    page.locator("main [data-table-of]").click()
    expect(page).to_have_url(link)
    other = page.context.new_page()
    other.goto(public)
    expect(other.locator(f"main [data-table-of][href*='{link[-20:]}']")).to_have_count(
        0
    )


#: All that a table shows of a position, in letters.
SHOWN = """root => {
  const all = selector => [...root.querySelectorAll(selector)];
  const text = element => {
    const seen = element.cloneNode(true);
    seen.querySelectorAll('.hidden-visually').forEach(each => each.remove());
    return seen.textContent.replace(/\\s+/g, ' ').trim();
  };
  const parts = 'b, .row-of, .balance';
  const own = element => [...element.querySelectorAll(parts)].map(text);
  return {
    tokens: all('[data-seat][data-place]').map(each => each.id).sort(),
    numbers: all('.row-number').map(each => [each.id, ...own(each)].join(' ')),
    tiles: all('.tile').map(each =>
      text(each.querySelector('.tile-halves')) + text(each.querySelector('b')) +
      [...each.querySelectorAll('.tile-halves use')].map(use => use.href.baseVal)),
    awaited: all('.row-awaited').map(each => each.id),
    start: all('.tribe-row:has(use[href$="#start"])').map(each => each.id),
    phase: all('.pip').findIndex(each => each.matches('.pip-on')),
    round: text(root.querySelector('.top-where')),
  };
}"""


def test_the_beginning_is_counted_as_no_step(page: Page, game: str) -> None:
    """On a page of its own, and where a script has led there."""
    count = page.locator("h1")
    page.goto(f"{game}at/1/")
    beginning = str(page.locator("[data-range]").get_attribute("data-start"))
    expect(count).to_contain_text(beginning)
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(re.compile("^Step 1 of "))
    page.keyboard.press("Home")
    expect(count).to_contain_text(beginning)


def expect_position(page: Page, number: int) -> None:
    """Wait until every step that was asked for is taken, and look where they led."""
    expect(page.locator("#table:not([aria-busy])")).to_be_visible()
    expect(page.locator(f"#replay[data-shown='{number}']")).to_be_visible()
    assert page.url.endswith(f"/at/{number}/")


def last_of(page: Page) -> int:
    return int(page.locator("#replay").get_attribute("data-last") or 0)


def ends_of(page: Page, game: str) -> list[int]:
    """The sequences with which the steps of a game end."""
    answer = page.request.get(f"{game}steps.json?from=1&to={last_of(page)}").json()
    return [step["at"] for step in answer["steps"]]


def shown(page: Page) -> Any:
    return page.evaluate(f"({SHOWN})(document)")


def shown_by_server(page: Page, address: str) -> Any:
    """What the page of an address shows before any script has touched it."""
    html = page.request.get(address).text()
    parsed = "new DOMParser().parseFromString(html, 'text/html')"
    return page.evaluate(f"html => ({SHOWN})({parsed})", html)


def test_keys_lead_through_a_game(game: str, page: Page) -> None:
    page.goto(f"{game}at/1/")
    ends = ends_of(page, game)
    steps = (("ArrowRight", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("End", -1))
    for key, number in steps:
        page.keyboard.press(key)
        expect_position(page, ends[number])
    page.keyboard.press("Home")
    expect_position(page, 1)
    page.go_back()
    expect_position(page, ends[-1])


def test_nothing_stands_in_the_way_of_who_looks_back(game: str, page: Page) -> None:
    """By the rules of axe-core: of the steps, and of the table that is looked on at."""
    for address in (game, f"{game}at/1/"):
        page.goto(address)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_what_a_press_brought_is_replayed_on_the_same_table(
    game: str, page: Page, site: PageServer
) -> None:
    """The player comes hidden with the table, and is shown when it is asked for."""
    page.goto(site.address)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/play/**")
    address = page.url
    page.locator("a.place:not(.place-closed)").first.click()
    page.locator(MAIN_BUTTON).click()
    expect(page.locator("#said")).not_to_be_empty()
    expect(page.locator("#replay")).to_be_hidden()
    page.locator("[data-replay-open]").click()
    expect(page.locator("#replay")).to_be_visible()
    page.locator("[data-replay-close]").press("Enter")
    expect(page.locator("#replay")).to_be_hidden()
    expect(page.locator(f"{PANE} h2")).to_be_focused()
    assert page.url == address


def test_a_tap_on_a_place_ends_a_replay_that_still_loads(
    page: Page, site: PageServer
) -> None:
    """Else the board would go back to the past behind the question."""
    held: list[Route] = []
    page.goto(site.address)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/play/**")
    page.locator("a.place:not(.place-closed)").first.click()
    page.locator(MAIN_BUTTON).click()
    expect(page.locator("#said")).not_to_be_empty()
    before = shown(page)
    page.route("**/steps.json*", lambda route: held.append(route))
    page.locator("[data-replay-open]").click()
    expect(page.locator("#replay")).to_be_visible()
    place = page.locator("a.place:not(.place-closed)").last
    place.click()
    expect(page.locator("#replay")).to_be_hidden()
    with page.expect_response("**/steps.json*"):
        held[0].continue_()
    expect(page.locator("#table:not([aria-busy])")).to_be_visible()
    page.wait_for_timeout(500)
    expect(place).to_have_class(re.compile(r"\bplace-chosen\b"))
    assert shown(page) == before
    page.unroute("**/steps.json*")
    page.reload()
    page.locator(f"{PANE} .dock-back").click()  # the place is still looked at
    page.locator("[data-replay-open]").click()
    expect(page.locator("#replay [data-range]")).to_be_visible()
    page.wait_for_timeout(500)
    place.click()
    expect(page.locator("#replay")).to_be_hidden()
    expect(place).to_have_class(re.compile(r"\bplace-chosen\b"))
    assert shown(page) == before


def test_every_picture_is_the_one_that_the_server_draws(game: str, page: Page) -> None:
    page.goto(f"{game}at/1/")
    page.route("**/at/*/", lambda route: route.abort())  # what is drawn stays
    for end in ends_of(page, game):
        page.keyboard.press("ArrowRight")
        expect(page.locator(f"#replay[data-shown='{end}']")).to_be_visible()
        expected = shown_by_server(page, f"{game}at/{end}/")
        assert shown(page) == expected, end


def test_the_start_player_has_one_flag_whatever_was_drawn_before(
    later_game: str, page: Page
) -> None:
    page.goto(f"{later_game}at/1/")
    ends = ends_of(page, later_game)
    page.route("**/at/*/", lambda route: route.abort())
    for key, number in (("End", -1), ("Home", None), ("End", -1), ("ArrowLeft", -2)):
        page.keyboard.press(key)
        at = 1 if number is None else ends[number]
        expect(page.locator(f"#replay[data-shown='{at}']")).to_be_visible()
        expected = shown_by_server(page, f"{later_game}at/{at}/")
        assert shown(page)["start"] == expected["start"], key
    later = shown_by_server(page, f"{later_game}at/{ends[-1]}/")["start"]
    assert later != shown_by_server(page, f"{later_game}at/{ends[5]}/")["start"]


def test_keys_and_clicks_while_steps_load_are_not_lost(game: str, page: Page) -> None:
    held: list[Route] = []
    page.route("**/steps.json*", lambda route: held.append(route))
    page.goto(f"{game}at/1/")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    for _ in range(2):
        page.locator("[data-step='next']").click()
    # Only what has loaded knows that there is a step to go back to.
    page.locator("[data-step='previous']").click(force=True)
    expect(page.locator("#table[aria-busy]")).to_be_visible()
    for route in held:
        route.continue_()
    page.unroute("**/steps.json*")
    expect_position(page, ends_of(page, game)[2])


def test_a_link_is_never_replaced_under_the_finger(game: str, page: Page) -> None:
    page.goto(f"{game}at/1/")
    ends = ends_of(page, game)
    link = page.locator("[data-step='next']").element_handle()
    for number in range(3):
        page.locator("[data-step='next']").hover()
        page.mouse.down()
        if number:  # the page of the step before comes between press and release
            expect(page.locator("#table:not([aria-busy])")).to_be_visible()
        page.mouse.up()
    expect_position(page, ends[2])
    assert link.evaluate("each => each.isConnected")


def test_the_scrubber_leads_anywhere(game: str, page: Page) -> None:
    page.goto(f"{game}at/1/")
    ends = ends_of(page, game)
    scrubber = page.get_by_role("slider", name="Steps")
    expect(scrubber).to_have_attribute("max", str(len(ends)))
    scrubber.fill("3")
    expect_position(page, ends[2])
    scrubber.press("ArrowRight")
    expect_position(page, ends[3])
    expect(scrubber).to_have_attribute("aria-valuetext", re.compile(r"\."))
    page.reload()
    expect(scrubber).to_have_value("4")


def test_a_picture_of_a_step_leads_to_it(game: str, page: Page) -> None:
    page.goto(f"{game}at/{last_of_game(page, game)}/")
    page.locator(".step-chip").first.click()
    first = int(page.locator(".step-chip").first.get_attribute("data-at-step") or 0)
    expect_position(page, first)
    expect(page.locator(".step-chip[aria-current]")).to_have_count(1)


def last_of_game(page: Page, game: str) -> int:
    page.goto(f"{game}at/1/")
    return last_of(page)


def test_keys_are_left_to_fields(game: str, page: Page) -> None:
    page.goto(f"{game}at/3/?sheet=go")
    page.locator("#jump-event").focus()
    for key in ("ArrowLeft", "Home", "End"):
        page.keyboard.press(key)
    expect(page.locator("#replay[data-shown='3']")).to_be_visible()
    assert page.url.endswith("/at/3/?sheet=go")


def test_the_history_follows_the_steps(game: str, page: Page) -> None:
    last = last_of_game(page, game)
    page.get_by_role("link", name="History").first.click()
    expect(page.locator("#sheet")).to_be_visible()
    page.keyboard.press("End")
    expect_position(page, last)
    # Whose turn it is comes last, and is not told there.
    line = re.compile(rf"/at/({last - 1}|{last})/")
    expect(page.locator("#sheet .sequence").last).to_have_attribute("href", line)


def test_an_event_is_copied_as_a_quotation(game: str, page: Page) -> None:
    page.context.grant_permissions(["clipboard-read"])
    page.goto(f"{game}at/5/?sheet=how")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(re.escape(game) + r"at/5/ · 5 · [0-9a-f]{64}", copied.strip())


def test_a_game_plays_by_itself_until_it_is_stopped(game: str, page: Page) -> None:
    page.goto(f"{game}at/1/")
    button = page.get_by_role("button", name="Play")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.locator("#replay[data-shown='1']")).not_to_be_visible()
    page.keyboard.press("Space")
    expect(button).to_be_visible()
    expect(page.locator("#table:not([aria-busy])")).to_be_visible()
    assert not page.url.endswith("/at/1/")


def test_a_game_that_plays_ends_at_its_end(game: str, page: Page) -> None:
    page.goto(f"{game}at/1/")
    page.get_by_role("button", name="Speed").click()
    expect(page.get_by_role("button", name="Speed")).to_have_attribute("value", "2")
    page.get_by_role("button", name="Play").click()
    last = ends_of(page, game)[-1]
    expect(page.locator(f"#replay[data-shown='{last}']")).to_be_visible(timeout=20_000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_nothing_plays_where_motion_is_not_wanted(game: str, chromium: Browser) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    try:
        page = context.new_page()
        page.goto(f"{game}at/1/")
        expect(page.get_by_role("slider", name="Steps")).to_be_visible()
        expect(page.get_by_role("button", name="Play")).to_be_hidden()
        page.keyboard.press("ArrowRight")
        expect_position(page, ends_of(page, game)[0])
        assert page.evaluate("document.getAnimations().length") == 0
    finally:
        context.close()


def test_without_script_steps_are_links(game: str, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(f"{game}at/1/")
        ends = ends_of(page, game)
        page.get_by_role("link", name="One step on").click()
        page.get_by_role("link", name="One step on").click()
        assert page.url.endswith(f"/at/{ends[1]}/")
        page.get_by_role("link", name="One step back").click()
        assert page.url.endswith(f"/at/{ends[0]}/")
        expect(page.get_by_role("slider")).to_be_hidden()
        page.goto(f"{game}at/{ends[-1]}/")
        page.locator(".step-chip").first.click()
        assert page.url.endswith(
            f"/at/{page.locator('.step-chip').first.get_attribute('data-at-step')}/"
        )
        page.get_by_role("link", name="History").first.click()
        expect(page.locator("#sheet .happened")).to_be_visible()
    finally:
        context.close()


def test_the_letters_of_the_map_can_be_read_on_every_screen(
    game: str, page: Page
) -> None:
    page.goto(game)
    for width in (320, 360, 390, 480, 600, 960, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert min(page.evaluate(LETTERS)) >= SMALLEST, width
