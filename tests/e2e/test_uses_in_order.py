"""The order of uses on a phone: by number to any place, with a finger or with keys."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.chromium import TOUCH
from tests.e2e.table_pages import (
    early_and_late,
    put,
    reader_of,
    show,
    showing,
    turn_page,
)

#: The order that the form sends.
ORDER = "uses => uses.map(use => use.value)"
#: Whether the focus is still on the number of the use that was moved.
FOCUSED = """() => document.activeElement.matches('.order-number') &&
  document.activeElement.closest('li').querySelector('[name=use]').value"""


@pytest.fixture(scope="module")
def phone(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    with showing(context) as page:
        yield page
    context.close()


def most_uses() -> str:
    state = dict(early_and_late(4, 3))["use-most"]
    return turn_page(state, reader_of(state))


def test_a_number_moves_a_use_to_any_place(phone: Page) -> None:
    put(phone, most_uses())
    uses = phone.locator("#panes [name=use]")
    first, *others, last = uses.evaluate_all(ORDER)
    numbers = phone.locator("#panes .order-number")
    for box in filter(None, (number.bounding_box() for number in numbers.all())):
        assert min(box["width"], box["height"]) >= TOUCH
    numbers.last.select_option("1")
    assert uses.evaluate_all(ORDER) == [last, first, *others]
    numbers.first.select_option(str(len(others) + 2))
    assert uses.evaluate_all(ORDER) == [first, *others, last]


def test_so_do_keys_and_the_focus_goes_along(phone: Page) -> None:
    put(phone, most_uses())
    uses = phone.locator("#panes [name=use]")
    first, second, *others = uses.evaluate_all(ORDER)
    phone.locator("#panes .order-number").first.focus()
    phone.keyboard.press("ArrowDown")
    assert uses.evaluate_all(ORDER) == [second, first, *others]
    assert phone.evaluate(FOCUSED) == first
    phone.keyboard.press("ArrowUp")
    assert uses.evaluate_all(ORDER) == [first, second, *others]


def test_without_scripts_each_use_has_both_arrows(chromium: Browser) -> None:
    context = chromium.new_context(
        viewport={"width": 360, "height": 740}, java_script_enabled=False
    )
    with showing(context) as page:
        show(page, most_uses())
        chips = page.locator(".order-chip")
        assert chips.count() > 6
        for number, chip in enumerate(chips.all()):
            assert not chip.locator(".order-number").is_visible()
            arrows = [arrow.is_visible() for arrow in chip.locator("[data-step]").all()]
            assert arrows == [number > 0, number < chips.count() - 1]
            box = chip.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 360
    context.close()
