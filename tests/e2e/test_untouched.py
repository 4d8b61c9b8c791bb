"""What was tapped for one question never counts for another."""

import re
from itertools import count
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page, expect

from games.live.live_page import SELDOM
from tests.e2e.chromium import (
    MAIN_BUTTON,
    OPEN_PLACE,
    PANE,
    PHONE,
    WIDE,
    Visitor,
    visiting,
)
from tests.e2e.player import PagePlayer
from tests.harness.page_server import PageServer
from tests.support.waiting import wait_for

#: Nobody plays at two tables.
NUMBERS = count(1)
#: The controls of the dock that are not as the server sent them.
TOUCHED = """() => [...document.querySelectorAll('#asked :is(input, select)')]
  .filter(each =>
    /radio|checkbox/.test(each.type) ? each.checked !== each.defaultChecked
    : each.options ? [...each.options].some(one => one.selected !== one.defaultSelected)
    : each.value !== each.defaultValue)
  .map(each => each.outerHTML)"""
#: Where several people can be sent, and how many are not sent by default.
GATHERING = ("clay_pit", "quarry")
SEVERAL = "4"


def choose_people(visitor: Visitor, place: str) -> None:
    """Look at a place, and tap a number of people that is not chosen by default."""
    visitor.press(visitor.page.locator(f'.place[data-place="{place}"]'))
    chosen = visitor.page.locator(f'{PANE} [data-people="{SEVERAL}"]')
    visitor.press(chosen.locator("xpath=ancestor::label"))
    expect(chosen).to_be_checked()
    assert len(visitor.page.evaluate(TOUCHED)) == 2  # this one, and not the default


def sent_by_main_button(visitor: Visitor) -> dict[str, list[str]]:
    """Press the main button and return what it sends."""
    before = visitor.mark()
    with visitor.page.expect_request(lambda it: it.method == "POST") as request:
        visitor.press(visitor.page.locator(MAIN_BUTTON))
    visitor.wait_until_changed(before)
    return parse_qs(request.value.post_data or "")


def test_only_the_pane_on_view_is_sent_and_the_next_question_is_untouched(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    with visiting(chromium, PHONE, pictures) as visitor:
        visitor.page.goto(site.address)
        visitor.start_practice()
        choose_people(visitor, "clay_pit")
        visitor.press(visitor.page.locator('.place[data-place="forest"]'))
        default = visitor.page.locator(f"{PANE} [data-people]:checked")
        command = default.get_attribute("value")
        sent = sent_by_main_button(visitor)
        assert (sent["command"], sent["at"]) == ([command], ["forest"])
        assert visitor.page.evaluate(TOUCHED) == []
        visitor.press(visitor.page.locator('.place[data-place="clay_pit"]'))
        default = visitor.page.locator(f"{PANE} [data-people]:checked")
        command = default.get_attribute("value")
        assert sent_by_main_button(visitor)["command"] == [command]


@pytest.mark.parametrize("way", ["reload", "come back"])
def test_the_same_question_comes_again_as_it_was_left(
    site: PageServer, chromium: Browser, pictures: Path | None, way: str
) -> None:
    """With the place that was looked at, and the number that was chosen there."""
    with visiting(chromium, WIDE, pictures) as visitor:
        visitor.page.goto(site.address)
        visitor.start_practice()
        address = visitor.page.url
        choose_people(visitor, "quarry")
        if way == "reload":
            visitor.page.reload()
        else:
            visitor.page.goto(f"{site.address}/rules/")
            visitor.page.goto(address)
        expect(visitor.page.locator("#panes")).to_have_attribute("data-at", "quarry")
        chosen = visitor.page.locator(f"{PANE} [data-people]:checked")
        expect(chosen).to_have_attribute("data-people", SEVERAL)
        assert sent_by_main_button(visitor)["command"] == [f"quarry {SEVERAL}"]
        assert visitor.page.evaluate(TOUCHED) == []


def test_a_link_to_a_place_leads_there_whatever_was_looked_at(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    with visiting(chromium, WIDE, pictures) as visitor:
        visitor.page.goto(site.address)
        visitor.start_practice()
        choose_people(visitor, "quarry")
        visitor.page.goto(f"{visitor.page.url}?at=forest")
        expect(visitor.page.locator("#panes")).to_have_attribute("data-at", "forest")
        visitor.press(visitor.page.locator('.place[data-place="river"]'))
        visitor.page.reload()
        expect(visitor.page.locator("#panes")).to_have_attribute("data-at", "river")


def test_a_page_that_is_gone_back_to_after_a_move_is_untouched(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    """The move was made in another window meanwhile."""
    with visiting(chromium, WIDE, pictures) as visitor:
        visitor.page.goto(site.address)
        visitor.start_practice()
        address = visitor.page.url
        choose_people(visitor, "quarry")
        visitor.page.goto(f"{site.address}/rules/")
        other = visitor.page.context.new_page()
        other.goto(address)
        before = other.locator("#panes").get_attribute("data-version")
        other.locator(OPEN_PLACE).first.click()
        other.locator(MAIN_BUTTON).click()
        moved = f'#panes:not([data-version="{before}"])'
        other.locator(moved).wait_for()
        visitor.page.go_back()
        visitor.page.locator(moved).wait_for()
        assert visitor.page.evaluate(TOUCHED) == []


def test_what_others_move_brings_an_untouched_question(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    """Somebody chooses what to order while they wait; then it is their turn."""
    _slug, *links = site.set_scene("tests.e2e.scenes.seat_two", f"u{next(NUMBERS)}")
    players = [PagePlayer("", site.address, taste) for taste in (3, 4)]
    pages = [
        player.browser.get(link) for player, link in zip(players, links, strict=True)
    ]
    (awaited,) = (seat for seat, page in enumerate(pages) if page.question)
    with visiting(chromium, WIDE, pictures) as visitor:
        page: Page = visitor.page
        page.clock.install()
        page.goto(links[1 - awaited])
        page.locator(".order-ahead summary").click()
        choice = page.locator(".next-order select").first
        choice.select_option(index=1)
        choice.blur()
        assert page.evaluate(TOUCHED)
        players[awaited].decide_once(pages[awaited])
        wait_for(lambda: hears_after_a_while(page, "You’re next."))
        assert page.evaluate(TOUCHED)  # nothing was pulled away
        page.locator(".live-line:not(.live-talk)").get_by_role(
            "link", name="Show"
        ).click()
        expect(page).to_have_title(re.compile("^● Your turn"))
        assert page.evaluate(TOUCHED) == []


def hears_after_a_while(page: Page, words: str) -> bool:
    """
    Let the page ask once more; return whether it has said these words.

    On a busy machine it may have asked just before the move, and asks later then.
    """
    page.clock.run_for((SELDOM + 1) * 1000)
    return words in page.locator(".live-line:not(.live-talk)").inner_text()
