"""Repairing the outbox after the database's clock ran ahead and was corrected."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Least

from notifications.models import IncomingMail, MailStatus, OutgoingMail
from notifications.outbox.rows import LEASE
from stoneage_core.time_control import LONGEST_TAKEBACK

#: How long a mail may wait for a move to become final.
LONGEST_WAIT = timedelta(seconds=LONGEST_TAKEBACK)
#: The clocks of two workers may differ by this much.
MOMENTS_APART = timedelta(minutes=1)


def repair_mails_written_ahead(*, now: datetime) -> None:
    """
    Repair mails that a fast clock wrote between two beats, so that no sweep noticed
    it.

    Idempotent. Takes one query if there are none.
    """
    later = now + MOMENTS_APART
    open_mails = OutgoingMail.objects.open().filter(due_at__gt=later)
    if open_mails.filter(created_at__gt=later).exists():
        repair_due_times(now=now)


@transaction.atomic
def repair_due_times(*, now: datetime) -> None:
    """
    Bring due times that lie in the future back to ``now``.

    A mail may still wait for as long as a move can be taken back. If its reader's
    preferences ask for other hours, the send policy defers it again. Mails with a
    sending time in the future count as sent now; otherwise the pace would be computed
    from that time. Idempotent.
    """
    open_mails = OutgoingMail.objects.open()
    wrong = open_mails.filter(Q(created_at__gt=now) | Q(claimed_at__gt=now))
    wrong.filter(status=MailStatus.SENDING, due_at__gt=now + LEASE).update(
        due_at=now + LEASE
    )
    waiting = wrong.filter(status=MailStatus.PENDING)
    waiting.filter(due_at__gt=now + LONGEST_WAIT).update(due_at=now)
    waiting.filter(held_until__gt=now + LONGEST_WAIT).update(held_until=None)
    waiting.filter(failing_since__gt=now).update(failing_since=now)
    waiting.update(created_at=Least("created_at", Value(now)), claimed_at=None)
    open_mails.filter(ready_since__gt=now).update(ready_since=now)
    OutgoingMail.objects.filter(sent_at__gt=now).update(sent_at=now)
    unread = IncomingMail.objects.filter(read_at=None)
    unread.filter(claimed_at__gt=now).update(due_at=now)
    unread.filter(ready_since__gt=now).update(ready_since=now)
