"""A host's first evening, and a friend's first minute on a phone."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.album import LAPTOP, SMALL_PHONE, on_journey_screens, step
from tests.e2e.chromium import MAIN_BUTTON, OPEN_PLACE, PHONE, Screen, Visitor, visiting
from tests.e2e.inbox import open_mail, press_in_mail
from tests.harness.page_server import PageServer

GREETING = "Shall we try this? The loser brings cake."


@on_journey_screens(LAPTOP)
def test_a_host_names_friends_first_and_signs_in_at_the_end(
    site: PageServer,
    chromium: Browser,
    pictures: Path | None,
    screen: Screen,
    record_property: Callable[[str, object], None],
) -> None:
    """
    Nothing typed is lost. The waiting page says what became of the emails, and becomes
    the table when the friend has accepted on a phone.
    """
    domain = f"{uuid4().hex}.example"
    host, friend = f"anna@{domain}", f"ben@{domain}"
    with visiting(chromium, screen, pictures) as anna:
        began = time.monotonic()
        host_a_game(anna, site, host, friend)
        record_property("seconds_to_invitation", round(time.monotonic() - began, 1))
        record_property("presses_to_invitation", anna.presses)
        assert anna.presses == 6  # with that of the pace
        waiting = anna.page
        expect(waiting.locator(".waiting-room .note-good")).to_be_visible()
        phone = SMALL_PHONE if screen.locale == SMALL_PHONE.locale else screen
        with visiting(chromium, phone, pictures) as ben:
            number = accept_an_invitation(ben, site, friend)
            # The page that Anna left open becomes the table.
            waiting.bring_to_front()
            waiting.locator("#table").wait_for()
            step(waiting, "host-7-finds-the-table")
            before = anna.mark()
            anna.press(waiting.locator(OPEN_PLACE).first)
            anna.press(waiting.locator(MAIN_BUTTON))
            anna.wait_until_changed(before)
            open_mail(ben.page, site, friend, before=number)
            step(ben.page, "friend-4-is-called")
            press_in_mail(ben.page)
            ben.page.locator("#panes[data-asks=place]").wait_for()
            step(ben.page, "friend-5-has-the-first-turn")
            # The history opens at the last step, on the board.
            ben.press(ben.page.locator(".top-tools a[href$='/at/']"))
            ben.page.locator("#replay .replay-strip").wait_for()
            assert "Anna" in ben.page.locator("[data-what]").inner_text()
            step(ben.page, "friend-6-looks-at-the-history")


def host_a_game(visitor: Visitor, site: PageServer, host: str, friend: str) -> None:
    """Fill in a new game as a visitor, sign in at the end, and send the invitation."""
    page = visitor.page
    page.goto(site.address)
    step(page, "host-1-home")
    visitor.press(page.locator("main a[href='/games/new/']").first)
    page.locator("[name=emails]").fill(friend)
    page.locator("[name=greeting]").fill(GREETING)
    visitor.press(page.locator("label[for=pace-relaxed]"))
    # Anna is to begin, so that Ben is welcomed before it is his turn.
    page.locator("[name=first_player]").evaluate("choice => choice.value = '0'")
    page.locator("[name=host_name]").fill("Anna")
    page.locator("[name=host_email]").fill(host)
    step(page, "host-2-names-friends-and-pace")
    visitor.press(page.locator(".new-go button"))
    page.wait_for_url("**/account/login/code/confirm/**")
    step(page, "host-3-is-asked-for-the-code")
    open_mail(page, site, host)
    step(page, "host-4-reads-the-sign-in-email")
    press_in_mail(page)
    visitor.presses += 1
    visitor.press(page.locator("main form .button-main"))
    page.wait_for_url("**/games/new/?draft=*")
    assert page.locator("[name=emails]").input_value() == friend
    assert page.locator("[name=greeting]").input_value() == GREETING
    assert page.locator("#pace-relaxed").is_checked()
    step(page, "host-5-finds-the-game-as-typed")
    expect(page.locator(".new-draft button")).to_be_focused()
    visitor.press(page.locator(".new-draft button"))
    page.wait_for_url(lambda address: "/new/" not in address)
    page.locator(".waiting-room").wait_for()
    step(page, "host-6-waits-for-answers")


def accept_an_invitation(visitor: Visitor, site: PageServer, friend: str) -> int:
    """Read the invitation, say yes, and be welcomed. Return the email's number."""
    page = visitor.page
    number = open_mail(page, site, friend)
    step(page, "friend-1-reads-the-invitation")
    assert GREETING in page.frame_locator("iframe").locator("body").inner_text()
    press_in_mail(page)
    assert GREETING in page.locator("main").inner_text()
    page.locator("[name=name]").fill("Ben")
    step(page, "friend-2-sees-who-invites")
    visitor.press(page.locator("button[value=accept]"))
    page.locator(".welcome a[href='/learn/']").wait_for()
    step(page, "friend-3-is-welcomed")
    return number


@pytest.mark.parametrize("locale", ["en-GB", "es", "ko", "it", "pt-BR"])
def test_form_of_a_new_game_fits_one_phone_screen(
    site: PageServer, chromium: Browser, pictures: Path | None, locale: str
) -> None:
    """With the button that starts it, for somebody who is signed in."""
    screen = replace(PHONE, locale=locale)
    with visiting(chromium, screen, pictures) as visitor:
        address = f"hanna-{locale.lower()}@example.org"
        link = site.set_scene("tests.e2e.scenes.sign_in_link", address)
        visitor.page.goto(f"{link}?next=/games/new/")
        visitor.press(visitor.page.locator("main form button").first)
        visitor.page.wait_for_url("**/games/new/")
        button = visitor.page.locator("main .button-main").bounding_box()
        assert button is not None
        assert button["y"] + button["height"] <= screen.height
