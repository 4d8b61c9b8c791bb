"""Sending mails: claim what is due, hand it over, and note the outcome."""

import logging
import smtplib
import time
from datetime import datetime

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import InterfaceError, OperationalError, transaction

from games.transparency.sequencer import sequence_all_heads
from notifications import digests
from notifications.delivery_status import bounces
from notifications.delivery_status.bounces import reference_of, set_bounce_address
from notifications.delivery_status.smtp_answers import (
    describe_error,
    is_address_refused,
    is_outage,
    is_permanent,
    obstacle_of,
)
from notifications.mails.base import MailContext, kind_of
from notifications.models import Kind, Obstacle, OutgoingMail, Step
from notifications.models.preferences import known_preferences
from notifications.outbox import rows
from notifications.outbox import rows as outbox
from notifications.preferences.schedule import Defer
from notifications.preferences.services import (
    is_within_limit,
    lock_preferences,
)
from notifications.sending.channels import CHANNELS, post_beside
from notifications.sending.render import message_for, record_calendar_changes
from notifications.sending.send_policy import (
    REPEATED,
    Dissolve,
    Skip,
    decide,
    decide_digest,
    why_skip,
)

logger = logging.getLogger(__name__)

HUNG_UP = "the server hung up, so we sent the mail again: {error}"


class ServerAway(Exception):
    """The mail server cannot be reached, or accepts none of our mails."""


class SmtpSession:
    """One connection for a whole batch, opened at its first mail."""

    def __init__(self) -> None:
        self._connection: BaseEmailBackend | None = None

    def __enter__(self) -> "SmtpSession":
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def hand_over(self, message: EmailMessage) -> str:
        """
        Send a message; reconnect once if the server has hung up.

        Returns what happened in that case, because the server may have taken the mail
        already; otherwise ''.
        """
        if self._connection is None:
            self._connect_and_send(message)
            return ""
        try:
            self._connection.send_messages([message])
        except smtplib.SMTPServerDisconnected as error:
            self._close()
            self._connect_and_send(message)
            return HUNG_UP.format(error=describe_error(error))
        except (OSError, smtplib.SMTPException):
            self._close()
            raise
        return ""

    def _connect_and_send(self, message: EmailMessage) -> None:
        connection = get_connection()
        try:
            connection.open()
        except (OSError, smtplib.SMTPException) as error:
            raise ServerAway(describe_error(error)) from error
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
            logger.info(
                "Closing the connection to the mail server failed (harmless): %s",
                describe_error(error),
            )


BATCH = 20
#: Seconds after which a batch begins no further mail: a free worker takes the rest, so
#: that they do not wait for one more slow server.
BATCH_SECONDS = 10.0
ENOUGH = "the address has reached its daily limit of mails that anybody can request"
SERVER_REFUSES = (
    "The mail server takes no email from us: %s. Check EMAIL_URL, DEFAULT_FROM_EMAIL "
    "and REPLY_TO, and the mail server itself."
)


def send_batch(*, now: datetime, limit: int = BATCH) -> bool:
    """
    Send up to ``limit`` due mails; return whether more may be due already.

    ``now`` is the database's time; it names the claim.
    """
    outbox.give_up_lost(now=now)
    try:
        sequence_all_heads(now=now)
    except Exception:
        # Mails quote the site's log. These go without the quotation.
        logger.exception(
            "Could not append the heads of games to the site's log; mails go without it"
        )
    digests.release_orphans()
    claimed = outbox.claim_mails(now=now, limit=limit)
    stop_at = time.monotonic() + BATCH_SECONDS
    with SmtpSession() as session:
        for number, pk in enumerate(claimed):
            try:
                _send(pk, session, now)
            except ServerAway as error:
                _wait_for_server(claimed[number:], now, str(error))
                return False
            except Exception:
                # When its lease runs out, another worker takes it up as if this one had
                # crashed.
                logger.exception(
                    "The outcome of mail %s could not be saved; it will be tried again",
                    pk,
                    extra={"mail": pk},
                )
            if time.monotonic() > stop_at:
                outbox.release(claimed[number + 1 :], claimed_at=now, due_at=now)
                break
    return bool(claimed)


