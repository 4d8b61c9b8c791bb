"""What happens to the outbox after a restore, or after the clock was set back."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Least

from notifications.models import IncomingMail, MailStatus, OutgoingMail, Step
from notifications.models.preferences import ASKING
from notifications.outbox import rows
from notifications.outbox.rows import LEASE, message_id_for
from stoneage_core.time_control import LONGEST_TAKEBACK

#: A mail that was due longer ago than this has probably been sent.
STILL_UNSENT = timedelta(hours=1)
#: Rows written per query.
BATCH = 500

PROBABLY_SENT = "due long before the service was restored; it has probably been sent"
ASKED_AGAIN = (
    "the service was restored; the player gets a new request for this decision"
)


@transaction.atomic
def settle_after_restore(*, now: datetime) -> None:
    """
    Skip the mails that were sent before the restore, and keep those still to be sent.
    Requests for a decision are skipped too: the restored games send new ones. Mails
    that are kept get a new Message-ID. If they did go out under the old one, perhaps
    with other numbered choices, we can recognise a reply to that copy.
    """
    open_mails = OutgoingMail.objects.open()
    open_mails.filter(part_of__isnull=False).update(part_of=None)
    asking = Q(topic__in=ASKING)
    _skip(open_mails.filter(asking), ASKED_AGAIN, now)
    _skip(open_mails.filter(due_at__lt=now - STILL_UNSENT), PROBABLY_SENT, now)
    kept = list(open_mails.only("kind", "message_id"))
    for mail in kept:
        mail.message_id = message_id_for(mail.kind)
        mail.status, mail.claimed_at = MailStatus.PENDING, None
        mail.ready_since = None
    OutgoingMail.objects.bulk_update(
        kept, ["message_id", "status", "claimed_at", "ready_since"], batch_size=BATCH
    )


def _skip(mails: QuerySet[OutgoingMail], reason: str, now: datetime) -> None:
    pks = list(mails.values_list("pk", flat=True))
    for start in range(0, len(pks), BATCH):
        batch = pks[start : start + BATCH]
        OutgoingMail.objects.filter(pk__in=batch).update(
            status=MailStatus.SKIPPED, reason=reason, claimed_at=None
        )
        rows.add_steps(batch, Step.SKIPPED, reason, at=now)


#: How long a mail may wait for a move to become final.
LONGEST_WAIT = timedelta(seconds=LONGEST_TAKEBACK)
#: The clocks of two workers may differ by this much.
MOMENTS_APART = timedelta(minutes=1)


def repair_mails_written_ahead(*, now: datetime) -> None:
    """Idempotent. Takes one query if there are none."""
    later = now + MOMENTS_APART
    open_mails = OutgoingMail.objects.open().filter(due_at__gt=later)
    if open_mails.filter(created_at__gt=later).exists():
        repair_due_times(now=now)


@transaction.atomic
def repair_due_times(*, now: datetime) -> None:
    """
    Bring due times that lie in the future back to ``now``. A mail may still wait for as
    long as a move can be taken back. If its reader's preferences ask for other hours,
    the send policy defers it again. Mails with a sending time in the future count as
    sent now; otherwise the pace would be computed from that time. Idempotent.
    """
    open_mails = OutgoingMail.objects.open()
    wrong = open_mails.filter(Q(created_at__gt=now) | Q(claimed_at__gt=now))
    wrong.filter(status=MailStatus.SENDING, due_at__gt=now + LEASE).update(
        due_at=now + LEASE
    )
    waiting = wrong.pending()
    waiting.filter(due_at__gt=now + LONGEST_WAIT).update(due_at=now)
    waiting.filter(held_until__gt=now + LONGEST_WAIT).update(held_until=None)
    waiting.filter(failing_since__gt=now).update(failing_since=now)
    waiting.update(created_at=Least("created_at", Value(now)), claimed_at=None)
    open_mails.filter(ready_since__gt=now).update(ready_since=now)
    OutgoingMail.objects.filter(sent_at__gt=now).update(sent_at=now)
    unread = IncomingMail.objects.filter(read_at=None)
    unread.filter(claimed_at__gt=now).update(due_at=now)
    unread.filter(ready_since__gt=now).update(ready_since=now)
