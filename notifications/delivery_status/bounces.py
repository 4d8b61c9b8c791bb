"""Bounces: which mail was returned, and what follows.

A forged report could silence a player. So a report counts only if it came to the bounce
address of the mail, or names its Message-ID together with its recipient: nobody else
knows either. Reports are never answered, so two servers cannot keep each other busy.
"""

import logging
from datetime import datetime

from notifications.delivery_status import bounce_policy
from notifications.delivery_status.bounce_address import mail_at
from notifications.delivery_status.reports import DeliveryReport
from notifications.models import IncomingMail, OutgoingMail, Reading, Step
from notifications.models.incoming import Fate

logger = logging.getLogger(__name__)

NO_REPORT = "came to a bounce address but is not a delivery report"
NOT_OURS = "reports a mail that we did not send to that recipient"


def find_reported(
    incoming: IncomingMail, report: DeliveryReport
) -> OutgoingMail | None:
    """Return the mail of ours that a report is about, if the report counts."""
    mail = mail_at(incoming.recipient)
    if mail is None:
        mail = _named(report)
    elif not _is_about(report, mail):
        mail = None
    return mail if mail is not None and mail.attempts else None


def handle_report(
    incoming: IncomingMail, report: DeliveryReport | None, *, now: datetime
) -> None:
    """
    Record what a report says, or that the mail is no report.

    The caller has locked the player whose mail is reported.
    """
    if report is None:
        _finish(incoming, Reading.IGNORED, NO_REPORT, None, now)
        return
    mail = find_reported(incoming, report)
    if mail is None:
        logger.info("Incoming mail %s reports no mail of ours", incoming.pk)
        _finish(incoming, Reading.IGNORED, NOT_OURS, None, now)
        return
    if report.is_delay:
        step = Step.DELAYED
    else:
        step = Step.BOUNCED if report.is_hard else Step.SOFT_BOUNCED
    bounce_policy.note_report(
        mail,
        step,
        words=report.words,
        reference=f"incoming:{incoming.pk}",
        now=now,
    )
    _finish(incoming, Reading.DONE, "", mail, now)


def _is_about(report: DeliveryReport, mail: OutgoingMail) -> bool:
    """
    Return whether a report at a mail's bounce address is about that mail.

    A forwarder changes the recipient, a relay the Message-ID. A report about another
    report has neither.
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