def _send(pk: int, session: SmtpSession, now: datetime) -> None:
    """Raises ServerAway, for which the mail is not to blame, and database errors."""
    mail = outbox.claimed(pk, claimed_at=now)
    if mail is None:
        return
    try:
        goes_now = _digest_goes_now if mail.kind == Kind.DIGEST else _mail_goes_now
        if not goes_now(mail, now):
            return
        if hand_over := CHANNELS.get(mail.kind):
            hand_over(mail, now)
            return
        post_beside(mail, now=now)
        text_only = bool(mail.user and known_preferences(mail.user).text_only)
        message = message_for(mail, now=now, text_only=text_only)
        message = set_bounce_address(message, mail)
        outbox.record_shown(mail, message.shown, message.listed)
        trouble = session.hand_over(message)
    except (ServerAway, OperationalError, InterfaceError):
        raise  # the mail is not to blame
    except Exception as error:
        if is_outage(error):
            raise ServerAway(describe_error(error)) from error
        _note_failure(mail, error, now)
        return
    if trouble:
        rows.add_step(mail, Step.DEFERRED, trouble, at=now)
    with transaction.atomic():
        is_ours = outbox.record_sent(mail, now=now, reference=reference_of(message))
        record_calendar_changes(message.calendar_changes)
        # If the claim is lost, the worker that claimed it since settles the parts.
        if is_ours and mail.kind == Kind.DIGEST:
            reason = digests.INCLUDED.format(message_id=mail.message_id)
            digests.skip(digests.parts_of(mail), reason, now=now)
    logger.info("Mail %s was sent", mail.pk, extra={"mail": mail.pk})


def _mail_goes_now(mail: OutgoingMail, now: datetime) -> bool:
    match decide(mail, now):
        case Skip(reason, beside):
            if beside and _is_within_daily_limit(mail, now):
                post_beside(mail, now=now)
            outbox.record_skipped(mail, reason, now=now)
            return False
        case Defer(until, reason, in_digest):
            if in_digest:
                digests.join(mail, until=until, why=reason)
            else:
                outbox.put_off(mail, until, reason)
            return False
    if not _is_within_daily_limit(mail, now):
        outbox.record_skipped(mail, ENOUGH, now=now)
        return False
    return True


def _is_within_daily_limit(mail: OutgoingMail, now: datetime) -> bool:
    return not kind_of(mail).is_unsolicited(mail) or is_within_limit(mail, now=now)


@transaction.atomic
def _digest_goes_now(digest: OutgoingMail, now: datetime) -> bool:
    """Locks its reader's preferences, so that nobody removes a part meanwhile."""
    if reason := why_skip(MailContext(digest, now)):
        outbox.record_skipped(digest, reason, now=now)
        return False
    assert digest.user is not None
    outcome = decide_digest(digest, lock_preferences(digest.user), now)
    for part, reason in outcome.dead.items():
        digests.skip(digest.parts.filter(pk=part.pk), reason, now=now)
    match outcome.decision:
        case Defer(until, reason):
            outbox.put_off(digest, until, reason)
            return False
        case Skip(reason):
            post_beside(digest, now=now)
            if outbox.record_skipped(digest, reason, now=now):
                digests.skip(digests.parts_of(digest), reason, now=now)
            return False
        case Dissolve(reason, lead):
            if lead is not None:
                others = digests.parts_of(digest).exclude(pk=lead.pk)
                digests.skip(others, REPEATED, now=now)
            digests.dissolve(digest, reason, now=now)
            return False
    return True


def _note_failure(mail: OutgoingMail, error: Exception, now: datetime) -> None:
    reason = describe_error(error)
    if is_permanent(error):
        logger.warning(
            "Mail %s was refused for good: %s", mail.pk, reason, extra={"mail": mail.pk}
        )
        with transaction.atomic():
            bounces.lock_recipient(mail)
            outbox.record_refused(mail, reason, now=now)
            if is_address_refused(error):
                bounces.mark_refused(mail, now=now)
        return
    obstacle = obstacle_of(error)
    match obstacle:
        case Obstacle.FAULT:
            logger.error(
                "Mail %s could not be rendered, attempt %d. Is its template broken?",
                mail.pk,
                mail.attempts,
                # A broken template fails for every email of its kind.
                extra={
                    "mail": mail.pk,
                    "outage": "rendering of emails",
                    "reason": repr(error),
                },
                exc_info=error,
            )
        case Obstacle.SERVER:
            _log_refusal(reason)
        case Obstacle.ANSWER:
            logger.warning(
                "Mail %s failed, attempt %d: %s",
                mail.pk,
                mail.attempts,
                reason,
                extra={"mail": mail.pk},
            )
    outbox.record_failed(mail, reason, now=now, obstacle=obstacle)


def _wait_for_server(claimed: list[int], now: datetime, reason: str) -> None:
    """Release all claims; the first mail may be to blame and waits longer."""
    _log_refusal(reason)
    for pks, pauses in (claimed[:1], 2), (claimed[1:], 1):
        due_at = now + pauses * outbox.OUTAGE_PAUSE
        outbox.wait_for_server(pks, claimed_at=now, due_at=due_at, reason=reason)


def _log_refusal(reason: str) -> None:
    extra = {"outage": "mail server", "reason": reason}
    logger.error(SERVER_REFUSES, reason, extra=extra)
