"""The form of orders on the page of a seat: on a wide screen, and on a phone."""

from itertools import count
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.e2e.chromium import PHONE, PHONE_PLAIN, WIDE, Screen, on_screens, visiting
from tests.harness.page_server import PageServer

#: Nobody plays at two tables.
NUMBERS = count(1)


@on_screens(PHONE, slow=(PHONE_PLAIN, WIDE))
def test_what_is_chosen_joins_what_is_written(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    _slug, *links = site.set_scene("tests.e2e.scenes.seat_two", f"o{next(NUMBERS)}")
    with visiting(chromium, screen, pictures) as visitor:
        page = visitor.page
        page.goto(f"{links[0]}seat/")
        orders = page.locator("#orders")
        visitor.press(orders.locator("summary").first)
        page.locator("#orders-text").fill("pick 6, 5")
        visitor.press(orders.get_by_text("Choose without writing"))
        orders.get_by_label("Place 1").select_option("hut")
        orders.get_by_label("Place 2").select_option("forest 3")
        orders.get_by_label("Add tools to a roll").select_option("tools gain")
        visitor.look("orders-chosen")
        visitor.press(page.get_by_role("button", name="Save the orders"))
        written = "pick 6, pick 5\nhut, forest 3\ntools gain"
        expect(page.locator("#orders-text")).to_have_value(written)
        expect(orders.locator(".badge")).to_have_text("armed")
        page.goto(f"{links[0]}seat/")
        visitor.press(orders.locator("summary").first)
        visitor.press(orders.get_by_text("What you can order"))
        visitor.look("orders-saved")
