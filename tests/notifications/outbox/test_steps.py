"""The steps of a mail are recorded as they happen."""

import smtplib
from datetime import datetime, timedelta

import pytest

from games.models import User
from notifications.models import MailStatus, MailStep, OutgoingMail, Step
from notifications.outbox import retry_policy
from notifications.outbox import rows as outbox
from notifications.sending import send as sending
from tests.notifications.delivery_status.conftest import life
from tests.notifications.sending.test_send import ScriptedBackend
from tests.notifications.sending.test_send import server as server
from tests.support.mails import Send, a_mail

pytestmark = pytest.mark.both_databases

LATER = timedelta(minutes=30)


@pytest.fixture
def mail(bob: User, now: datetime) -> OutgoingMail:
    return a_mail(bob, now)


def test_posting_records_no_step(bob: User, now: datetime) -> None:
    mail = OutgoingMail(
        kind="sign_in", user=bob, dedupe_key="key", created_at=now, due_at=now
    )
    outbox.post([mail], now=now)
    assert not MailStep.objects.exists()


def test_delivery_is_recorded_with_its_address(
    mail: OutgoingMail, now: datetime
) -> None:
    outbox.claim_mails(now=now, limit=1)
    held = outbox.claimed(mail.pk, claimed_at=now)
    assert held is not None
    outbox.record_sent(held, now=now)
    mail.refresh_from_db()
    assert mail.sent_to == "bob@example.org"


def test_troubles_are_recorded_in_order(
    server: type[ScriptedBackend], mail: OutgoingMail, now: datetime
) -> None:
    server.answers = [smtplib.SMTPDataError(451, b"later"), TimeoutError("slow"), None]
    for attempt in range(3):
        sending.send_batch(now=now + attempt * LATER)
    assert life(mail) == [Step.DEFERRED, Step.DEFERRED, Step.SENT]
    words = [step.words for step in mail.steps.order_by("pk")]
    assert words == ["451 later", "slow", ""]


def test_crash_after_sending_is_recorded(
    server: type[ScriptedBackend],
    mail: OutgoingMail,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def power_cut(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(outbox, "record_sent", power_cut)
        with pytest.raises(KeyboardInterrupt):
            sending.send_batch(now=now)
    assert life(mail) == []
    sending.send_batch(now=now + outbox.LEASE)
    assert life(mail) == [Step.VANISHED, Step.SENT]
    assert mail.steps.get(what=Step.VANISHED).words == outbox.VANISHED
    assert len(server.accepted) == 2


def test_late_worker_records_that_it_sent_too(
    mail: OutgoingMail, now: datetime
) -> None:
    """Two workers send the mail, and both steps are recorded."""
    outbox.claim_mails(now=now, limit=1)
    slow = outbox.claimed(mail.pk, claimed_at=now)
    outbox.claim_mails(now=now + outbox.LEASE, limit=1)
    quick = outbox.claimed(mail.pk, claimed_at=now + outbox.LEASE)
    assert slow is not None
    assert quick is not None
    for worker in (quick, slow):
        outbox.record_sent(worker, now=now + outbox.LEASE)
    assert life(mail) == [Step.VANISHED, Step.SENT, Step.SENT]
    assert [s.words for s in mail.steps.order_by("pk")][-1] == outbox.OVERDUE


def test_late_worker_settles_nothing_else(mail: OutgoingMail, now: datetime) -> None:
    outbox.claim_mails(now=now, limit=1)
    slow = outbox.claimed(mail.pk, claimed_at=now)
    outbox.claim_mails(now=now + outbox.LEASE, limit=1)
    assert slow is not None
    outbox.record_failed(slow, "slow", now=now)
    outbox.record_skipped(slow, "of no use", now=now)
    assert life(mail) == [Step.VANISHED]
    mail.refresh_from_db()
    assert mail.status == MailStatus.SENDING


def test_unreachable_server_is_recorded_once(
    server: type[ScriptedBackend], mail: OutgoingMail, now: datetime
) -> None:
    server.refuses_connections = True
    for attempt in range(5):
        sending.send_batch(now=now + attempt * LATER)
    assert life(mail) == [Step.DEFERRED]
    server.refuses_connections = False
    sending.send_batch(now=now + 5 * LATER)
    assert life(mail) == [Step.DEFERRED, Step.SENT]


def test_resending_is_recorded(mail: OutgoingMail, now: datetime) -> None:
    OutgoingMail.objects.update(status=MailStatus.FAILED)
    assert outbox.send_again(OutgoingMail.objects.all(), now=now) == 1
    assert life(mail) == [Step.RESENT]
    assert outbox.send_again(OutgoingMail.objects.all(), now=now) == 0


def test_giving_up_is_recorded(mail: OutgoingMail, now: datetime) -> None:
    OutgoingMail.objects.update(
        status=MailStatus.SENDING, vanished=retry_policy.MOST_VANISHED, claimed_at=now
    )
    assert outbox.give_up_lost(now=now) == 1
    assert outbox.give_up_lost(now=now) == 0
    assert life(mail) == [Step.REFUSED]


def test_skipping_is_recorded(mail: OutgoingMail, now: datetime, send: Send) -> None:
    User.objects.update(email=None)
    assert send(now) == []
    assert life(mail) == [Step.SKIPPED]


def test_any_answer_of_a_server_can_be_stored(
    server: type[ScriptedBackend], mail: OutgoingMail, now: datetime
) -> None:
    server.answers = [smtplib.SMTPDataError(451, b"\x00\xff " + b"x" * 2000)]
    sending.send_batch(now=now)
    (step,) = MailStep.objects.all()
    assert "\0" not in step.words
    assert len(step.words) == 500
