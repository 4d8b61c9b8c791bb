"""Sending what is due: claim, check again, hand over, note what became of it.

A crash between handing over and noting means one more copy, with the same Message-ID,
and a step in the mail's life that says so.
"""

import logging
import smtplib
import time
from datetime import datetime

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from notifications import outbox
from notifications.delivery_status import bounce_policy, envelope
from notifications.delivery_status.smtp_answers import (
    describe,
    is_address_refused,
    is_outage,
    is_permanent,
)
from notifications.letters.rendering import message_for
from notifications.models import OutgoingMail, Step
from notifications.outbox import steps
from notifications.relevance import decisions, why_skip
from notifications.relevance.reasons import TOLD_SOON
from notifications.wishes import pool
from notifications.wishes.admission import is_admitted
from notifications.wishes.services import is_text_only

logger = logging.getLogger(__name__)

BATCH = 20
#: Seconds after which no further mail of a batch is begun, far inside the lease.
BATCH_SECONDS = 30.0
HUNG_UP = "the server hung up, so it was sent once more: {error}"
SENDER_REFUSED = (
    "The mail server refuses us, and not the recipient; look at DEFAULT_FROM_EMAIL, "
    "REPLY_TO and what it allows EMAIL_HOST_USER: %s"
)


class Unreachable(Exception):
    """The mail server cannot be reached, or takes none of our mails."""


class Postman:
    """One connection for a whole batch, opened at its first mail."""

    def __init__(self) -> None:
        self._connection: BaseEmailBackend | None = None

    def __enter__(self) -> "Postman":
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def hand_over(self, message: EmailMessage) -> str:
        """
        Send a message; connect anew, once, where the server had hung up.

        Return '' or, as the server may have taken the mail already, what happened.
        """
        if self._connection is None:
            self._send_anew(message)
            return ""
        try:
            self._connection.send_messages([message])
        except smtplib.SMTPServerDisconnected as error:
            self._close()
            self._send_anew(message)
            return HUNG_UP.format(error=describe(error))
        except (OSError, smtplib.SMTPException):
            self._close()
            raise
        return ""

    def _send_anew(self, message: EmailMessage) -> None:
        connection = get_connection()
        try:
            connection.open()
        except (OSError, smtplib.SMTPException) as error:
            raise Unreachable(describe(error)) from error
        self._connection = connection
        try:
            connection.send_messages([message])
        except (OSError, smtplib.SMTPException):
            self._close()
            raise

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            connection.close()
        except (OSError, smtplib.SMTPException) as error:
            logger.info("The mail server did not say goodbye: %s", describe(error))


def send_batch(*, now: datetime, limit: int = BATCH) -> bool:
    """
    Send up to ``limit`` due mails; return whether there may be more to do at once.

    ``now`` is the database's time of this batch.
    """
    outbox.bury(now=now)
    pool.free_the_lost()
    claimed = outbox.claim(now=now, limit=limit)
    stop_at = time.monotonic() + BATCH_SECONDS
    with Postman() as postman:
        for number, pk in enumerate(claimed):
            try:
                _deliver(pk, postman, now)
            except Unreachable as error:
                _wait_for_server(claimed[number:], now, str(error))
                return False
            if time.monotonic() > stop_at:
                outbox.release(claimed[number + 1 :], claimed_at=now, due_at=now)
                break
    return bool(claimed)


def _deliver(pk: int, postman: Postman, now: datetime) -> None:
    """Send one claimed mail and note what became of it; raise Unreachable only."""
    try:
        mail = outbox.held(pk, claimed_at=now)
        if mail is not None:
            _send(mail, postman, now)
    except Unreachable:
        raise
    except Exception:
        # Its lease runs out, and then somebody takes it up as if we had vanished.
        logger.exception("What became of mail %s could not be noted", pk)


def _send(mail: OutgoingMail, postman: Postman, now: datetime) -> None:
    try:
        if not _goes_now(mail, now):
            return
        text_only = is_text_only(mail.user_id)
        message = message_for(mail, now=now, text_only=text_only)
        message = envelope.addressed(message, mail)
        outbox.note_shown(mail, message.shown, message.listed)
        trouble = postman.hand_over(message)
    except Unreachable:
        raise
    except Exception as error:
        if is_outage(error):
            raise Unreachable(describe(error)) from error
        _note_failure(mail, error, now)
    else:
        if trouble:
            steps.note(mail, Step.DEFERRED, trouble, at=now)
        with transaction.atomic():
            reference = envelope.reference_of(message)
            outbox.note_sent(mail, now=now, reference=reference)
            pool.settle(mail, now=now)


def _goes_now(mail: OutgoingMail, now: datetime) -> bool:
    """Whether a claimed mail goes now; if not, it is settled already."""
    if reason := why_skip(mail, now=now):
        outbox.note_skipped(mail, reason, now=now)
        return False
    if until := decisions.waits_until(mail, now):
        outbox.release([mail.pk], claimed_at=now, due_at=until, reason=TOLD_SOON)
        return False
    return is_admitted(mail, now=now)


def _note_failure(mail: OutgoingMail, error: Exception, now: datetime) -> None:
    reason = describe(error)
    if is_permanent(error):
        logger.warning("Mail %s was refused for good: %s", mail.pk, reason)
        with transaction.atomic():
            bounce_policy.lock_recipient(mail)
            outbox.note_refused(mail, reason, now=now)
            if is_address_refused(error):
                bounce_policy.suppress_refused(mail, now=now)
        return
    if isinstance(error, smtplib.SMTPSenderRefused):
        logger.error(SENDER_REFUSED, reason)
    expected = isinstance(error, OSError)  # smtplib's exceptions are OSErrors
    logger.warning(
        "Mail %s failed, attempt %d: %s",
        mail.pk,
        mail.attempts,
        reason,
        exc_info=None if expected else error,
    )
    outbox.note_failed(mail, reason, now=now)


def _wait_for_server(claimed: list[int], now: datetime, reason: str) -> None:
    """Give all back; the others go ahead of the one that may be to blame by itself."""
    logger.warning("The mail server cannot be reached, or takes no mails: %s", reason)
    at_hand, others = claimed[:1], claimed[1:]
    for pks, pauses in (at_hand, 2), (others, 1):
        due_at = now + pauses * outbox.OUTAGE_PAUSE
        outbox.release(pks, claimed_at=now, due_at=due_at, reason=reason)
