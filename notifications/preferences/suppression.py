"""Suppression: blocked recipients, and limits for mails that anybody can request.

A recipient gets only a few such mails a day, however the address is spelled, and none
after blocking them.
"""

from datetime import datetime

from django.db import transaction

from games.limits import UNASKED_MAILS, TooMany
from games.people.recipients import recipient_of
from notifications.models import OutgoingMail, Suppression


def is_suppressed(hashes: list[str]) -> bool:
    """Return whether a recipient has blocked mails that others request."""
    return Suppression.objects.filter(recipient__in=hashes).exists()


def is_within_limit(mail: OutgoingMail, *, now: datetime) -> bool:
    """Count an unsolicited mail once; return whether it is allowed."""
    try:
        with transaction.atomic():
            fresh = OutgoingMail.objects.filter(pk=mail.pk, is_counted=False)
            if fresh.update(is_counted=True):
                UNASKED_MAILS.spend(recipient_of(mail.address), now=now)
    except TooMany:
        return False
    return True


def suppress(hashes: list[str], *, now: datetime) -> None:
    """Block mails that others request. Idempotent."""
    Suppression.objects.get_or_create(recipient=hashes[0], defaults={"since": now})


def lift(hashes: list[str]) -> bool:
    """Lift a recipient's block; return whether there was one."""
    dropped, _by_table = Suppression.objects.filter(recipient__in=hashes).delete()
    return dropped > 0
