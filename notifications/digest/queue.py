"""The queue of digests: mails that wait to be sent together.

A mail joins a digest by ``part_of``. From then on only the digest is claimed and sent.
When it is sent, its parts are settled as skipped in the same transaction. While it
waits or is retried, its parts wait with it. If it ends in any other way, its parts go
separately again. So no part is lost, and none is sent twice.

Code that adds to a digest, or changes the preferences behind it, must hold the lock on
the row of its reader's preferences.
"""

from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.db.models import Q, QuerySet

from notifications.models import OPEN_STATUSES, Kind, MailStatus, OutgoingMail, Step
from notifications.outbox import rows as outbox
from notifications.outbox import steps
from notifications.outbox.new_mail import new_mail
from notifications.preferences.services import lock_preferences

INCLUDED = "included in the digest {message_id}"
SINGLE = "only one mail was left, so it was sent separately"
EMPTY = "no mail was left for the digest"


def parts_of(digest: OutgoingMail) -> QuerySet[OutgoingMail]:
    """Return the parts of a digest, oldest first."""
    parts = digest.parts.filter(status=MailStatus.PENDING)
    return parts.select_related("user", "seat", "game__host").order_by("pk")


@transaction.atomic
def join(mail: OutgoingMail, *, until: datetime, why: str) -> None:
    """Put a claimed mail into its reader's next digest, due at ``until`` or earlier."""
    assert mail.user is not None
    assert mail.claimed_at is not None
    lock_preferences(mail.user)
    digest = _open_digest(mail, until)
    outbox.put_off(mail, until, why)
    # If our lease has run out, another worker may have claimed the mail since.
    given_back = OutgoingMail.objects.filter(pk=mail.pk, status=MailStatus.PENDING)
    given_back.filter(claimed_at=mail.claimed_at).update(part_of=digest)


def _open_digest(mail: OutgoingMail, until: datetime) -> OutgoingMail:
    """Return a digest that no other worker is sending; create one if there is none."""
    waiting = Q(status=MailStatus.PENDING)
    at_hand = Q(status=MailStatus.SENDING, claimed_at=mail.claimed_at)
    digests = OutgoingMail.objects.filter(
        waiting | at_hand, kind=Kind.DIGEST, user=mail.user
    )
    digest = digests.order_by("pk").first()
    if digest is None:
        assert mail.claimed_at is not None
        digest = new_mail(Kind.DIGEST, uuid4().hex, mail.claimed_at, user=mail.user)
        digest.due_at = until
        digest.save()
    # A worker may have claimed it just now; then its lease must not be shortened.
    later = digests.filter(pk=digest.pk, status=MailStatus.PENDING, due_at__gt=until)
    later.update(due_at=until)
    return digest


@transaction.atomic
def skip(parts: QuerySet[OutgoingMail], reason: str, *, now: datetime) -> None:
    """Settle parts of a digest, which are never claimed themselves."""
    pks = list(parts.values_list("pk", flat=True))
    waiting = OutgoingMail.objects.filter(pk__in=pks, status=MailStatus.PENDING)
    waiting.update(status=MailStatus.SKIPPED, reason=reason)
    steps.note_all(pks, Step.SKIPPED, reason, at=now)


@transaction.atomic
def dissolve(digest: OutgoingMail, reason: str, *, now: datetime) -> None:
    """Drop a claimed digest; its parts become due now, each separately."""
    if outbox.note_skipped(digest, reason, now=now):
        parts = digest.parts.filter(status=MailStatus.PENDING)
        parts.update(part_of=None, due_at=now)


def release_orphans() -> int:
    """Release the parts of digests that ended without being sent; return how many."""
    lost = OutgoingMail.objects.filter(
        status=MailStatus.PENDING, part_of__isnull=False
    ).exclude(part_of__status__in=OPEN_STATUSES)
    return lost.update(part_of=None)


def has_failed(mail: OutgoingMail) -> bool:
    """Return whether a digest that this mail could have joined has failed for good."""
    digests = OutgoingMail.objects.filter(kind=Kind.DIGEST, user=mail.user)
    failed = digests.filter(status=MailStatus.FAILED, due_at__gte=mail.created_at)
    return failed.exists()
