"""How long mails wait for their server: retries, recovery, and what is no outage."""

import smtplib
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from pytest_django import Settings

from games.models import User
from notifications.models import Kind, MailStatus, MailStep, OutgoingMail, Step
from notifications.models.channels import Shape, Webhook
from notifications.outbox import rows as outbox
from notifications.outbox.delays import (
    LONGEST_GREYLISTED,
    Delay,
    last_accepted,
    oldest_delay,
    unwritable_mails,
)
from notifications.outbox.retry_policy import LEAST_PROBE, LONGEST_FAULTY
from notifications.preferences.schedule import Send
from notifications.sending import send as sending
from tests.notifications.sending.test_send import ScriptedBackend
from tests.notifications.sending.test_send import server as server
from tests.support.mails import a_mail

pytestmark = pytest.mark.both_databases

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
GREYLISTED = smtplib.SMTPRecipientsRefused({"bob@example.org": (451, b"greylisted")})
FULL = smtplib.SMTPRecipientsRefused({"bob@example.org": (452, b"4.2.2 full")})
NOBODY = smtplib.SMTPRecipientsRefused({"bob@example.org": (550, b"5.1.1 nobody")})
BUSY = smtplib.SMTPConnectError(421, b"busy")
PASSWORD = smtplib.SMTPAuthenticationError(535, b"5.7.8 wrong password")
QUOTA = smtplib.SMTPSenderRefused(452, b"4.5.3 too many emails today", "us")
TOO_LARGE = smtplib.SMTPSenderRefused(552, b"5.3.4 too large", "us")


@pytest.fixture
def connecting(
    server: type[ScriptedBackend], monkeypatch: pytest.MonkeyPatch
) -> Callable[[Exception | None], None]:
    """Set the error of connecting to the mail server."""

    def fails_by(error: Exception | None) -> None:
        def connect(self: ScriptedBackend) -> bool:
            if error is not None:
                raise error
            return True

        monkeypatch.setattr(server, "open", connect)

    return fails_by


def delay(now: datetime, kind: Kind = Kind.SIGN_IN) -> Delay | None:
    return oldest_delay(kind, now)


def send_every(pause: timedelta, began: datetime, until: datetime) -> None:
    """Send due mails repeatedly."""
    while began <= until:
        sending.send_batch(now=began)
        began += pause


def test_delay_counts_from_the_due_time(bob: User, now: datetime) -> None:
    assert delay(now) is None
    a_mail(bob, now, "later", due_at=now + HOUR)
    assert delay(now) is None
    a_mail(bob, now, due_at=now - 3 * MINUTE)
    assert delay(now) == Delay(now - 3 * MINUTE, "", None)


@pytest.mark.long
@pytest.mark.parametrize(
    ("error", "answer"),
    [
        (BUSY, "421 busy"),
        (PASSWORD, "535 5.7.8 wrong password"),
        (TimeoutError("timed out"), "timed out"),
        (smtplib.SMTPServerDisconnected("closed"), "closed"),
    ],
)
def test_retries_do_not_shorten_an_outage(
    connecting: Callable[[Exception | None], None],
    bob: User,
    now: datetime,
    error: Exception,
    answer: str,
) -> None:
    connecting(error)
    mail = a_mail(bob, now)
    send_every(MINUTE, now, now + HOUR)
    mail.refresh_from_db()
    assert mail.due_at > now + HOUR - MINUTE
    assert delay(now + HOUR) == Delay(now, answer, now)
    connecting(None)
    sending.send_batch(now=now + HOUR + MINUTE)
    assert delay(now + HOUR + MINUTE) is None


def test_wrong_host_name_is_an_outage(
    settings: Settings, bob: User, now: datetime
) -> None:
    settings.EMAIL_BACKEND = "notifications.network.smtp_backend.TimedSMTPBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "mail.invalid", 587
    a_mail(bob, now)
    sending.send_batch(now=now)
    found = delay(now + HOUR)
    assert found is not None
    assert (found.since, found.refusing_since) == (now, now)
    assert "nam" in found.answer.lower(), "as the system says it"


def test_exhausted_quota_is_an_outage_from_the_first_email(
    server: type[ScriptedBackend], bob: User, now: datetime
) -> None:
    a_mail(bob, now)
    server.answers = [QUOTA]
    sending.send_batch(now=now)
    answer = "452 4.5.3 too many emails today"
    assert delay(now + MINUTE) == Delay(now, answer, now)


def test_oversized_email_is_no_outage(
    server: type[ScriptedBackend], bob: User, now: datetime
) -> None:
    a_mail(bob, now)
    server.answers = [TOO_LARGE]
    sending.send_batch(now=now)
    assert delay(now + MINUTE) is None


def test_refusal_of_everything_is_an_outage(
    server: type[ScriptedBackend], alice: User, bob: User, now: datetime
) -> None:
    a_mail(alice, now)
    a_mail(bob, now + MINUTE, "other")
    server.answers = [smtplib.SMTPDataError(451, b"try later")] * 99
    send_every(MINUTE / 4, now, now + 5 * MINUTE)
    answer = "451 try later"
    assert delay(now + 5 * MINUTE) == Delay(now, answer, now)


