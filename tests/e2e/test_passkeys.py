"""A passkey in a real browser: it is added, and signs a move."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.e2e.chromium import PHONE, PHONE_PLAIN, WIDE, Visitor, visiting
from tests.e2e.service import Service

HANNA = "hanna@example.org"
PAGE = "/account/passkeys/"
#: Nothing here is about mails, so none is waited for.
MAKE_LINK = """
from pathlib import Path
from games.accounts.users import user_for_email
from games.links.purposes import SIGN_IN_LINK
from games.now import database_now
now = database_now()
user = user_for_email(email={!r}, now=now)
Path({!r}).write_text(SIGN_IN_LINK.url(user, now=now))
"""


@pytest.fixture(scope="module")
def named_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that is called localhost: browsers make no passkeys for a number."""
    running = Service(tmp_path_factory.mktemp("named"))
    running.settings = {"SITE_URL": f"http://localhost:{running.port}"}
    try:
        yield running.start()
    finally:
        running.stop()


def sign_in(service: Service, visitor: Visitor) -> None:
    """Open a link to sign in, made as its mail would hold it, and press its button."""
    told = service.directory / "link"
    service.manage("shell", "--no-imports", "-c", MAKE_LINK.format(HANNA, str(told)))
    visitor.page.goto(told.read_text("utf-8"))
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


@pytest.mark.long
def test_a_passkey_is_added_and_signs_a_move(
    named_service: Service, chromium: Browser, pictures: Path
) -> None:
    base = f"http://localhost:{named_service.port}"
    with visiting(chromium, WIDE, pictures) as visitor:
        page = visitor.page
        sign_in(named_service, visitor)
        put_in_device(page)
        page.goto(base + PAGE)
        visitor.press(page.get_by_role("button", name="Add a passkey"))
        expect(page.get_by_text("Your passkey is added.")).to_be_visible()
        visitor.look("passkeys")
        assert Axe().run(page).violations_count == 0
        page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
        page.screenshot(path=pictures / "phone-passkeys.png", caret="initial")
        page.set_viewport_size({"width": WIDE.width, "height": WIDE.height})

        page.goto(base)
        visitor.start_practice()
        slug = visitor.slug()
        place_people(visitor, "forest")
        told = log_of(page, slug)
        signed = [event for event in told if event["type"] == "DecisionSigned"]
        (keys,) = [e["keys"] for e in told if e["type"] == "PasskeysSet"]
        assert len(signed) == len(keys) == 1
        after = told[told.index(signed[0]) + 1]
        assert (after["type"], after["place"]) == ("PeoplePlaced", "forest")

        page.goto(f"{base}/games/{slug}/seat/")
        page.get_by_text("Change or end this game").click()
        page.check("#end-sure")
        visitor.press(page.get_by_role("button", name="End the game", exact=True))
        expect(page.get_by_role("heading", name="End the game as it")).to_be_hidden()
        told = log_of(page, slug)
        at = [n for n, e in enumerate(told) if e["type"] == "DecisionSigned"][-1]
        assert told[at + 1]["type"] == "ProposalMade"


def test_without_a_script_the_page_says_what_a_passkey_needs(
    named_service: Service, chromium: Browser, pictures: Path
) -> None:
    with visiting(chromium, PHONE_PLAIN, pictures) as visitor:
        sign_in(named_service, visitor)
        visitor.page.goto(f"http://localhost:{named_service.port}{PAGE}")
        expect(visitor.page.get_by_text("This takes JavaScript")).to_be_visible()
