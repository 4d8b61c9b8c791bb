"""Complaints by email (ARF, RFC 5965) count like those by a provider's webhook."""

from datetime import datetime

import pytest
from pytest_django import Settings

from games import limits
from games.limits import TooMany
from games.models import Unreachable, User
from notifications.delivery_status.bounces import bounce_address
from notifications.delivery_status.reports import report_of
from notifications.inbox.store import UnknownRecipient, find_recipient
from notifications.models import OutgoingMail, Reading, Step
from tests.notifications.delivery_status.conftest import (
    LATER,
    SendReport,
    come_in,
    fresh,
    life,
    source_of,
)
from tests.support.mails import Send, a_mail

pytestmark = pytest.mark.django_db

TO = "complaints@stoneage.example"
SHAPES = ["complaint", "complaint_redacted", "complaint_headers"]


@pytest.mark.parametrize("name", SHAPES)
def test_complaint_stops_all_mails(
    sent: OutgoingMail, bob: User, report: SendReport, name: str
) -> None:
    incoming = report(name, sent, recipient=TO)
    assert fresh(bob).unreachable_why == Unreachable.COMPLAINED
    assert life(sent) == [Step.SENT, Step.COMPLAINED]
    assert (incoming.reading, incoming.replies_to) == (Reading.DONE, sent)


@pytest.mark.parametrize("name", SHAPES)
def test_complaint_may_come_to_the_bounce_address(
    sent: OutgoingMail, bob: User, report: SendReport, name: str
) -> None:
    report(name, sent)
    assert fresh(bob).unreachable_why == Unreachable.COMPLAINED


@pytest.mark.parametrize(
    "name", ["complaint_not_spam", "complaint_auth_failure", "complaint_virus"]
)
def test_feedback_of_another_kind_is_no_complaint(
    sent: OutgoingMail, bob: User, report: SendReport, name: str
) -> None:
    incoming = report(name, sent, recipient=TO)
    assert incoming.reading == Reading.IGNORED
    assert fresh(bob).unreachable_since is None
    assert life(sent) == [Step.SENT]


def test_complaint_that_proves_nothing_is_ignored(
    sent: OutgoingMail, alice: User, bob: User, now: datetime, send: Send
) -> None:
    """A stranger knows the player's address, but no mail of ours to it."""
    own = a_mail(alice, now, "of another")
    source = source_of("complaint", sent)
    tag, message_id = bounce_address(sent).encode(), sent.message_id.encode()
    forgeries = [
        source.replace(tag, b"bounces+1-aaaaaaaaaaaaaaaaaaaa@stoneage.example"),
        source.replace(tag, tag.replace(b"stoneage", b"elsewhere")),
        source.replace(tag, bounce_address(own).encode()),
    ]
    for forged in forgeries:
        forged = forged.replace(message_id, b"<guessed@stoneage.example>")
        incoming = come_in(forged, TO, now + LATER)
        assert incoming.reading == Reading.IGNORED
        incoming.delete()
    for user in (alice, bob):
        assert fresh(user).unreachable_since is None


def test_other_mail_to_the_address_for_complaints_is_kept_for_the_staff(
    now: datetime,
) -> None:
    """Providers send a word there to see that somebody reads it."""
    source = b"From: a@provider.example\r\nSubject: Your code\r\n\r\nCode: 123456\r\n"
    incoming = come_in(source, TO.upper(), now)
    assert incoming.reading == Reading.IGNORED
    assert "123456" in incoming.parse().text


def test_address_for_complaints_takes_a_bounded_number_of_mails(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "COMPLAINTS", limits.Limit("few", 1, 60))
    come_in(b"Subject: one\r\n\r\n", TO, now)
    with pytest.raises(TooMany):
        come_in(b"Subject: two\r\n\r\n", TO, now)


def test_no_address_takes_complaints_without_incoming_mail(settings: Settings) -> None:
    settings.REPLY_TO = ""
    for address in (TO, "", "complaints@"):
        with pytest.raises(UnknownRecipient):
            find_recipient(address)


def test_complaint_names_recipient_mail_and_sender(sent: OutgoingMail) -> None:
    report = report_of(source_of("complaint", sent))
    assert report is not None
    assert report.is_complaint
    assert report.recipients == {sent.sent_to}
    assert report.message_ids == (sent.message_id,)
    assert report.senders == (bounce_address(sent),)