@pytest.mark.parametrize("error", [GREYLISTED, FULL])
def test_deferred_email_is_no_outage_while_others_are_accepted(
    server: type[ScriptedBackend],
    alice: User,
    bob: User,
    now: datetime,
    error: Exception,
) -> None:
    held = a_mail(bob, now)
    server.answers = [error]
    sending.send_batch(now=now)
    a_mail(alice, now + MINUTE, "other")
    OutgoingMail.objects.filter(pk=held.pk).update(due_at=now + 9 * HOUR)
    sending.send_batch(now=now + MINUTE)
    assert len(server.accepted) == 1
    assert delay(now + 8 * HOUR) is None


def test_email_deferred_in_a_batch_with_an_accepted_one_is_no_outage(
    server: type[ScriptedBackend], alice: User, bob: User, now: datetime
) -> None:
    a_mail(bob, now)
    a_mail(alice, now, "other")
    server.answers = [GREYLISTED, None]
    sending.send_batch(now=now)
    assert delay(now + HOUR) is None


def test_single_recipient_is_an_outage_after_half_an_hour(
    server: type[ScriptedBackend], bob: User, now: datetime
) -> None:
    a_mail(bob, now)
    a_mail(bob, now, "another to him")
    server.answers = [GREYLISTED] * 2
    sending.send_batch(now=now)
    assert delay(now + LONGEST_GREYLISTED - MINUTE) is None
    later = now + LONGEST_GREYLISTED
    assert delay(later) == Delay(now, "451 greylisted", now)


def test_permanent_refusal_is_no_outage(
    server: type[ScriptedBackend], bob: User, now: datetime
) -> None:
    a_mail(bob, now)
    server.answers = [NOBODY]
    sending.send_batch(now=now)
    assert delay(now + HOUR) is None


def test_outage_ends_with_the_first_accepted_email(
    server: type[ScriptedBackend], alice: User, bob: User, now: datetime
) -> None:
    first, second = a_mail(alice, now), a_mail(bob, now, "other")
    server.answers = [smtplib.SMTPDataError(451, b"try later")] * 2
    sending.send_batch(now=now)
    OutgoingMail.objects.filter(pk=first.pk).update(due_at=now + HOUR)
    OutgoingMail.objects.filter(pk=second.pk).update(due_at=now + 2 * HOUR)
    assert delay(now + HOUR) is not None
    sending.send_batch(now=now + HOUR)
    assert delay(now + HOUR) is None


def test_second_outage_starts_after_the_last_accepted_email(
    connecting: Callable[[Exception | None], None],
    alice: User,
    bob: User,
    now: datetime,
) -> None:
    connecting(BUSY)
    a_mail(alice, now)
    held = a_mail(bob, now, "other")
    sending.send_batch(now=now)
    connecting(None)
    OutgoingMail.objects.filter(pk=held.pk).update(due_at=now + 2 * HOUR)
    sending.send_batch(now=now + HOUR)
    assert delay(now + HOUR) == Delay(now + HOUR, "421 busy", now + HOUR)
    again = Delay(now + HOUR, "421 busy", now + HOUR)
    assert delay(now + HOUR + MINUTE) == again, "its minute is over"


def test_outage_is_named_beside_an_older_email_that_was_not_tried(
    connecting: Callable[[Exception | None], None],
    alice: User,
    bob: User,
    now: datetime,
) -> None:
    """After a short recovery there may be a backlog of the outage before."""
    a_mail(bob, now)
    sending.send_batch(now=now + MINUTE)
    connecting(BUSY)
    a_mail(bob, now + 2 * MINUTE, "second")
    sending.send_batch(now=now + 2 * MINUTE)
    a_mail(alice, now + 3 * MINUTE, "untried", due_at=now)
    assert delay(now + HOUR) == Delay(now, "421 busy", now + 2 * MINUTE)


def test_mail_deferred_by_preferences_waits_for_no_server(
    connecting: Callable[[Exception | None], None], bob: User, now: datetime
) -> None:
    connecting(BUSY)
    mail = a_mail(bob, now)
    sending.send_batch(now=now)
    (pk,) = outbox.claim_mails(now=now + HOUR, limit=1)
    claimed = outbox.claimed(pk, claimed_at=now + HOUR)
    assert claimed is not None
    outbox.put_off(claimed, now + 9 * HOUR, "at night")
    assert delay(now + 8 * HOUR) is None
    mail.refresh_from_db()
    assert (mail.ready_since, mail.obstacle) == (None, "")
    assert delay(now + 9 * HOUR) == Delay(now + 9 * HOUR, "", None)


def test_crashed_worker_does_not_shorten_a_delay(bob: User, now: datetime) -> None:
    a_mail(bob, now)
    outbox.claim_mails(now=now + MINUTE, limit=1)
    assert delay(now + 2 * MINUTE) == Delay(now, "", None)


