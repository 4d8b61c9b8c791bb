"""The outbox after a restore: most of what a back-up still owes has been sent since."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from notifications.models import MailStatus, OutgoingMail, Step
from notifications.models.preferences import ASKING
from notifications.outbox import steps
from notifications.outbox.new_mail import message_id_for

#: A mail that was due longer ago than this is taken for one that had been sent.
LATELY = timedelta(hours=1)
#: Rows that are written at a time.
BATCH = 500

SENT_BEFORE = "due long before the service was restored: taken for sent"
ASKED_AGAIN = "the service was restored: whoever is waited for is asked anew"


@transaction.atomic
def settle_after_restore(*, now: datetime) -> None:
    """
    Let no mail of before go a second time, and each that is still due go once.

    What asks for a decision is asked anew, by mails of its own. What is kept gets
    another Message-ID: should it have gone out under the former one with other numbers
    in it, an answer to that is known for what it is.
    """
    owed = OutgoingMail.objects.open()
    owed.filter(told_in__isnull=False).update(told_in=None)
    asking = Q(topic__in=ASKING)
    _skip(owed.filter(asking), ASKED_AGAIN, now)
    _skip(owed.filter(due_at__lt=now - LATELY), SENT_BEFORE, now)
    kept = list(owed.only("kind", "message_id"))
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
