"""Invitations and turns in a browser, by the pages of the development mailbox alone."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.e2e.chromium import (
    OVERHANGING,
    PHONE_PLAIN,
    WIDE,
    Screen,
    Visitor,
    on_screens,
    visiting,
)
from tests.harness.page_server import PageServer
from tests.support.waiting import wait_for


@on_screens(PHONE_PLAIN, slow=(WIDE,))
def test_inviting_accepting_and_playing_through_the_mailbox(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    """What a stranger does who has just started the service and has no mail server."""
    host, guest = (f"{who}@{screen.name}.example" for who in ("host", "guest"))
    with visiting(chromium, screen, pictures) as visitor:
        sign_in(visitor, site, host)
        invite(visitor, guest)
        follow(visitor, site, guest, "Join or decline")
        accept(visitor)
        follow(visitor, site, host, "Play your turn", subject="Your turn: ")
        visitor.page.locator("#panes[data-asks=place]").wait_for()
        zone = "Europe/Madrid" if screen.has_javascript else "UTC"
        assert f"({zone})" in visitor.page.locator(".dock-until").inner_text()
        visitor.look("invited-turn")


def sign_in(visitor: Visitor, site: PageServer, email: str) -> None:
    """Sign in before making a new game."""
    visitor.page.goto(f"{site.address}/account/login/?next=/games/new/")
    visitor.look("sign-in")
    visitor.page.get_by_label("Your email address").fill(email)
    visitor.press(visitor.page.get_by_role("button", name="Email me a code"))
    visitor.page.get_by_role("heading", name="Check your email").wait_for()
    visitor.look("sign-in-sent")
    follow(visitor, site, email, "Sign in")
    visitor.look("sign-in-link")
    visitor.press(visitor.page.get_by_role("button", name="Sign in"))
    visitor.page.wait_for_url("**/games/new/")


def invite(visitor: Visitor, email: str) -> None:
    """Fill in the form for a new game, which the host is to begin."""
    visitor.page.locator("[name=emails]").fill(email)
    visitor.press(visitor.page.get_by_text("Start player · Tie-break"))
    visitor.page.get_by_label("Start player").select_option("0")
    visitor.look("new-game")
    visitor.press(visitor.page.get_by_role("button", name="Start the game"))
    visitor.page.get_by_role("heading", name="Waiting for answers").wait_for()
    visitor.look("waiting-for-answers")


def accept(visitor: Visitor) -> None:
    """Say yes."""
    visitor.page.get_by_label("Your name").fill("Guest")
    visitor.look("invitation")
    visitor.press(visitor.page.get_by_role("button", name="Accept"))
    visitor.page.locator(".welcome, #table").first.wait_for()
    visitor.look("accepted")


def follow(
    visitor: Visitor, site: PageServer, email: str, label: str, subject: str = ""
) -> None:
    """Open the newest mail to an address in the mailbox and press its button."""

    def newest() -> int:
        site.bring_mails()
        ((number,),) = site.rows(
            "SELECT coalesce(max(id), 0) FROM notifications_mailboxmessage "
            "WHERE recipient = ? AND instr(subject, ?)",
            *(email, subject),
        )
        return int(number)

    wait_for(lambda: newest() > 0)
    number = newest()
    visitor.page.goto(f"{site.address}/mailbox/")
    visitor.look("mailbox")
    visitor.press(visitor.page.locator(f'a[href="/mailbox/{number}/"]'))
    visitor.page.wait_for_url("**/mailbox/*/")
    visitor.look("mail")
    assert visitor.page.frames[1].evaluate(OVERHANGING) == []
    button = visitor.page.frame_locator("iframe").get_by_role("link", name=label)
    # A synthetic tap within a frame is no leave to go elsewhere; a finger's tap is.
    button.first.click()
    visitor.page.wait_for_url(lambda address: "/mailbox/" not in address)
