"""Playing by the reply form of the mailbox page, on a phone."""

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Browser

from tests.e2e.chromium import PHONE_PLAIN, visiting
from tests.e2e.mail import Arrivals, Mail
from tests.e2e.mail_client import choices_in
from tests.e2e.tables import announce
from tests.harness.page_server import PageServer


def test_a_number_written_below_the_turn_mail_moves_the_game(
    site: PageServer, chromium: Browser, pictures: Path | None
) -> None:
    """The answer comes into the mailbox, and tells what was done."""
    domain = f"{uuid4().hex}.example"  # nobody was here before, also if tried again
    table = announce(
        site,
        host=f"writer@{domain}",
        others=[f"reader@{domain}"],
        host_plays=True,
        taste=1,
    )
    table.begin()
    turn = first(table.mailbox, lambda mail: bool(choices_in(mail)))
    before = table.version()
    with visiting(chromium, PHONE_PLAIN, pictures) as visitor:
        visitor.page.goto(f"{site.address}/mailbox/{turn.number}/")
        visitor.look("reply-form")
        visitor.page.get_by_label("Your answer").fill("1")
        visitor.press(visitor.page.locator(".mailbox-reply button"))
        visitor.page.get_by_text("Your reply is on its way.").wait_for()
        visitor.look("reply-sent")
    (wish,) = (words for words, number in choices_in(turn).items() if number == "1")
    answer = first(table.mailbox, lambda mail: mail.subject.startswith("Re: Your turn"))
    assert answer.recipient == turn.recipient
    assert "- 1: done" in answer.text
    assert wish in answer.text
    assert table.version() > before


def first(mailbox: Arrivals, is_wanted: Callable[[Mail], bool]) -> Mail:
    """Return the first mail that is wanted, as soon as it is there."""
    read = 0
    while True:
        for mail in mailbox.mails[read:]:
            read += 1
            if is_wanted(mail):
                return mail
        mailbox.wait()
