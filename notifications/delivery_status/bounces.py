"""Bounces and complaints: about which mail, and what that means for its recipient.

Each mail has a bounce address of its own, ``bounces+<mail>-<code>@host``, its envelope
sender. So the address alone identifies the bounced mail, whatever the report looks
like, and only servers that handled the mail know it.

Mail providers send complaints (ARF, RFC 5965) to one address for all, which the
operator registers with them, and name the bounce address in it.

A forged report could silence a player. So a report counts only if it came to the bounce
address of the mail, or names its Message-ID together with its recipient, or is a
complaint that names its bounce address: nobody else knows any of these. Reports are
never answered, so two servers cannot keep each other busy.
"""

import logging
from datetime import datetime, timedelta
from typing import TypeVar

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction

from games.locks import lock_user
from games.models import Unreachable, User
from games.people.reachability import mark_unreachable, record_reached
from notifications.delivery_status.reports import DeliveryReport
from notifications.models import (
    IncomingMail,
    Kind,
    MailStep,
    OutgoingMail,
    Reading,
    Step,
)
from notifications.models.incoming import Fate
from notifications.outbox import rows
from notifications.verp import Tags, tag_in, tagged_address

LOCAL = "bounces"
#: The local part of the address for complaints.
COMPLAINTS = "complaints"
#: The metadata key under which a mail provider returns our tag in its reports.
MAIL = "mail"

Message = TypeVar("Message", bound=EmailMessage)


def _bound(mail: OutgoingMail) -> str:
    """Return the Message-ID, because another database reuses primary keys."""
    return mail.message_id


_TAGS = Tags("bounce address", _bound)


def bounce_address(mail: OutgoingMail) -> str:
    """Return the bounce address of a mail, or '' if the service receives no mail."""
    return tagged_address(home_address(), tag_of(mail)) if settings.REPLY_TO else ""


def mail_at(address: str) -> OutgoingMail | None:
    return mail_of(tag_in(address, home_address())) if settings.REPLY_TO else None


def tag_of(mail: OutgoingMail) -> str:
    """Return a short name for a mail that nobody can forge."""
    return _TAGS.of(mail)


def mail_of(tag: str) -> OutgoingMail | None:
    return _TAGS.find(tag, OutgoingMail.objects.select_related("user"))


def set_bounce_address(message: Message, mail: OutgoingMail) -> Message:
    """Set a mail's bounce address, or its tag if a provider sends it."""
    if uses_provider():
        message.metadata = {MAIL: tag_of(mail)}  # type: ignore[attr-defined]
        return message
    if address := bounce_address(mail):
        set_envelope_sender(message, address)
    return message


def set_envelope_sender(message: EmailMessage, address: str) -> None:
    """Set the envelope sender of a mail; its From header stays."""
    message.extra_headers.setdefault("From", message.from_email)
    message.from_email = address


def reference_of(message: EmailMessage) -> str:
    """Return the mail provider's name for a sent message, or ''."""
    status = getattr(message, "anymail_status", None)
    name = getattr(status, "message_id", None)
    return "" if name is None else str(name)


def uses_provider() -> bool:
    """Return whether a mail provider sends; it reports bounces by webhook."""
    return str(settings.EMAIL_BACKEND).startswith("anymail.")


def home_address() -> str:
    domain = str(settings.REPLY_TO).lower().rpartition("@")[2]
    return f"{LOCAL}@{domain}"


def is_complaints_address(address: str) -> bool:
    """Return whether complaints about any mail come to an address."""
    home = home_address().replace(LOCAL, COMPLAINTS, 1)
    return bool(settings.REPLY_TO) and address.lower() == home


#: After this many days of temporary bounces, with no delivery, a recipient is
#: unreachable.
SOFT_DAYS = 3
SOFT_WINDOW = timedelta(days=14)


def lock_recipient(mail: OutgoingMail) -> None:
    """Lock a mail's recipient before the mail itself: see ``games.locks``."""
    if mail.user_id is not None:
        mail.user = lock_user(mail.user_id)


