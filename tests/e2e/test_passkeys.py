"""A passkey in a real browser: it is added, and signs a move."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.e2e.chromium import PHONE_PLAIN, WIDE, Visitor, visiting
from tests.e2e.page_server import PageServer

Handler = Callable[[Route], None]

PAGE = "/account/passkeys/"


def sign_in(site: PageServer, visitor: Visitor) -> None:
    """Sign in as somebody who was never here, also where a test is tried again."""
    paula = f"paula@{uuid4().hex}.example"
    visitor.page.goto(site.set_scene("tests.e2e.scenes.sign_in_link", paula))
    visitor.press(visitor.page.get_by_role("main").get_by_role("button"))
    visitor.page.wait_for_url("**/games/")


def put_in_device(page: Page) -> None:
    """Give the browser a device that holds passkeys, and says yes at once."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def log_of(page: Page, slug: str) -> list[dict[str, Any]]:
    site = "/".join(page.url.split("/")[:3])
    answer = page.request.get(f"{site}/games/{slug}/log.jsonl")
    return [json.loads(line)["event"] for line in answer.text().splitlines()]


def place_people(visitor: Visitor, place: str) -> None:
    before = visitor.mark()
    visitor.press(visitor.page.locator(f'a.place[data-place="{place}"]'))
    visitor.press(visitor.page.locator("#pane .dock-go .button-main"))
    visitor.wait_until_changed(before)


def press_unanswered(page: Page, button: Locator, answer: Handler) -> None:
    """Press a button; the question what to sign fails, and nothing goes unsigned."""
    page.route(page.url, answer)
    page.once("dialog", lambda dialog: dialog.dismiss())  # a click may wait for it
    with page.expect_event("dialog") as asked:
        button.click()
    assert "Send this without it?" in asked.value.message
    page.unroute(page.url)


@pytest.mark.long
def test_a_passkey_is_added_and_signs_a_move(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    with visiting(chromium, WIDE, pictures) as visitor:
        page = visitor.page
        sign_in(site, visitor)
        put_in_device(page)
        page.goto(site.address + PAGE)
        visitor.press(page.get_by_role("button", name="Add a passkey"))
        expect(page.get_by_text("Your passkey is added.")).to_be_visible()
        visitor.look("passkeys")
        assert Axe().run(page).violations_count == 0

        page.goto(site.address)
        visitor.start_practice()
        slug = visitor.slug()
        place_people(visitor, "forest")
        told = log_of(page, slug)
        signed = [event for event in told if event["type"] == "DecisionSigned"]
        (keys,) = [e["keys"] for e in told if e["type"] == "PasskeysSet"]
        assert len(signed) == len(keys) == 1
        after = told[told.index(signed[0]) + 1]
        assert (after["type"], after["place"]) == ("PeoplePlaced", "forest")

        page.goto(f"{site.address}/games/{slug}/seat/")
        page.get_by_text("Change or end this game").click()
        page.check("#end-sure")
        button = page.get_by_role("button", name="End the game", exact=True)
        press_unanswered(page, button, lambda route: route.fulfill(body="<p>"))
        press_unanswered(page, button, lambda route: route.abort())
        visitor.complaints.clear()  # the browser notes that nothing was reached
        visitor.press(button)
        expect(page.get_by_role("heading", name="End the game as it")).to_be_hidden()
        told = log_of(page, slug)
        at = [n for n, e in enumerate(told) if e["type"] == "DecisionSigned"][-1]
        assert told[at + 1]["type"] == "ProposalMade"


def test_without_a_script_the_page_says_what_a_passkey_needs(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    with visiting(chromium, PHONE_PLAIN, pictures) as visitor:
        sign_in(site, visitor)
        visitor.page.goto(site.address + PAGE)
        expect(visitor.page.get_by_text("This takes JavaScript")).to_be_visible()
