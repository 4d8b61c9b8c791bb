"""A mail that takes too long to parse is given up permanently."""

import re
from datetime import datetime
from threading import Thread

import pytest

from notifications.inbox import process
from notifications.inbox.process import ReadingTimeout, limit_seconds
from notifications.mail_text.parse import ParsedMail
from notifications.models import IncomingMail, Kind, OutgoingMail, Reading
from notifications.models.incoming import GIVING_UP
from tests.notifications.inbox.conftest import Receive, a_mail

SOON = 0.05


def dawdle(source: bytes = b"", language: str = "") -> ParsedMail:
    """Compute without end, and swallow exceptions like a parser."""
    while True:
        try:
            re.match(r"(a|a)*b", "a" * 40)
        except Exception:
            continue


def test_long_computation_is_interrupted() -> None:
    with pytest.raises(ReadingTimeout), limit_seconds(SOON):
        dawdle()
    with limit_seconds(SOON):
        pass
    sum(range(10_000_000))  # the limit has passed


def test_there_is_no_limit_outside_the_main_thread() -> None:
    done = list[int]()

    def work() -> None:
        with limit_seconds(SOON):
            done.append(1)

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1]


def test_slow_mail_is_given_up_at_once(
    take: Receive, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    (slow,) = take(a_mail())
    with monkeypatch.context() as patch:
        patch.setattr(process, "LONGEST_READING", SOON)
        patch.setattr(process, "parse_mail", dawdle)
        process.process_batch(now=now)
    slow.refresh_from_db()
    assert (slow.reading, slow.attempts) == (Reading.IGNORED, 1)
    assert slow.why.startswith(GIVING_UP)
    assert OutgoingMail.objects.filter(kind=Kind.REPLY_UNREAD).count() == 1
    assert not process.process_batch(now=now)
    assert slow.parse().text == "", "whoever looks at it does not wait"


def test_other_mails_are_read(
    take: Receive, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(a_mail())
    (other,) = take(a_mail("board\n", message_id="<two@example.org>"))
    parse_mail = process.parse_mail

    def parse(source: bytes, language: str) -> ParsedMail:
        """Parse the other mail without limit, whichever is read first."""
        if b"board" in source:
            return parse_mail(source, language)
        return in_haste(source)

    def in_haste(source: bytes) -> ParsedMail:
        with limit_seconds(SOON):
            return dawdle(source)

    monkeypatch.setattr(process, "parse_mail", parse)
    process.process_batch(now=now)
    other.refresh_from_db()
    assert other.reading == Reading.DONE
    assert IncomingMail.objects.filter(reading=Reading.IGNORED).count() == 1
