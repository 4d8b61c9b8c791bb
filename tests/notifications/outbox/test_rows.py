"""Rows are claimed by one worker at a time and retried, but not forever."""

from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import User
from notifications.models import Kind, MailStatus, OutgoingMail
from notifications.outbox import retry_policy
from notifications.outbox import rows as outbox
from notifications.outbox.retry_policy import MOST_VANISHED
from notifications.outbox.rows import LEASE
from tests.support.mails import a_mail

pytestmark = pytest.mark.both_databases


def a_draft(user: User, now: datetime, key: str, **fields: object) -> OutgoingMail:
    """Return an unsaved mail."""
    values = {"kind": Kind.SIGN_IN, "message_id": f"<{key}@localhost>"}
    moments = {"created_at": now, "due_at": now + timedelta(days=1)}
    return OutgoingMail(user=user, dedupe_key=key, **(values | moments | fields))


def claimed(now: datetime) -> OutgoingMail:
    (pk,) = outbox.claim_mails(now=now, limit=9)
    mail = outbox.claimed(pk, claimed_at=now)
    assert mail is not None
    return mail


def test_mails_are_posted_in_one_statement_that_leaves_known_ones_unchanged(
    bob: User, now: datetime
) -> None:
    known = a_mail(bob, now, "known", status=MailStatus.FAILED, reason="451 no")
    drafts = [a_draft(bob, now, key) for key in ("known", "new", "new", "newer")]
    with CaptureQueriesContext(connection) as queries:
        outbox.post(drafts, now=now)
    assert len([one for one in queries if one["sql"].startswith("INSERT")]) == 1
    keys = OutgoingMail.objects.order_by("pk").values_list("dedupe_key", flat=True)
    assert list(keys) == ["known", "new", "newer"]
    known.refresh_from_db()
    assert (known.status, known.reason) == (MailStatus.FAILED, "451 no")
    assert (known.due_at, known.message_id) == (now, "<known@localhost>")


@pytest.mark.parametrize("wrong", [{"status": "lost"}, {"created_at": None}])
def test_invalid_mail_is_an_error(
    bob: User, now: datetime, wrong: dict[str, object]
) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        outbox.post([a_draft(bob, now, "wrong", **wrong)], now=now)


def test_claim_takes_due_mails(bob: User, now: datetime) -> None:
    due = a_mail(bob, now)
    a_mail(bob, now, "later", due_at=now + timedelta(seconds=1))
    assert outbox.claim_mails(now=now, limit=9) == [due.pk]
    due.refresh_from_db()
    assert (due.status, due.attempts) == (MailStatus.SENDING, 1)
    assert (due.claimed_at, due.due_at) == (now, now + LEASE)


def test_claim_takes_the_longest_waiting_up_to_its_limit(
    bob: User, now: datetime
) -> None:
    young, old, older = (
        a_mail(bob, now, str(age), due_at=now - timedelta(hours=age))
        for age in range(3)
    )
    assert outbox.claim_mails(now=now, limit=2) == sorted([old.pk, older.pk])
    assert outbox.claim_mails(now=now, limit=2) == [young.pk]


def test_claimed_mail_is_not_claimed_again(bob: User, now: datetime) -> None:
    a_mail(bob, now)
    assert len(outbox.claim_mails(now=now, limit=9)) == 1
    assert outbox.claim_mails(now=now, limit=9) == []
    assert outbox.claim_mails(now=now + LEASE - timedelta(seconds=1), limit=9) == []


def test_only_the_first_claim_sets_ready_since(bob: User, now: datetime) -> None:
    first = now - timedelta(minutes=1)
    mail = a_mail(bob, now, due_at=first)
    for moment in (now, now + LEASE):
        assert outbox.claim_mails(now=moment, limit=9) == [mail.pk]
        mail.refresh_from_db()
        assert (mail.ready_since, mail.due_at) == (first, moment + LEASE)


def test_expired_lease_allows_another_claim(bob: User, now: datetime) -> None:
    mail = a_mail(bob, now)
    outbox.claim_mails(now=now, limit=9)
    later = now + LEASE
    assert outbox.claim_mails(now=later, limit=9) == [mail.pk]
    mail.refresh_from_db()
    assert (mail.attempts, mail.reason) == (2, outbox.VANISHED)


