"""The queue of digests: mails that wait to be told in one, and have no claims.

A mail joins a digest by ``told_in``, and from then on only its digest is claimed and
sent. With its sending, in one transaction, its parts are settled as skipped. As long as
it waits or is tried again they wait with it. If it comes to any other end they are on
their own again: so whatever happens to a digest, no part is lost, and none told twice.

Whoever adds to a digest, or changes the preferences behind it, holds the row of these.
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

TOLD = "told in the digest {message_id}"
SINGLE = "nothing else waited for it, so the mail went as itself"
EMPTY = "nothing was left to tell"


def parts_of(digest: OutgoingMail) -> QuerySet[OutgoingMail]:
    """Return the mails that a digest is to tell of, oldest first."""
    parts = digest.parts.filter(status=MailStatus.PENDING)
    return parts.select_related("user", "seat", "game__host").order_by("pk")


@transaction.atomic
def join(mail: OutgoingMail, *, until: datetime, why: str) -> None:
    """Put a claimed mail into its reader's next digest, which goes then or earlier."""
    assert mail.user is not None
    assert mail.claimed_at is not None
    lock_preferences(mail.user)
    digest = _open_digest(mail, until)
    outbox.put_off(mail, until, why)
    # Not if it was claimed anew since: then its lease had run out.
    given_back = OutgoingMail.objects.filter(pk=mail.pk, status=MailStatus.PENDING)
    given_back.filter(claimed_at=mail.claimed_at).update(told_in=digest)


def _open_digest(mail: OutgoingMail, until: datetime) -> OutgoingMail:
    """Return a digest that nobody else is sending, made now if there is none."""
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
    # A worker may have claimed it this moment: its lease is not to be cut short.
    later = digests.filter(pk=digest.pk, status=MailStatus.PENDING, due_at__gt=until)
    later.update(due_at=until)
    return digest


@transaction.atomic
def skip(parts: QuerySet[OutgoingMail], reason: str, *, now: datetime) -> None:
    """Settle mails that are parts of a digest, and so nobody's claim."""
    pks = list(parts.values_list("pk", flat=True))
    waiting = OutgoingMail.objects.filter(pk__in=pks, status=MailStatus.PENDING)
    waiting.update(status=MailStatus.SKIPPED, reason=reason)
    steps.note_all(pks, Step.SKIPPED, reason, at=now)


@transaction.atomic
def dissolve(digest: OutgoingMail, reason: str, *, now: datetime) -> None:
    """Give up a claimed digest for the sake of its parts, which are due at once."""
    if outbox.note_skipped(digest, reason, now=now):
        parts = digest.parts.filter(status=MailStatus.PENDING)
        parts.update(told_in=None, due_at=now)


def release_orphans() -> int:
    """Let mails go by themselves whose digest came to an end without them."""
    lost = OutgoingMail.objects.filter(
        status=MailStatus.PENDING, told_in__isnull=False
    ).exclude(told_in__status__in=OPEN_STATUSES)
    return lost.update(told_in=None)


def has_failed(mail: OutgoingMail) -> bool:
    """Whether a digest that could have told of a mail has failed for good."""
    digests = OutgoingMail.objects.filter(kind=Kind.DIGEST, user=mail.user)
    failed = digests.filter(status=MailStatus.FAILED, due_at__gte=mail.created_at)
    return failed.exists()
