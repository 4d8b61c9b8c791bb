"""Mails are not kept for ever as they came: what became of them stays, and no more."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from notifications.inbox.forgetting import DRAFTS_LAST
from notifications.models import IncomingMail, Reading


def prune(*, now: datetime) -> int:
    """
    Delete the sources of mails that came in long ago; return how many there were.

    What waits to be read keeps its own, and a draft as long as it can be confirmed.
    """
    old = IncomingMail.objects.filter(
        pruned_at=None,
        received_at__lt=now - timedelta(days=settings.INCOMING_MAIL_DAYS),
    )
    waits = Q(reading=Reading.WAITING)
    waits |= Q(reading=Reading.DRAFT, read_at__gte=now - DRAFTS_LAST)
    return old.exclude(waits).update(source=b"", pruned_at=now)
