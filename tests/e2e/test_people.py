"""People in a browser: a seat taken by a link, and a rematch by one press."""

from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Browser

from tests.e2e.chromium import PHONE, PHONE_PLAIN, WIDE, Screen, Visitor, visiting
from tests.e2e.player import Player
from tests.e2e.service import Service
from tests.e2e.test_mailbox_pages import follow, sign_in


@pytest.mark.parametrize("screen", [PHONE, PHONE_PLAIN], ids=lambda s: s.name)
def test_a_seat_is_taken_by_the_link_that_the_host_shows(
    service: Service, chromium: Browser, pictures: Path, screen: Screen
) -> None:
    """The host has the code on their screen, the guest scans it with their phone."""
    domain = f"{uuid4().hex}.example"  # nobody was here before, also if tried again
    host, guest = (f"{who}@{domain}" for who in ("hanna", "gil"))
    with visiting(chromium, WIDE, pictures) as visitor:
        sign_in(visitor, service, host)
        link = pass_a_seat_on(visitor)
        with visiting(chromium, screen, pictures) as other:
            take_the_seat(other, service, link, guest)
            other.page.locator("#table").wait_for()
        visitor.page.reload()
        visitor.page.locator("#table").wait_for()


def test_a_game_is_started_from_one_screen_of_a_phone(
    service: Service, chromium: Browser, pictures: Path
) -> None:
    """With whom, how fast, and the button: none of it has to be scrolled to."""
    with visiting(chromium, PHONE, pictures) as visitor:
        sign_in(visitor, service, f"hanna@{uuid4().hex}.example")
        visitor.look("new-game")
        button = visitor.page.get_by_role("button", name="Start the game")
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE.height


def pass_a_seat_on(visitor: Visitor) -> str:
    """Start a game with a seat for whoever has the link; return the link."""
    page = visitor.page
    assert page.get_by_label("Your name").input_value() == "Hanna"
    page.get_by_label("By a link that you share").select_option("1")
    visitor.press(page.get_by_role("button", name="Start the game"))
    page.get_by_role("heading", name="A link for seat 2").wait_for()
    page.get_by_role("img", name="QR code of the link").wait_for()
    visitor.look("join-link")
    return page.get_by_label("The link", exact=True).input_value()


def take_the_seat(visitor: Visitor, service: Service, link: str, email: str) -> None:
    """Read the terms, say where the game is to come, and take the seat."""
    page = visitor.page
    page.goto(link)
    page.get_by_role("heading", name="Hanna invites you").wait_for()
    visitor.look("join")
    page.get_by_label("Your email address").fill(email)
    visitor.press(page.get_by_role("button", name="Email me a link"))
    page.get_by_role("heading", name="Check your email").wait_for()
    follow(visitor, service, email, "Sign in")
    visitor.press(page.get_by_role("button", name="Sign in"))
    page.wait_for_url("**/join/**")
    assert page.get_by_label("Your name").input_value() == "Gil"
    visitor.look("join-signed-in")
    visitor.press(page.get_by_role("button", name="Take the seat"))


def test_a_rematch_is_one_press(
    service: Service, chromium: Browser, pictures: Path
) -> None:
    """Bots agree at once: the press leads to the new table."""
    over, link = a_game_that_is_over(service)
    with visiting(chromium, PHONE, pictures) as visitor:
        visitor.page.goto(link)
        visitor.press(visitor.page.get_by_role("button", name="Rematch"))
        visitor.page.wait_for_url(lambda address: address != link)
        visitor.page.locator("#table").wait_for()
        assert visitor.slug() != over
        visitor.page.goto(f"{link}rematch/")
        visitor.page.get_by_role("heading", name="The rematch has begun").wait_for()
        visitor.look("rematch")


def a_game_that_is_over(service: Service) -> tuple[str, str]:
    """Play against a bot to the end; return its name and one's link."""
    guest = Player("", service.address, "", taste=5)
    page = guest.browser.get("/")
    page = guest.browser.submit(page, page.form_with("opponents"), opponents="1")
    while page.question:
        page = guest.decide_once(page)
    (result,) = {found for found in page.links if found.endswith("/result/")}
    return result.split("/")[2], page.address.partition("?")[0]
