"""The outbox after the database's clock was ahead, and is right again."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Least

from notifications.models import IncomingMail, MailStatus, OutgoingMail
from notifications.outbox.rows import LEASE
from stoneage_core.time_control import LONGEST_TAKEBACK

#: By so much a mail may wait for what it tells to be final.
LONGEST_WAIT = timedelta(seconds=LONGEST_TAKEBACK)
#: Two who ask at the same moment may be told moments that are so far apart.
MOMENTS_APART = timedelta(minutes=1)


def hasten_mails_written_ahead(*, now: datetime) -> None:
    """
    See to mails of a clock that was ahead between two beats, which none of them saw.

    One query where there are none. Idempotent.
    """
    later = now + MOMENTS_APART
    owed = OutgoingMail.objects.open().filter(due_at__gt=later)
    if owed.filter(created_at__gt=later).exists():
        hasten_mails(now=now)


@transaction.atomic
def hasten_mails(*, now: datetime) -> None:
    """
    Let what was written, or put off, at a moment to come be due no later than it was.

    It may wait for as long as a move can be taken back; whoever wants mails at other
    hours only has it put off again. What was sent at a moment to come was sent now:
    else paces would count from there. Idempotent.
    """
    owed = OutgoingMail.objects.open()
    wrong = owed.filter(Q(created_at__gt=now) | Q(claimed_at__gt=now))
    wrong.filter(status=MailStatus.SENDING, due_at__gt=now + LEASE).update(
        due_at=now + LEASE
    )
    waiting = wrong.filter(status=MailStatus.PENDING)
    waiting.filter(due_at__gt=now + LONGEST_WAIT).update(due_at=now)
    waiting.filter(held_until__gt=now + LONGEST_WAIT).update(held_until=None)
    waiting.filter(failing_since__gt=now).update(failing_since=now)
    waiting.update(created_at=Least("created_at", Value(now)), claimed_at=None)
    owed.filter(ready_since__gt=now).update(ready_since=now)
    OutgoingMail.objects.filter(sent_at__gt=now).update(sent_at=now)
    unread = IncomingMail.objects.filter(read_at=None)
    unread.filter(claimed_at__gt=now).update(due_at=now)
    unread.filter(ready_since__gt=now).update(ready_since=now)
