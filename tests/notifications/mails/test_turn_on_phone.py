"""The length of a turn mail on a phone, in every language."""

import base64
import re
from collections.abc import Iterator
from datetime import datetime

import pytest
from django.core.mail import EmailMultiAlternatives
from playwright.sync_api import sync_playwright

from games.models import Game, User
from notifications.models import Kind, OutgoingMail
from tests.e2e.chromium import PHONE_PLAIN, PROGRAMS, launch
from tests.notifications.mails.test_contents import written
from tests.support.mails import html_of, mails
from tests.support.play import play_on

LANGUAGES = ("en", "es", "it", "ko", "pt-br")
LONGEST = 1_500
#: Decisions before the mail: in placement, in the round that follows, and late.
DECISIONS = (7, 30, 60, 100)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize(
    "table",
    [pytest.param("two_player_game", marks=pytest.mark.slow), "started_game"],
)
def test_turn_mail_fits_two_screens(
    request: pytest.FixtureRequest, table: str, now: datetime
) -> None:
    """With the picture of the board, at 390 px; with --slow also for two players."""
    game = request.getfixturevalue(table)
    pages = {
        (decisions, language): shown_html(written_in(language, mail, now))
        for decisions, mail in turn_mails(game, now)
        for language in LANGUAGES
    }
    heights = heights_of(pages)
    assert len(heights) == len(DECISIONS) * len(LANGUAGES)
    assert {at: height for at, height in heights.items() if height > LONGEST} == {}


def turn_mails(game: Game, now: datetime) -> Iterator[tuple[int, OutgoingMail]]:
    """Play on, and yield the latest turn mail after each number of decisions."""
    played = 0
    for decisions in DECISIONS:
        play_on(game, now=now, decisions=decisions - played)
        played = decisions
        yield decisions, mails(Kind.YOUR_TURN)[-1]


def written_in(
    language: str, mail: OutgoingMail, now: datetime
) -> EmailMultiAlternatives:
    """Render the mail in a language; changes the reader."""
    User.objects.filter(pk=mail.user_id).update(language=language)
    return written(mail, now)


def shown_html(message: EmailMultiAlternatives) -> str:
    """Return the HTML with its picture inlined, as a mail program shows it."""
    html = html_of(message)
    (picture,) = [part for part in message.message().walk() if part["Content-ID"]]
    content = picture.get_payload(decode=True)
    assert isinstance(content, bytes)
    data = f"data:image/png;base64,{base64.b64encode(content).decode()}"
    return re.sub(r'"cid:[^"]+"', f'"{data}"', html)


def heights_of(pages: dict[tuple[int, str], str]) -> dict[tuple[int, str], int]:
    """Measure with a new browser: an open one blocks Django's database access."""
    with sync_playwright() as playwright:
        browser = launch(playwright, *PROGRAMS)
        page = browser.new_context(**PHONE_PLAIN.options()).new_page()
        heights = {}
        for at, html in pages.items():
            page.set_content(html, wait_until="load")
            heights[at] = page.locator("html").evaluate("each => each.scrollHeight")
    return heights
