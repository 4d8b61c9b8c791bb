"""Retention of mails: how long they are kept, and how they are removed."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from games.housekeeping import Period, delete_batch
from games.models import Status
from notifications.models import IncomingMail, MailboxMessage, OutgoingMail
from notifications.models.outgoing import SETTLED_STATUSES
from notifications.privacy import prune_incoming_mails

#: For the sender, the time and the outcome, without any words.
INCOMING_ROWS_LAST = timedelta(days=365)
#: For the mailbox page that replaces a mail server in development.
MAILBOX_LASTS = timedelta(days=90)


def drop_outgoing(now: datetime) -> int:
    """
    Delete mails settled more than OUTGOING_MAIL_DAYS ago, with their steps. Mails of
    running games stay: replies refer to their thread, and their dedupe keys prevent
    repeats.
    """
    before = now - timedelta(days=settings.OUTGOING_MAIL_DAYS)
    old = OutgoingMail.objects.filter(created_at__lt=before)
    settled = old.filter(status__in=SETTLED_STATUSES).exclude(entry_ends__gte=now)
    going_on = Q(game__status__in=(Status.INVITING, Status.ACTIVE))
    return delete_batch(settled.exclude(going_on | Q(game__reveal_at__isnull=False)))


def drop_incoming(now: datetime) -> int:
    """Delete the rows of pruned mails that are older than a year."""
    old = IncomingMail.objects.filter(received_at__lt=now - INCOMING_ROWS_LAST)
    return delete_batch(old.filter(pruned_at__isnull=False))


def drop_mailbox(now: datetime) -> int:
    old = MailboxMessage.objects.filter(received_at__lt=now - MAILBOX_LASTS)
    return delete_batch(old)


PERIODS = (
    Period("mails that came in", drop_incoming),
    Period("words of mails that came in", lambda now: prune_incoming_mails(now=now)),
    Period("mails that were sent", drop_outgoing),
    Period("mails on the mailbox page", drop_mailbox),
)
