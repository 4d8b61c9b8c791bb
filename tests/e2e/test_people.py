"""People in a browser: a seat taken by a link, and a rematch by one press."""

from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Browser

from tests.e2e.chromium import (
    PHONE,
    PHONE_PLAIN,
    WIDE,
    Screen,
    Visitor,
    on_screens,
    visiting,
)
from tests.e2e.test_mailbox_pages import follow, sign_in
from tests.harness.page_server import PageServer


@on_screens(PHONE, slow=(PHONE_PLAIN,))
def test_a_seat_is_taken_by_the_link_that_the_host_shows(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """The host has the code on their screen, the guest scans it with their phone."""
    domain = f"{uuid4().hex}.example"  # nobody was here before, also if tried again
    host, guest = (f"{who}@{domain}" for who in ("hanna", "gil"))
    with visiting(chromium, WIDE, pictures) as visitor:
        sign_in(visitor, site, host)
        link = pass_a_seat_on(visitor)
        with visiting(chromium, screen, pictures) as other:
            take_the_seat(other, site, link, guest)
            other.page.locator("#table").wait_for()
        visitor.page.reload()
        visitor.page.locator("#table").wait_for()


def test_a_game_is_started_from_one_screen_of_a_phone(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    """With whom, how fast, and the button: none of it has to be scrolled to."""
    with visiting(chromium, PHONE, pictures) as visitor:
        sign_in(visitor, site, f"hanna@{uuid4().hex}.example")
        visitor.look("new-game")
        button = visitor.page.get_by_role("button", name="Start the game")
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE.height


def pass_a_seat_on(visitor: Visitor) -> str:
    """Start a game with a seat for anyone who has the link; return the link."""
    page = visitor.page
    assert page.get_by_label("Your name").input_value() == "Hanna"
    page.get_by_label("Seats you share by link").select_option("1")
    visitor.press(page.get_by_role("button", name="Start the game"))
    page.get_by_role("heading", name="A link for seat 2").wait_for()
    page.get_by_role("img", name="QR code of the link").wait_for()
    visitor.look("join-link")
    return page.get_by_label("The link", exact=True).input_value()


def take_the_seat(visitor: Visitor, site: PageServer, link: str, email: str) -> None:
    """Read the terms, say where the game is to come, and take the seat."""
    page = visitor.page
    page.goto(link)
    page.get_by_role("heading", name="Hanna invites you").wait_for()
    visitor.look("join")
    page.get_by_label("Your email address").fill(email)
    visitor.press(page.get_by_role("button", name="Email me a code"))
    page.get_by_role("heading", name="Check your email").wait_for()
    follow(visitor, site, email, "Sign in")
    visitor.press(page.get_by_role("button", name="Sign in"))
    page.wait_for_url("**/join/**")
    assert page.get_by_label("Your name").input_value() == "Gil"
    visitor.look("join-signed-in")
    visitor.press(page.get_by_role("button", name="Take the seat"))


def test_a_rematch_is_one_press(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    """Bots agree at once: the press leads to the new table."""
    over, link = site.set_scene("tests.e2e.reviewed_games.play", 1)
    with visiting(chromium, PHONE, pictures) as visitor:
        visitor.page.goto(link)
        visitor.press(visitor.page.get_by_role("button", name="Rematch"))
        visitor.page.wait_for_url(lambda address: address != link)
        visitor.page.locator("#table").wait_for()
        assert visitor.slug() != over
        visitor.page.goto(f"{link}rematch/")
        visitor.page.get_by_role("heading", name="The rematch has begun").wait_for()
        visitor.look("rematch")