def test_worker_with_an_expired_claim_settles_nothing(bob: User, now: datetime) -> None:
    a_mail(bob, now)
    slow = claimed(now)
    quick = claimed(now + LEASE)
    outbox.record_refused(slow, "too late", now=now + LEASE)
    quick.refresh_from_db()
    assert quick.status == MailStatus.SENDING
    assert outbox.claimed(slow.pk, claimed_at=now) is None


def test_sent_mail_is_not_due(bob: User, now: datetime) -> None:
    a_mail(bob, now)
    mail = claimed(now)
    outbox.record_sent(mail, now=now)
    mail.refresh_from_db()
    assert (mail.status, mail.sent_at) == (MailStatus.SENT, now)
    assert outbox.claim_mails(now=now + timedelta(days=1), limit=9) == []


def test_failed_mail_is_retried_later(bob: User, now: datetime) -> None:
    a_mail(bob, now)
    mail = claimed(now)
    outbox.record_failed(mail, "451 greylisted", now=now)
    mail.refresh_from_db()
    assert (mail.status, mail.reason) == (MailStatus.PENDING, "451 greylisted")
    assert now < mail.due_at <= now + retry_policy.FIRST_RETRY
    assert mail.failing_since == now


def test_mail_that_crashes_workers_is_given_up(bob: User, now: datetime) -> None:
    """However often it was deferred before, this many crashes are enough."""
    mail = a_mail(bob, now, attempts=30)
    for number in range(MOST_VANISHED):
        assert outbox.give_up_lost(now=now + number * LEASE) == 0
        assert outbox.claim_mails(now=now + number * LEASE, limit=9) == [mail.pk]
    later = now + MOST_VANISHED * LEASE
    assert outbox.claim_mails(now=later, limit=9) == []
    assert outbox.give_up_lost(now=later) == 1
    mail.refresh_from_db()
    assert mail.status == MailStatus.FAILED
    assert mail.reason == "given up after 10 workers crashed while sending it"


def test_failed_mails_come_after_fresh_ones(bob: User, now: datetime) -> None:
    slow = a_mail(bob, now, "slow", failing_since=now)
    suspect = a_mail(bob, now, "suspect", vanished=1, failing_since=now)
    fresh = a_mail(bob, now, "fresh")
    claim = outbox.claim_mails(now=now, limit=9)
    assert claim == [fresh.pk, slow.pk, suspect.pk]


def test_mails_that_crashed_a_worker_come_last(bob: User, now: datetime) -> None:
    suspects = [a_mail(bob, now, f"suspect {n}", vanished=1) for n in range(9)]
    fresh = [a_mail(bob, now, f"fresh {n}").pk for n in range(9)]
    claim = outbox.claim_mails(now=now, limit=20)
    assert claim[:9] == fresh
    assert sorted(claim[9:]) == [mail.pk for mail in suspects]


def test_released_mail_does_not_count_an_attempt(bob: User, now: datetime) -> None:
    mail = a_mail(bob, now)
    claim = outbox.claim_mails(now=now, limit=9)
    outbox.release(claim, claimed_at=now, due_at=now)
    mail.refresh_from_db()
    assert (mail.status, mail.attempts, mail.due_at) == (MailStatus.PENDING, 0, now)


def test_failed_mail_can_be_sent_again(bob: User, now: datetime) -> None:
    failed = a_mail(
        bob,
        now,
        status=MailStatus.FAILED,
        attempts=20,
        vanished=MOST_VANISHED,
        failing_since=now - timedelta(days=9),
    )
    skipped = a_mail(bob, now, "skipped", status=MailStatus.SKIPPED)
    assert outbox.send_again(OutgoingMail.objects.all(), now=now) == 1
    assert outbox.claim_mails(now=now, limit=9) == [failed.pk]
    failed.refresh_from_db()
    assert (failed.attempts, failed.vanished, failed.failing_since) == (1, 0, None)
    skipped.refresh_from_db()
    assert skipped.status == MailStatus.SKIPPED


def test_long_answer_of_a_server_is_truncated(bob: User, now: datetime) -> None:
    a_mail(bob, now)
    mail = claimed(now)
    outbox.record_failed(mail, "451 " + "no " * 999, now=now)
    mail.refresh_from_db()
    assert len(mail.reason) == outbox.LONGEST_REASON
