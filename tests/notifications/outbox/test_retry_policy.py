"""Failing mails are retried for days, and in time for their decisions."""

import random
import smtplib
from datetime import datetime, timedelta

import pytest

from games.models import Game, Seat, User
from notifications.models import Kind, MailStatus, Obstacle, OutgoingMail, Step
from notifications.outbox import retry_policy
from notifications.outbox import rows as outbox
from notifications.preferences.schedule import Send
from notifications.sending import send as sending
from tests.notifications.sending.test_send import ScriptedBackend
from tests.notifications.sending.test_send import server as server
from tests.support.mails import a_mail, mails

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
LATER = smtplib.SMTPDataError(451, b"later")


@pytest.mark.parametrize(
    ("attempts", "longest"),
    [(1, 15), (2, 30), (3, 60), (6, 480), (10, 7680), (11, 14400), (500, 14400)],
)
def test_pauses_double_up_to_some_hours(attempts: int, longest: int) -> None:
    pauses = [
        retry_policy.pause_after(attempts, None).total_seconds() for _ in range(50)
    ]
    assert max(pauses) <= longest
    assert min(pauses) >= longest / 2
    assert len(set(pauses)) > 1, "jitter"


@pytest.mark.parametrize(
    ("left", "longest"),
    [(30 * DAY, 4 * HOUR), (4 * HOUR, HOUR), (timedelta(0), timedelta(seconds=15))],
)
def test_pauses_leave_time_to_decide(left: timedelta, longest: timedelta) -> None:
    pauses = [retry_policy.pause_after(99, left) for _ in range(50)]
    assert longest / 2 <= min(pauses) <= max(pauses) <= longest


def test_mail_survives_two_days_of_deferrals(
    server: type[ScriptedBackend], bob: User, now: datetime
) -> None:
    mail = a_mail(bob, now)
    go_through(server, mail, now, now + 2 * DAY)
    assert mail.status == MailStatus.PENDING
    server.answers = []
    sending.send_batch(now=mail.due_at)
    mail.refresh_from_db()
    assert mail.status == MailStatus.SENT


def test_mail_is_given_up_after_three_days(
    server: type[ScriptedBackend], bob: User, now: datetime
) -> None:
    """However long ago it was written, because some wait for the morning."""
    mail = a_mail(bob, now, created_at=now - 9 * DAY)
    go_through(server, mail, now, now + 4 * DAY)
    assert (mail.status, mail.reason) == (MailStatus.FAILED, "451 later")
    last = mail.steps.latest("pk")
    assert last.what == Step.REFUSED
    assert mail.claimed_at is not None
    assert 3 * DAY <= mail.claimed_at - now <= 3 * DAY + retry_policy.LATEST_RETRY
    assert mail.attempts < 50, "not at every opportunity"


def test_outage_does_not_count_as_failing(
    server: type[ScriptedBackend], bob: User, now: datetime
) -> None:
    mail = a_mail(bob, now)
    server.refuses_connections = True
    sending.send_batch(now=now)
    sending.send_batch(now=now + 9 * DAY)
    server.refuses_connections = False
    go_through(server, mail, now + 9 * DAY + HOUR, now + 11 * DAY)
    assert mail.status == MailStatus.PENDING


def test_deferral_by_preferences_does_not_count_as_failing(
    bob: User, now: datetime
) -> None:
    """A digest that was refused once and then deferred still has its three hours."""
    digest = a_mail(bob, now, kind=Kind.DIGEST, failing_since=now - HOUR)
    claim = outbox.claim_mails(now=now, limit=1)
    awake = now + 4 * HOUR
    digest.refresh_from_db()
    outbox.put_off(digest, awake, "at night")
    for hours, becomes in (1, MailStatus.PENDING), (2, MailStatus.FAILED):
        tried_at = awake + hours * HOUR
        assert outbox.claim_mails(now=tried_at, limit=1) == claim
        digest.refresh_from_db()
        outbox.record_failed(digest, "451 later", now=tried_at)
        digest.refresh_from_db()
        assert digest.status == becomes


def test_turn_mail_is_retried_while_it_is_useful(
    server: type[ScriptedBackend], two_player_game: Game, now: datetime
) -> None:
    (turn,) = mails(Kind.YOUR_TURN)
    OutgoingMail.objects.exclude(pk=turn.pk).delete()
    OutgoingMail.objects.filter(pk=turn.pk).update(attempts=30)
    Seat.objects.filter(pk=turn.seat_id).update(deadline_at=now + HOUR)
    server.answers = [LATER]
    sending.send_batch(now=now)
    turn.refresh_from_db()
    assert turn.due_at <= now + HOUR / 4


def test_digest_is_retried_in_time_for_its_parts(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    (turn,) = mails(Kind.YOUR_TURN)
    Seat.objects.filter(pk=turn.seat_id).update(deadline_at=now + HOUR)
    digest = a_mail(alice, now, "digest", kind=Kind.DIGEST, attempts=30)
    OutgoingMail.objects.filter(pk=turn.pk).update(part_of=digest)
    due_at = retry_policy.next_try(digest, Obstacle.ANSWER, now=now)
    assert due_at is not None
    assert due_at <= now + HOUR / 4


def test_mail_that_crashes_workers_does_not_block_others(
    server: type[ScriptedBackend],
    bob: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random.seed(1)
    poison, *others = (a_mail(bob, now, f"mail {n}") for n in range(9))
    monkeypatch.setattr(sending, "decide", _deadly(poison))
    for number in range(retry_policy.MOST_VANISHED):
        with pytest.raises(KeyboardInterrupt):
            sending.send_batch(now=now + number * outbox.LEASE)
    sending.send_batch(now=now + retry_policy.MOST_VANISHED * outbox.LEASE)
    poison.refresh_from_db()
    assert poison.status == MailStatus.FAILED
    for mail in others:
        mail.refresh_from_db()
        assert mail.status == MailStatus.SENT


def _deadly(poison: OutgoingMail) -> object:
    def decide(mail: OutgoingMail, now: datetime) -> Send:
        if mail.pk == poison.pk:
            raise KeyboardInterrupt
        return Send()

    return decide


def go_through(
    server: type[ScriptedBackend], mail: OutgoingMail, now: datetime, until: datetime
) -> None:
    """Try a mail whenever it is due, and defer it each time."""
    moment = now
    while moment < until:
        server.answers = [LATER]
        sending.send_batch(now=moment)
        mail.refresh_from_db()
        if mail.status != MailStatus.PENDING:
            return
        moment = max(moment, mail.due_at)
