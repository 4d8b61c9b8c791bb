"""Errors of providers: an outage, or about a single mail."""

import logging
import smtplib
from datetime import datetime, timedelta

import pytest
import requests
from anymail.exceptions import AnymailAPIError, AnymailRequestsAPIError
from django.core.mail import EmailMessage
from pytest_django import Settings

from games.models import User
from notifications.delivery_status.smtp_answers import is_outage
from notifications.models import MailStatus, OutgoingMail
from notifications.outbox import retry_policy
from notifications.sending import send as sending
from tests.notifications.sending.test_send import ScriptedBackend
from tests.notifications.sending.test_send import server as server
from tests.support.mails import a_mail


def answered(status: int) -> Exception:
    response = requests.Response()
    response.status_code, response.reason = status, "so it is"
    response._content = b'{"message": "no\\nmore"}'
    return AnymailRequestsAPIError(response=response)


def unanswered(kind: type[Exception]) -> Exception:
    """Return anymail's exception for a connection error."""
    both = type("AnymailRequestsAPIError", (AnymailRequestsAPIError, kind), {})
    error: Exception = both("Error posting to https://api.example:")
    error.__cause__ = kind("HTTPSConnectionPool: Max retries exceeded")
    return error


OUTAGES = [
    *(answered(status) for status in (401, 429)),
    unanswered(requests.ConnectionError),
    unanswered(requests.ConnectTimeout),
]
#: The provider's own faults, after which the mail may have been sent: it is retried
#: with growing pauses.
FAILURES = [
    *(answered(status) for status in (200, 400, 403, 422, 500, 502, 503)),
    unanswered(requests.ReadTimeout),
    AnymailAPIError("whatever"),
]


def fates(*all_mails: OutgoingMail) -> list[tuple[str, int]]:
    for mail in all_mails:
        mail.refresh_from_db()
    return [(mail.status, mail.attempts) for mail in all_mails]


@pytest.mark.parametrize("error", OUTAGES)
def test_unavailable_provider_costs_no_attempt(
    server: type[ScriptedBackend],
    bob: User,
    alice: User,
    now: datetime,
    error: Exception,
) -> None:
    both = a_mail(bob, now, "a"), a_mail(alice, now, "b")
    server.answers = [error]
    assert not sending.send_batch(now=now), "no further batch for now"
    assert fates(*both) == [(MailStatus.PENDING, 0)] * 2
    assert both[0].reason.startswith(
        ("Error posting to https://api.example:", "ESP API response")
    )
    assert "HTTPSConnectionPool" not in both[0].reason
    assert "requests." not in both[0].reason
    assert "\n" not in both[0].reason
    assert {mail.failing_since for mail in both} == {None}
    bob.refresh_from_db()
    assert bob.unreachable_since is None


@pytest.mark.parametrize("error", FAILURES)
def test_error_about_one_mail_counts_for_it(
    server: type[ScriptedBackend],
    bob: User,
    alice: User,
    now: datetime,
    error: Exception,
) -> None:
    assert not is_outage(error)
    both = a_mail(bob, now, "a"), a_mail(alice, now, "b")
    server.answers = [error]
    sending.send_batch(now=now)
    assert fates(*both) == [(MailStatus.PENDING, 1), (MailStatus.SENT, 1)]
    bob.refresh_from_db()
    assert bob.unreachable_since is None


def test_mail_that_breaks_the_provider_does_not_delay_others(
    server: type[ScriptedBackend],
    bob: User,
    alice: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bad, good = a_mail(bob, now, "bad"), a_mail(alice, now, "good")
    sends = server.send_messages

    def choke(self: ScriptedBackend, messages: list[EmailMessage]) -> int:
        if messages[0].to == [bob.email]:
            raise answered(500)
        return sends(self, messages)

    monkeypatch.setattr(server, "send_messages", choke)
    sending.send_batch(now=now)
    assert fates(bad, good) == [(MailStatus.PENDING, 1), (MailStatus.SENT, 1)]
    while bad.status == MailStatus.PENDING:
        sending.send_batch(now=bad.due_at)
        bad.refresh_from_db()
    assert bad.status == MailStatus.FAILED
    assert bad.due_at - now > retry_policy.LONGEST_TRIED
    assert bad.attempts < 50, "not at every opportunity"


def test_invalid_settings_are_not_a_mails_fault(
    settings: Settings, bob: User, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    mail = a_mail(bob, now)
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    assert not sending.send_batch(now=now)
    assert fates(mail) == [(MailStatus.PENDING, 0)]
    assert "POSTMARK_SERVER_TOKEN" in caplog.text


@pytest.mark.parametrize("code", [452, 530, 550, 553])
def test_refusal_of_the_sender_is_deferred_and_logged(
    server: type[ScriptedBackend],
    bob: User,
    now: datetime,
    caplog: pytest.LogCaptureFixture,
    code: int,
) -> None:
    mail = a_mail(bob, now)
    server.answers = [smtplib.SMTPSenderRefused(code, b"5.1.1 not from you", "us")]
    sending.send_batch(now=now)
    assert fates(mail) == [(MailStatus.PENDING, 1)]
    bob.refresh_from_db()
    assert bob.unreachable_since is None
    told = [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR]
    assert any("takes no email from us" in words for words in told)
    sending.send_batch(now=now + timedelta(minutes=1))
    assert fates(mail) == [(MailStatus.SENT, 2)]
