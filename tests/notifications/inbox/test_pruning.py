"""After a while no more of a mail is kept than what became of it."""

from datetime import datetime, timedelta

import pytest
from pytest_django import Settings

from games import services
from games.models import User
from notifications import tasks
from notifications.inbox import forgetting, process
from notifications.inbox.pruning import prune
from notifications.models import IncomingMail, Reading, Striking
from tests.notifications.inbox.conftest import Receive, a_mail

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _thirty_days(settings: Settings) -> None:
    settings.INCOMING_MAIL_DAYS = 30


def test_old_mails_are_pruned_and_what_became_of_them_stays(
    take: Receive, now: datetime
) -> None:
    (mail,) = take(a_mail())
    process.process_batch(now=now)
    assert prune(now=now + 30 * DAY) == 0
    assert prune(now=now + 31 * DAY) == 1
    mail.refresh_from_db()
    assert (bytes(mail.source), mail.pruned_at) == (b"", now + 31 * DAY)
    assert (mail.reading, mail.subject) == (Reading.DONE, "Re: your turn")
    assert [step["line"] for step in mail.steps] == ["forest 3"]
    assert take(a_mail()) == [mail], "it is known for ever"
    assert prune(now=now + 32 * DAY) == 0


def test_what_waits_keeps_its_words(take: Receive, now: datetime) -> None:
    take(a_mail())
    assert prune(now=now + 400 * DAY) == 0
    read = now + 31 * DAY
    IncomingMail.objects.update(reading=Reading.DRAFT, read_at=read)
    assert prune(now=read + forgetting.DRAFTS_LAST) == 0
    assert prune(now=read + forgetting.DRAFTS_LAST + DAY) == 1


def test_a_pruned_mail_is_not_read_again(take: Receive, now: datetime) -> None:
    take(a_mail())
    IncomingMail.objects.update(attempts=process.MOST_ATTEMPTS)
    process.process_batch(now=now)
    prune(now=now + 31 * DAY)
    assert process.process_again(IncomingMail.objects.all(), now=now) == 0


def test_who_is_forgotten_is_struck_out_of_what_is_left(
    take: Receive, bob: User, now: datetime
) -> None:
    (mail,) = take(a_mail(f"say {bob.email}", subject=f"To {bob.email}"))
    process.process_batch(now=now)
    prune(now=now + 31 * DAY)
    services.user_forget(user=bob, now=now)
    forgetting.strike_all(now=now)
    mail.refresh_from_db()
    assert (bytes(mail.source), mail.subject) == (b"", "To […]")
    assert mail.steps[0]["line"] == "say […]"
    assert not Striking.objects.exists()


def test_the_sweep_prunes(take: Receive, now: datetime) -> None:
    (mail,) = take(a_mail())
    process.process_batch(now=now)
    IncomingMail.objects.update(received_at=now - 4000 * DAY)
    tasks.prune_incoming_mails()
    mail.refresh_from_db()
    assert mail.pruned_at is not None
