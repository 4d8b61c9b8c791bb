"""Somebody's emails, opened in a browser from the pages of the development mailbox."""

from playwright.sync_api import Page

from tests.harness.page_server import PageServer
from tests.support.waiting import wait_for


def open_mail(page: Page, site: PageServer, email: str, *, before: int = 0) -> int:
    """
    Open the newest email to an address, once there is one after number ``before``, and
    return its number.
    """

    def newest() -> int:
        site.bring_mails()
        ((number,),) = site.rows(
            "SELECT coalesce(max(id), 0) FROM notifications_mailboxmessage "
            "WHERE recipient = ?",
            email,
        )
        return int(number)

    wait_for(lambda: newest() > before)
    number = newest()
    page.goto(f"{site.address}/mailbox/{number}/")
    page.frame_locator("iframe").locator("td.button a").first.wait_for()
    return number


def press_in_mail(page: Page) -> None:
    """Press the button of the email that is open."""
    # A synthetic tap within a frame is no leave to go elsewhere; a finger's tap is.
    page.frame_locator("iframe").locator("td.button a").first.click()
    page.wait_for_url(lambda address: "/mailbox/" not in address)
