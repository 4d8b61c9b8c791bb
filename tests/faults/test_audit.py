"""What counts as still to be done after a trial."""

from datetime import timedelta

import pytest

from games.models import User
from games.now import database_now
from notifications.models import MailStatus
from tests.faults.audit import owed
from tests.support.mails import a_mail

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("status", "minutes", "is_owed"),
    [
        (MailStatus.PENDING, -1, True),
        (MailStatus.SENDING, 2, True),  # a worker may have died with it
        (MailStatus.PENDING, 2, False),  # the server deferred it
        (MailStatus.SENT, -1, False),
    ],
)
def test_mail_is_owed_while_it_is_due_or_in_hand(
    bob: User, status: str, minutes: int, is_owed: bool
) -> None:
    now = database_now()
    moments = {"claimed_at": now} if status == MailStatus.SENDING else {}
    moments |= {"sent_at": now} if status == MailStatus.SENT else {}
    due_at = now + timedelta(minutes=minutes)
    a_mail(bob, now, status=status, due_at=due_at, **moments)
    assert owed() == is_owed
