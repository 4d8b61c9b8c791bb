"""Pages that live: somebody moves, and the others' open pages notice."""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from games.live.live_page import OFTEN, SELDOM
from tests.e2e.chromium import MAIN_BUTTON, OPEN_PLACE, PHONE, WIDE, Visitor, visiting
from tests.e2e.player import PagePlayer
from tests.harness.page_server import PageServer
from tests.support.waiting import PATIENCE

#: Nobody plays at two tables.
NUMBERS = count(1)
MY_TURN = "● Your turn – Place your people · Stone Age by Mail"
#: By when this is answered, by the server and no cache, the question before is.
LET_ANSWER = "() => fetch('/static/games/page.css', {cache: 'reload'})"
HIDE = """hidden => {
  Object.defineProperty(document, 'visibilityState', {
    value: hidden ? 'hidden' : 'visible', configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


class Two:
    """A game of Anna and Ben: who is awaited, and the links of both."""

    def __init__(self, site: PageServer) -> None:
        slug, *links = site.set_scene("tests.e2e.scenes.seat_two", f"{next(NUMBERS)}")
        players = [PagePlayer("", site.address, taste) for taste in (3, 4)]
        pages = [
            player.browser.get(link)
            for player, link in zip(players, links, strict=True)
        ]
        (awaited,) = (seat for seat, page in enumerate(pages) if page.question)
        self.awaited = players[awaited]
        self._other = players[1 - awaited]
        self.awaited_link, self.link = links[awaited], links[1 - awaited]
        self.board = f"{site.address}/games/{slug}/"
        self._page = pages[awaited]

    def move(self) -> None:
        """Let whoever is awaited decide once."""
        self._page = self.awaited.decide_once(self._page)

    def answer(self) -> None:
        """Let the other player decide once after that."""
        page = self._other.browser.get(self.link)
        self._other.decide_once(page)


@pytest.fixture
def two(site: PageServer) -> Two:
    return Two(site)


@pytest.fixture
def waiting(two: Two, chromium: Browser, pictures: Path | None) -> Iterator[Visitor]:
    """Somebody who has their page open while it is another's turn; time is ours."""
    with visiting(chromium, WIDE, pictures) as visitor:
        visitor.page.clock.install()
        visitor.page.goto(two.link)
        yield visitor


def questions_of(page: Page) -> list[str]:
    """Return the questions whether somebody moved, as they are asked from now on."""
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url) if "/since/" in r.url else None)
    return asked


def let_pass(page: Page, seconds: int) -> None:
    page.clock.run_for(seconds * 1000)


def let_ask(page: Page, seconds: int) -> None:
    """Let time pass in which a question is asked, however late it is answered."""
    with page.expect_response(re.compile("/since/"), timeout=PATIENCE * 1000):
        let_pass(page, seconds)
    page.evaluate(LET_ANSWER)


def test_a_page_that_waits_shows_by_itself_that_it_is_the_readers_turn(
    two: Two, waiting: Visitor
) -> None:
    page = waiting.page
    expect(page).not_to_have_title(re.compile("●"))
    two.move()
    let_pass(page, SELDOM + 1)
    expect(page).to_have_title(MY_TURN)
    icon = page.locator("link[rel=icon]").get_attribute("href")
    assert "favicon-turn" in str(icon)
    expect(page.locator("#live")).to_have_attribute("data-awaited", "yes")
    expect(page.locator(".live-line:not(.live-talk)")).to_contain_text("You’re next.")
    waiting.look("live-my-turn")


def test_what_came_by_itself_can_be_played_on(two: Two, waiting: Visitor) -> None:
    """The page that was put in is whole: its press is answered by the next part."""
    page = waiting.page
    two.move()
    let_pass(page, SELDOM + 1)
    expect(page).to_have_title(MY_TURN)
    before = waiting.mark()
    page.locator(OPEN_PLACE).first.click()
    page.locator(MAIN_BUTTON).click()
    waiting.wait_until_changed(before)
    expect(page).to_have_title(re.compile("^Waiting for .+ · Stone Age by Mail$"))


def test_what_somebody_writes_is_not_pulled_away(two: Two, waiting: Visitor) -> None:
    """They are told, with the way to look; what they wrote stays."""
    page = waiting.page
    page.get_by_role("link", name="Talk").click()
    words = page.locator("#sheet textarea").first
    words.fill("Take your time!")
    two.move()
    let_pass(page, SELDOM + 1)
    line = page.locator(".live-line:not(.live-talk)")
    expect(line).to_contain_text("You’re next.")
    assert words.input_value() == "Take your time!"
    waiting.look("live-told")
    line.get_by_role("link", name="Show").click()
    expect(page).to_have_title(MY_TURN)
    expect(line).to_be_empty()


