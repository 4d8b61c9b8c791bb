"""Suppression: recipients to whom nobody can have a mail sent, and limits for others.

They are few a day, whatever they are about and however the address is spelled, and none
go to whoever once said: never again.
"""

from datetime import datetime

from django.db import transaction

from games.limits import UNASKED_MAILS, TooMany
from games.people.recipients import recipient_of
from notifications.models import OutgoingMail, Suppression


def is_suppressed(hashes: list[str]) -> bool:
    """Whether a recipient is never to be written to at the request of others."""
    return Suppression.objects.filter(recipient__in=hashes).exists()


def is_within_limit(mail: OutgoingMail, *, now: datetime) -> bool:
    """Count an unasked mail, once however often it is tried; False: one too many."""
    assert mail.user is not None
    try:
        with transaction.atomic():
            fresh = OutgoingMail.objects.filter(pk=mail.pk, is_counted=False)
            if fresh.update(is_counted=True):
                UNASKED_MAILS.spend(recipient_of(mail.user.email or ""), now=now)
    except TooMany:
        return False
    return True


def suppress(hashes: list[str], *, now: datetime) -> None:
    """Write to a recipient at nobody's request any more; idempotent."""
    Suppression.objects.get_or_create(recipient=hashes[0], defaults={"since": now})


def lift(hashes: list[str]) -> bool:
    """Let a recipient have links and invitations again; return whether that is news."""
    dropped, _by_table = Suppression.objects.filter(recipient__in=hashes).delete()
    return dropped > 0
