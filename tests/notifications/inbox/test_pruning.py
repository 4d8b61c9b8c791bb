"""After the retention period only sender, time and outcome of a mail remain."""

from datetime import datetime, timedelta

import pytest
from pytest_django import Settings

from notifications import tasks
from notifications.inbox import process
from notifications.models import IncomingMail, MailStatus, OutgoingMail, Reading
from notifications.privacy import PENDING_LASTS
from notifications.privacy import prune_incoming_mails as prune
from tests.notifications.inbox.conftest import Receive, a_mail

DAY = timedelta(days=1)


def read_and_answer(now: datetime) -> None:
    process.process_batch(now=now)
    OutgoingMail.objects.update(status=MailStatus.SKIPPED)


@pytest.fixture(autouse=True)
def _thirty_days(settings: Settings) -> None:
    settings.INCOMING_MAIL_DAYS = 30


def test_old_mails_are_pruned_but_their_outcomes_stay(
    take: Receive, now: datetime
) -> None:
    (mail,) = take(a_mail())
    read_and_answer(now)
    assert prune(now=now + 30 * DAY) == 0
    assert prune(now=now + 31 * DAY) == 1
    mail.refresh_from_db()
    assert (bytes(mail.source), mail.pruned_at) == (b"", now + 31 * DAY)
    assert (mail.reading, mail.subject, mail.results) == (Reading.DONE, "", [])
    assert mail.sender == "alice@example.org"
    assert take(a_mail()) == [mail], "it is known for ever"
    assert prune(now=now + 32 * DAY) == 0


def test_waiting_mails_keep_their_words(take: Receive, now: datetime) -> None:
    take(a_mail())
    assert prune(now=now + 400 * DAY) == 0
    read = now + 31 * DAY
    IncomingMail.objects.update(reading=Reading.PENDING, read_at=read)
    assert prune(now=read + PENDING_LASTS) == 0
    assert prune(now=read + PENDING_LASTS + DAY) == 1


def test_pruned_mail_is_not_read_again(take: Receive, now: datetime) -> None:
    take(a_mail())
    IncomingMail.objects.update(attempts=process.MOST_ATTEMPTS)
    read_and_answer(now)
    prune(now=now + 31 * DAY)
    assert process.process_again(IncomingMail.objects.all(), now=now) == 0


def test_unanswered_mails_keep_their_words(take: Receive, now: datetime) -> None:
    (mail,) = take(a_mail())
    process.process_batch(now=now)
    assert OutgoingMail.objects.filter(incoming=mail, status=MailStatus.PENDING)
    assert prune(now=now + 31 * DAY) == 0
    read_and_answer(now)
    assert prune(now=now + 31 * DAY) == 1


def test_sweep_prunes(take: Receive, now: datetime) -> None:
    (mail,) = take(a_mail())
    read_and_answer(now)
    IncomingMail.objects.update(received_at=now - 4000 * DAY)
    tasks.keep_house()
    mail.refresh_from_db()
    assert mail.pruned_at is not None
