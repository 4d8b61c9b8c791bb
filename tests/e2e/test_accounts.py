"""Signing in by code, by link and by passkey, on a phone and on a wide screen."""

import re
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.e2e.chromium import PHONE, WIDE, Screen, Visitor, on_screens, visiting
from tests.harness.page_server import PageServer

CODE = re.compile(r"[B-Z]{4}-[B-Z]{4}")
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def give_authenticator(page: Page) -> CDPSession:
    """Give the browser what a phone has to unlock it."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return cdp


def ask_for_code(visitor: Visitor, site: PageServer, email: str) -> str:
    """Ask to sign in, and return the code in the email."""
    visitor.page.goto(f"{site.address}/account/login/?next=/games/new/")
    visitor.look("sign-in")
    expect(visitor.page.get_by_label("Your email address")).to_be_focused()
    visitor.page.get_by_label("Your email address").fill(email)
    visitor.press(visitor.page.get_by_role("button", name="Email me a code"))
    visitor.page.get_by_role("heading", name="Check your email").wait_for()
    visitor.look("sign-in-code")
    site.bring_mails()
    ((subject,),) = site.rows(
        "SELECT subject FROM notifications_mailboxmessage WHERE recipient = ?"
        " ORDER BY id DESC LIMIT 1",
        email,
    )
    (code,) = CODE.findall(subject)
    return str(code)


@on_screens(PHONE, slow=(WIDE,))
def test_code_and_then_passkey_sign_in(
    site: PageServer, chromium: Browser, pictures: Path | None, screen: Screen
) -> None:
    email = f"{uuid4().hex}@example.org"
    with visiting(chromium, screen, pictures) as visitor:
        page = visitor.page
        give_authenticator(page)
        code = ask_for_code(visitor, site, email)
        page.get_by_label("The code in the email").fill("BCDF-GHJK")
        visitor.press(page.get_by_role("button", name="Sign in"))
        page.get_by_text("That’s not the code.").wait_for()
        visitor.look("sign-in-wrong-code")
        page.get_by_label("The code in the email").fill(code.lower())
        visitor.press(page.get_by_role("button", name="Sign in"))
        page.wait_for_url(f"{site.address}/games/new/")

        page.goto(f"{site.address}/account/")
        visitor.look("account")
        visitor.press(page.locator("a[href='/account/security/']"))
        visitor.press(page.get_by_role("link", name="Add a passkey"))
        page.get_by_role("button", name="Add a passkey").wait_for()
        visitor.look("passkey-add")
        page.get_by_role("button", name="Add a passkey").click()
        page.get_by_text("The passkey is added.").wait_for()
        visitor.look("security")

        page.goto(f"{site.address}/account/email/")
        visitor.look("addresses")
        page.goto(f"{site.address}/account/")
        visitor.press(page.get_by_role("button", name="Sign out of this browser"))
        page.get_by_role("link", name="Sign in", exact=True).first.wait_for()
        page.goto(f"{site.address}/account/login/?next=/games/new/")
        page.get_by_role("button", name="Sign in with a passkey").click()
        page.wait_for_url(f"{site.address}/games/new/")
        page.goto(f"{site.address}/account/")
        page.get_by_text(email).first.wait_for()


def test_link_signs_in_on_another_device(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    email = f"{uuid4().hex}@example.org"
    with visiting(chromium, WIDE, pictures) as visitor:
        ask_for_code(visitor, site, email)
        link = site.set_scene("tests.e2e.scenes.sign_in_link", email)
        with visiting(chromium, PHONE, pictures) as phone:
            phone.page.goto(link)
            phone.look("sign-in-link")
            phone.press(phone.page.get_by_role("button", name="Sign in"))
            phone.page.wait_for_url("**/games/")
