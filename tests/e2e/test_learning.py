"""The tutorial on a phone, with and without scripts, and the steps of a first visit."""

import re
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

from games.learn.tutorial import answer_sentence
from games.learn.tutorial_script import GAME_OVER, LessonAnswer
from tests.e2e.chromium import (
    PHONE,
    PHONE_PLAIN,
    WIDE,
    Screen,
    Visitor,
    on_screens,
    visiting,
)
from tests.harness.page_server import PageServer

#: What is tapped in each step before the main button; nothing where it is open already.
DIE = 'label:has([value="pick 6"])'
PLACES = (
    *("forest", "tool_maker", "card_1", "building_2"),
    *("tool_maker", "forest", "", "card_1", "", ""),
    *("hut", "field", "hunting_grounds", "card_1", "card_2"),
    *("", "card_1", DIE, "", ""),
)


def tap_place(visitor: Visitor, place: str) -> None:
    """Tap a place of the table, and wait until the dock shows it."""
    visitor.press(visitor.page.locator(f'.place[data-place="{place}"]').first)
    expect(visitor.page.locator("#panes")).to_have_attribute("data-at", place)


def press_main(visitor: Visitor) -> None:
    """Press the one main button of the dock, or of a step that is only read."""
    main = ":is(#panes, .lesson-end) .button-main:visible"
    visitor.press(visitor.page.locator(main).first)


@on_screens(PHONE, slow=(PHONE_PLAIN, WIDE))
def test_the_whole_tutorial(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """A press a step on the real table to the final scoring, and on into a game."""
    sizes = set()
    with visiting(chromium, screen, pictures) as visitor:
        visitor.page.goto(f"{site.address}/learn/")
        for step, place in enumerate(PLACES, start=1):
            expect(visitor.page.locator(".lesson-pip-on")).to_have_count(step)
            fits(visitor)
            sizes.add(size_of_board(visitor))
            if place == DIE:
                if screen.has_javascript:
                    visitor.press(visitor.page.locator(DIE))
                else:
                    visitor.page.locator(DIE).click()
            elif place:
                tap_place(visitor, place)
                fits(visitor)
                sizes.add(size_of_board(visitor))
            visitor.take_picture(f"learn-{step}")
            press_main(visitor)
        expect(visitor.page.locator(".lesson-pip-on")).to_have_count(GAME_OVER)
        assert len(PLACES) == GAME_OVER - 1
        fits(visitor)
        sizes.add(size_of_board(visitor))
        if screen.has_javascript:
            assert max(sizes) - min(sizes) <= 2
        visitor.press(visitor.page.get_by_role("button", name="Play now"))
        visitor.page.wait_for_url("**/play/**")
        expect(visitor.page.locator(".hint")).to_contain_text("rounds are safe")


def test_a_wrong_press_is_answered_in_place(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    with visiting(chromium, PHONE, pictures) as visitor:
        visitor.page.goto(f"{site.address}/learn/")
        tap_place(visitor, "river")
        press_main(visitor)
        lesson = visitor.page.locator("#lesson-words")
        expect(lesson).to_contain_text(answer_sentence(LessonAnswer.OTHER_CHOICE))
        expect(lesson).to_be_focused()
        tap_place(visitor, "forest")
        press_main(visitor)
        visitor.page.wait_for_url("**/learn/2/")


def test_a_first_move_takes_three_presses(
    site: PageServer,
    chromium: Browser,
    pictures: Path | None,
    record_property: Callable[[str, object], None],
) -> None:
    """From the first page, for somebody who has never played; seconds are only told."""
    with visiting(chromium, PHONE, pictures) as visitor:
        began = time.monotonic()
        visitor.page.goto(site.address)
        visitor.press(visitor.page.get_by_role("button", name="Play now"))  # 1
        visitor.page.wait_for_url("**/play/**")
        tap_place(visitor, "forest")  # 2
        before = visitor.page.locator("#table").get_attribute("data-version")
        press_main(visitor)  # 3
        expect(visitor.page.locator("#table")).not_to_have_attribute(
            "data-version", before or ""
        )
        record_property("seconds_to_first_move", round(time.monotonic() - began, 1))
        said = visitor.page.locator("#said")
        expect(said).to_have_text(re.compile("You sent"))


def size_of_board(visitor: Visitor) -> int:
    box = visitor.page.locator(".board").bounding_box()
    assert box is not None
    return round(box["height"])


def fits(visitor: Visitor) -> None:
    """The whole step is on the screen: neither the page nor its dock scrolls."""
    height = visitor.page.evaluate("document.documentElement.scrollHeight")
    assert height <= visitor.screen.height
    hidden = visitor.page.locator("#dock").evaluate(
        "dock => dock.scrollHeight - dock.clientHeight"
    )
    assert hidden <= 1
