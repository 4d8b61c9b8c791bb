"""The bounce policy: what a report means for a mail and for its recipient."""

from datetime import datetime, timedelta

from django.db import transaction

from games.locks import lock_user
from games.models import Unreachable, User
from games.people.reachability import mark_unreachable, note_reached
from notifications.models import Kind, MailStep, OutgoingMail, Step
from notifications.outbox import steps

#: After this many days of temporary bounces, with no delivery, a recipient is
#: unreachable.
SOFT_DAYS = 3
SOFT_WINDOW = timedelta(days=14)


def lock_recipient(mail: OutgoingMail) -> None:
    """Lock a mail's recipient before the mail itself: see ``games.locks``."""
    if mail.user_id is not None:
        mail.user = lock_user(mail.user_id)


def mark_refused(mail: OutgoingMail, *, now: datetime) -> None:
    """Mark a recipient unreachable whose address our mail server has just refused."""
    if mail.user is not None:
        mark_unreachable(user=mail.user, why=Unreachable.BOUNCED, now=now)


@transaction.atomic
def note_report(
    mail: OutgoingMail, what: Step, *, words: str, reference: str, now: datetime
) -> None:
    """Record a report about a mail and act on it. Idempotent. Locks the recipient."""
    lock_recipient(mail)
    if not steps.note_once(mail, what, words, at=now, reference=reference):
        return
    if what in (Step.BOUNCED, Step.SOFT_BOUNCED, Step.COMPLAINED):
        _write_to_row(mail, what, words)
    user = _recipient(mail)
    if user is None:
        return
    if what == Step.COMPLAINED:
        mark_unreachable(user=user, why=Unreachable.COMPLAINED, now=now)
    elif what == Step.BOUNCED or (
        what == Step.SOFT_BOUNCED and _bounces_repeatedly(user, now)
    ):
        mark_unreachable(user=user, why=Unreachable.BOUNCED, now=now)
    elif what == Step.DELIVERED and mail.sent_at is not None:
        note_reached(user=user, sent_at=mail.sent_at)


def _write_to_row(mail: OutgoingMail, what: Step, words: str) -> None:
    said = f"{what.label}: {words}".removesuffix(": ")
    OutgoingMail.objects.filter(pk=mail.pk).update(reason=said[:500])


def _recipient(mail: OutgoingMail) -> User | None:
    """
    Return the user that a report still applies to, or None.

    It does not if they have another address by now, or if they asked us to try again
    after the mail was sent: late reports about older mails say nothing about that.
    """
    user = mail.user
    if user is None or user.email is None:
        return None
    if mail.sent_to and mail.sent_to != user.email:
        return None
    trials = OutgoingMail.objects.filter(
        user=user,
        kind=Kind.ADDRESS_TRIED,
        created_at__gt=mail.sent_at or mail.claimed_at or mail.created_at,
    )
    return None if trials.exists() else user


def _bounces_repeatedly(user: User, now: datetime) -> bool:
    """Return whether mails have bounced for days and none was delivered."""
    recent = MailStep.objects.filter(
        mail__user=user, mail__sent_to=user.email, at__gt=now - SOFT_WINDOW
    )
    arrived = recent.filter(what=Step.DELIVERED).order_by("at").last()
    soft = recent.filter(what=Step.SOFT_BOUNCED)
    if arrived is not None:
        soft = soft.filter(at__gt=arrived.at)
    return len(set(soft.values_list("at__date", flat=True))) >= SOFT_DAYS