def test_retries_are_frequent_while_nothing_is_accepted(
    server: type[ScriptedBackend], alice: User, bob: User, now: datetime
) -> None:
    """After hours of outage mails are sent soon; otherwise the pauses double."""
    a_mail(alice, now - HOUR, "before")
    sending.send_batch(now=now - HOUR)
    mail = a_mail(bob, now, attempts=30)
    server.answers = [GREYLISTED, GREYLISTED]
    sending.send_batch(now=now)
    mail.refresh_from_db()
    assert mail.due_at <= now + LEAST_PROBE
    a_mail(alice, now + MINUTE, "meanwhile")
    server.answers = [None, GREYLISTED]
    OutgoingMail.objects.filter(pk=mail.pk).update(due_at=now + 2 * MINUTE)
    sending.send_batch(now=now + 2 * MINUTE)
    mail.refresh_from_db()
    assert mail.due_at > now + HOUR


# Our own faults


def test_unrenderable_email_is_an_error_and_retried_a_few_times(
    server: type[ScriptedBackend],
    bob: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: object, **__: object) -> Send:
        raise KeyError("template")

    mail = a_mail(bob, now, failing_since=now - timedelta(days=2), obstacle="answer")
    with monkeypatch.context() as patch:
        patch.setattr(sending, "message_for", fail)
        sending.send_batch(now=now)
        assert unwritable_mails().count() == 1
        assert delay(now + HOUR) is None, "no fault of the server"
        (record,) = (each for each in caplog.records if each.name == sending.__name__)
        assert record.levelname == "ERROR"
        assert record.getMessage().startswith(f"Mail {mail.pk} could not be rendered, ")
        assert record.exc_info
        tries, mail.due_at = 1, now
        while mail.status == MailStatus.PENDING:
            mail.refresh_from_db()
            sending.send_batch(now=mail.due_at)
            tries += 1
            assert tries < 12, "not for three days"
            mail.refresh_from_db()
    assert mail.claimed_at is not None
    assert LONGEST_FAULTY <= mail.claimed_at - now <= 2 * LONGEST_FAULTY
    assert mail.status == MailStatus.FAILED
    assert unwritable_mails().count() == 0
    assert outbox.send_again(OutgoingMail.objects.all(), now=mail.claimed_at) == 1
    sending.send_batch(now=mail.claimed_at)
    assert len(server.accepted) == 1


def test_fixed_release_sends_it(
    server: type[ScriptedBackend],
    bob: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> Send:
        raise KeyError("template")

    a_mail(bob, now)
    with monkeypatch.context() as patch:
        patch.setattr(sending, "message_for", fail)
        sending.send_batch(now=now)
    sending.send_batch(now=now + 6 * MINUTE)
    assert len(server.accepted) == 1
    assert unwritable_mails().count() == 0


# Other channels


def a_call(user: User, now: datetime, key: str) -> OutgoingMail:
    hook = Webhook.objects.create(
        user=user, url="https://example.org/x", shape=Shape.STANDARD, made_at=now
    )
    return a_mail(user, now, key, kind=Kind.WEBHOOK, webhook=hook)


def test_failing_webhook_concerns_only_its_owner(bob: User, now: datetime) -> None:
    a_call(bob, now, "call")
    assert delay(now + HOUR, Kind.WEBHOOK) == Delay(now, "", None)
    (pk,) = outbox.claim_mails(now=now, limit=1)
    claimed = outbox.claimed(pk, claimed_at=now)
    assert claimed is not None
    outbox.record_failed(claimed, "500", now=now)
    assert delay(now + HOUR, Kind.WEBHOOK) is None
    assert delay(now + HOUR) is None, "it is no email"


def test_failing_push_services_are_an_outage(
    alice: User, bob: User, now: datetime
) -> None:
    for user in (alice, bob):
        a_mail(user, now, f"push {user.pk}", kind=Kind.PUSH)
    for tried_at in (now, now + MINUTE):
        for pk in outbox.claim_mails(now=tried_at, limit=2):
            claimed = outbox.claimed(pk, claimed_at=tried_at)
            assert claimed is not None
            outbox.record_failed(claimed, "the server did not answer", now=tried_at)
    expected = Delay(now, "the server did not answer", now)
    assert delay(now + HOUR, Kind.PUSH) == expected
    assert delay(now + HOUR) is None, "emails go"


def test_each_channel_has_its_own_acceptances(bob: User, now: datetime) -> None:
    mail, call = a_mail(bob, now), a_call(bob, now, "call")
    MailStep.objects.create(mail=call, what=Step.SENT, at=now)
    assert last_accepted(Kind.DIGEST) is None
    MailStep.objects.create(mail=mail, what=Step.SENT, at=now - HOUR)
    MailStep.objects.create(mail=mail, what=Step.DEFERRED, at=now)
    assert last_accepted(Kind.DIGEST) == now - HOUR
    assert last_accepted(Kind.WEBHOOK) == now
    assert last_accepted(Kind.PUSH) is None
