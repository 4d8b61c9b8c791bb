"""Cleaning up the outbox after a restore: most of its mails have been sent since."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from notifications.models import MailStatus, OutgoingMail, Step
from notifications.models.preferences import ASKING
from notifications.outbox import steps
from notifications.outbox.new_mail import message_id_for

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
    Skip the mails that were sent before the restore, and keep those still to be
    sent.

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
        steps.note_all(batch, Step.SKIPPED, reason, at=now)