def test_what_was_told_is_not_asked_for_again(two: Two, waiting: Visitor) -> None:
    """Who writes is told once; when they have stopped, the page shows it."""
    page = waiting.page
    page.get_by_role("link", name="Talk").click()
    page.locator("#sheet textarea").first.fill("Take your time!")
    two.move()
    let_ask(page, SELDOM + 1)
    expect(page.locator(".live-line:not(.live-talk)")).to_contain_text("You’re next.")
    with page.expect_response(re.compile("/since/")) as answer:
        let_pass(page, SELDOM + 1)
    assert answer.value.status == 204
    page.evaluate(LET_ANSWER)
    page.keyboard.press("Escape")
    let_ask(page, SELDOM + 1)
    expect(page).to_have_title(MY_TURN)


@pytest.fixture
def refused(two: Two, chromium: Browser, pictures: Path | None) -> Iterator[Visitor]:
    """A tab of the awaited player whose press came too late: they moved elsewhere."""
    with visiting(chromium, WIDE, pictures) as visitor:
        page = visitor.page
        page.clock.install()
        page.goto(two.awaited_link)
        page.locator(OPEN_PLACE).first.click()
        two.move()
        page.locator(MAIN_BUTTON).click()
        expect(page.locator("#refusal")).to_be_visible()
        expect(page.locator("#live")).not_to_have_attribute("data-awaited", "yes")
        yield visitor
        visitor.complaints[:] = [one for one in visitor.complaints if "409" not in one]


def test_page_of_a_refused_press_shows_the_next_board_without_being_asked(
    two: Two, refused: Visitor
) -> None:
    page = refused.page
    two.answer()
    let_ask(page, SELDOM + 1)
    expect(page).to_have_title(MY_TURN)
    expect(page.locator("#refusal")).to_have_count(0)


def test_live_line_does_not_cover_a_note(two: Two, refused: Visitor) -> None:
    page = refused.page
    page.locator(".order-ahead summary").click(timeout=20_000)  # it keeps the page
    two.answer()
    let_pass(page, SELDOM + 1)
    line = page.locator(".live-line:not(.live-talk)")
    expect(line).to_contain_text("You’re next.")
    refused.look("live-below-note")
    above, below = page.locator("#refusal").bounding_box(), line.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]


def test_in_the_background_it_is_asked_once_a_minute(
    two: Two, waiting: Visitor
) -> None:
    """So that the title of the tab says whose turn it is."""
    page = waiting.page
    asked = questions_of(page)
    page.evaluate(HIDE, True)
    two.move()
    let_pass(page, 5 * SELDOM)
    assert asked == []
    let_ask(page, SELDOM + 1)
    expect(page).to_have_title(MY_TURN)
    assert len(asked) == 1


def test_page_asks_at_once_when_it_comes_to_the_front(
    two: Two, waiting: Visitor
) -> None:
    page = waiting.page
    page.evaluate(HIDE, True)
    two.move()
    asked = questions_of(page)
    page.evaluate(HIDE, False)
    expect(page).to_have_title(MY_TURN)
    assert asked


def test_who_waits_for_long_asks_less_often(two: Two, waiting: Visitor) -> None:
    asked = questions_of(waiting.page)
    for _ in range(90):
        let_pass(waiting.page, SELDOM)
        waiting.page.evaluate(LET_ANSWER)
    assert 15 < len(asked) < 45


def test_at_a_live_table_nobody_waits_longer_while_another_thinks(
    two: Two, waiting: Visitor
) -> None:
    """For two minutes in which nothing happens it is asked as often as at first."""
    page = waiting.page
    page.evaluate("every => { live.dataset.every = every }", OFTEN)
    let_ask(page, SELDOM)
    asked = questions_of(page)
    for _ in range(40):
        let_ask(page, OFTEN)
    assert len(asked) > 35


def test_a_board_is_watched_on_a_phone(
    two: Two, chromium: Browser, pictures: Path | None
) -> None:
    with visiting(chromium, PHONE, pictures) as visitor:
        visitor.page.clock.install()
        visitor.page.goto(two.board)
        before = visitor.page.locator("#live").get_attribute("data-version")
        two.move()
        let_pass(visitor.page, SELDOM + 1)
        expect(visitor.page.locator("#live")).not_to_have_attribute(
            "data-version", str(before)
        )
        visitor.look("live-board")