def mark_refused(mail: OutgoingMail, *, now: datetime) -> None:
    if mail.user is not None:
        mark_unreachable(user=mail.user, why=Unreachable.BOUNCED, now=now)


@transaction.atomic
def record_report(
    mail: OutgoingMail, what: Step, *, words: str, reference: str, now: datetime
) -> None:
    """Idempotent. Locks the recipient."""
    lock_recipient(mail)
    if not rows.add_step_once(mail, what, words, at=now, reference=reference):
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
        record_reached(user=user, sent_at=mail.sent_at)


def _write_to_row(mail: OutgoingMail, what: Step, words: str) -> None:
    said = f"{what.label}: {words}".removesuffix(": ")
    OutgoingMail.objects.filter(pk=mail.pk).update(reason=said[:500])


def _recipient(mail: OutgoingMail) -> User | None:
    """
    Return the user that a report still applies to, or None. If they changed their
    address or asked us to try again since, late reports say nothing.
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
    recent = MailStep.objects.filter(
        mail__user=user, mail__sent_to=user.email, at__gt=now - SOFT_WINDOW
    )
    arrived = recent.filter(what=Step.DELIVERED).order_by("at").last()
    soft = recent.filter(what=Step.SOFT_BOUNCED)
    if arrived is not None:
        soft = soft.filter(at__gt=arrived.at)
    return len(set(soft.values_list("at__date", flat=True))) >= SOFT_DAYS


logger = logging.getLogger(__name__)

NO_REPORT = "came to an address for reports but reports no bounce and no complaint"
NOT_OURS = "reports a mail that we did not send to that recipient"


def find_reported(
    incoming: IncomingMail, report: DeliveryReport
) -> OutgoingMail | None:
    mail = mail_at(incoming.recipient)
    if mail is None:
        mail = next(filter(None, map(mail_at, report.senders)), None) or _named(report)
    elif not _is_about(report, mail):
        mail = None
    return mail if mail is not None and mail.attempts else None


def handle_report(
    incoming: IncomingMail, report: DeliveryReport | None, *, now: datetime
) -> None:
    """The caller has locked the player whose mail is reported."""
    if report is None:
        _finish(incoming, Reading.IGNORED, NO_REPORT, None, now)
        return
    mail = find_reported(incoming, report)
    if mail is None:
        logger.info("Incoming mail %s reports no mail of ours", incoming.pk)
        _finish(incoming, Reading.IGNORED, NOT_OURS, None, now)
        return
    if report.is_complaint:
        step = Step.COMPLAINED
    elif report.is_delay:
        step = Step.DELAYED
    else:
        step = Step.BOUNCED if report.is_hard else Step.SOFT_BOUNCED
    record_report(
        mail,
        step,
        words=report.words,
        reference=f"incoming:{incoming.pk}",
        now=now,
    )
    _finish(incoming, Reading.DONE, "", mail, now)


def _is_about(report: DeliveryReport, mail: OutgoingMail) -> bool:
    """
    Return whether a report at a mail's bounce address is about that mail. A forwarder
    changes the recipient, a relay the Message-ID. A report about another report has
    neither.
    """
    is_to = mail.sent_to.lower() in report.recipients
    return is_to or not report.message_ids or mail.message_id in report.message_ids


def _named(report: DeliveryReport) -> OutgoingMail | None:
    """Return the mail that a report names together with its recipient, or None."""
    rows = OutgoingMail.objects.select_related("user").filter(sent_at__isnull=False)
    for name in report.message_ids:
        mail = rows.filter(message_id=name).first()
        if mail is not None and mail.sent_to.lower() in report.recipients:
            return mail
    return None


def _finish(
    incoming: IncomingMail,
    reading: Reading,
    why: str,
    mail: OutgoingMail | None,
    now: datetime,
) -> None:
    incoming.reading, incoming.why, incoming.read_at = reading, why, now
    incoming.fate = Fate.DONE if reading == Reading.DONE else Fate.NOT_FOR_US
    if mail is not None:
        incoming.replies_to, incoming.user_id = mail, mail.user_id
    incoming.save(
        update_fields=["reading", "fate", "why", "read_at", "replies_to", "user"]
    )
