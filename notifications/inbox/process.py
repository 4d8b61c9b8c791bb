"""Reading the inbox: claim due mails, parse them, and act on each exactly once.

A mail's effects and the record that it was read are one transaction. If the worker
crashes, nothing has changed and another worker reads the mail. A mail that crashes its
worker repeatedly is given up: it is set aside for the staff.
"""

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import current_thread, main_thread
from types import FrameType

from django.db import transaction
from django.db.models import QuerySet

from games.accounts.guessed_zone import guess_zone
from games.accounts.users import NOT_CHOSEN, update_settings
from games.locks import lock_users
from notifications.delivery_status import bounces
from notifications.delivery_status.reports import DeliveryReport, report_of
from notifications.mail_text import parse
from notifications.mail_text.parse import ParsedMail, parse_mail
from notifications.models import IncomingMail, OutgoingMail, Reading
from notifications.models.incoming import (
    GIVEN_UP,
    GIVING_UP,
    LISTED,
    TOO_SLOW,
    UNSIGNED,
    Fate,
)
from notifications.replies.answers import (
    post_notice_once_a_day,
    post_notice_to_people,
    set_aside,
)
from notifications.replies.handle import answers_talk, handle_reply

logger = logging.getLogger(__name__)

BATCH = 10
LEASE = timedelta(minutes=2)
MOST_ATTEMPTS = 6
FIRST_RETRY = timedelta(seconds=10)
#: When to try again if setting a mail aside failed.
SET_ASIDE_AGAIN = timedelta(hours=1)
#: In seconds of CPU time; a reply takes a few hundredths.
LONGEST_READING = 5

AUTOMATIC = "an automatic mail: {sign}"
OUR_OWN = "a mail of ours that came back to us"
GONE = "its seat no longer exists"
VANISHED = "the workers that read it crashed"
UNREADABLE = "it could not be read; see the log"


def process_batch(*, now: datetime, limit: int = BATCH) -> bool:
    """
    Read up to ``limit`` waiting mails; return whether more may be waiting.

    ``now`` is the database's time; it names the claim.
    """
    give_up_lost(now=now)
    waiting = IncomingMail.objects.waiting().filter(attempts__lt=MOST_ATTEMPTS)
    claimed = waiting.only("pk").claim_due(now=now, lease=LEASE, limit=limit)
    for mail in claimed:
        _read(mail.pk, now)
    return bool(claimed)


def give_up_lost(*, now: datetime) -> None:
    """Give up the mails that crashed a worker in their last attempt."""
    lost = IncomingMail.objects.waiting().filter(
        due_at__lte=now, attempts__gte=MOST_ATTEMPTS
    )
    for mail in lost.defer("source"):
        # Postponed first, so that a mail that cannot be set aside is not retried at
        # once.
        lost.filter(pk=mail.pk).update(due_at=now + SET_ASIDE_AGAIN)
        _give_up(mail, GIVEN_UP.format(count=MOST_ATTEMPTS, error=VANISHED), now)


def process_again(mails: QuerySet[IncomingMail], *, now: datetime) -> int:
    """Queue given-up mails that still have their text; return how many there were."""
    given_up = mails.filter(
        reading=Reading.IGNORED, why__startswith=GIVING_UP, pruned_at=None
    )
    return given_up.update(
        reading=Reading.WAITING,
        fate="",
        why="",
        attempts=0,
        due_at=now,
        ready_since=None,
        claimed_at=None,
        read_at=None,
    )


def _read(pk: int, now: datetime) -> None:
    """Read one claimed mail and act on it; retry later after any error."""
    claimed_mails = IncomingMail.objects.filter(pk=pk, claimed_at=now)
    mail = claimed_mails.select_related("user").first()
    if mail is None:
        return
    try:
        # Outside the transaction, because parsing may take a while.
        with limit_seconds(LONGEST_READING):
            source = bytes(mail.source)
            parsed = parse_mail(source, mail.writers_language)
            report = report_of(source) if _is_returned(mail, parsed) else None
        take_zone(mail, parsed, now)
        with transaction.atomic():
            claimed = _lock_claimed(mail, report)
            if claimed is not None:
                _dispatch(claimed, parsed, report, now)
    except ReadingTimeout:
        logger.error(
            "Incoming mail %s took too long to parse and is given up",
            pk,
            extra={"incoming_mail": pk},
        )
        _give_up(mail, TOO_SLOW.format(seconds=LONGEST_READING), now)
    except Exception:
        logger.exception(
            "Incoming mail %s could not be read, attempt %d",
            pk,
            mail.attempts,
            extra={"incoming_mail": pk},
        )
        if mail.attempts >= MOST_ATTEMPTS:
            why = GIVEN_UP.format(count=MOST_ATTEMPTS, error=UNREADABLE)
            _give_up(mail, why, now)
            return
        ours = IncomingMail.objects.waiting().filter(pk=pk, claimed_at=mail.claimed_at)
        ours.update(due_at=now + FIRST_RETRY * 2 ** (mail.attempts - 1))


def take_zone(mail: IncomingMail, parsed: ParsedMail, now: datetime) -> None:
    """
    Give a player who never chose a time zone the likeliest one by their mail's date.

    People who only use email have no browser that tells us. The answer says so, and all
    clocks and quiet hours follow. It is no part of the transaction in which the mail is
    read, because each of the player's games is locked separately.
    """
    user, offset = mail.user, parsed.utc_offset
    if user is None or user.time_zone != NOT_CHOSEN or offset is None:
        return
    if parsed.is_automatic or answers_talk(mail) or not mail.is_by_player:
        return
    if zone := guess_zone(timedelta(minutes=offset), user.language, now):
        update_settings(user=user, now=now, time_zone=zone)
        mail.zone = zone
        mail.save(update_fields=["zone"])


def _is_returned(mail: IncomingMail, parsed: ParsedMail) -> bool:
    """Return whether this is a bounce or a complaint, by its text or its address."""
    is_returned = mail.user_id is None and mail.replies_to_id is not None
    is_to_complaints = bounces.is_complaints_address(mail.recipient)
    return parsed.is_bounce or is_returned or is_to_complaints


def _lock_claimed(
    mail: IncomingMail, report: DeliveryReport | None = None
) -> IncomingMail | None:
    """
    Locks its player, and the player whose mail it reports on, but not the row itself:
    see ``games.locks``.
    """
    reported = None if report is None else bounces.find_reported(mail, report)
    lock_users({each.user_id for each in (mail, reported) if each and each.user_id})
    rows = IncomingMail.objects.select_related("seat__game", "user", "replies_to")
    claimed = rows.filter(pk=mail.pk, claimed_at=mail.claimed_at)
    return claimed.filter(reading=Reading.WAITING).first()


def _dispatch(
    mail: IncomingMail, parsed: ParsedMail, report: DeliveryReport | None, now: datetime
) -> None:
    """
    Process a mail as what it is: a bounce, an automatic mail or a player's reply.
    Automatic mails get no answer. If a person may have written after all, they are
    notified.
    """
    sign = parsed.why_automatic
    if mail.user is not None and mail.user.forgotten_at is not None:
        mail.delete()  # it arrived while the player's account was being deleted
    elif _is_returned(mail, parsed):
        bounces.handle_report(mail, report, now=now)
    elif OutgoingMail.objects.filter(message_id=mail.message_id).exists():
        set_aside(mail, OUR_OWN, now=now, fate=Fate.NOT_FOR_US)
    elif sign in parse.LISTED:
        set_aside(mail, LISTED, now=now)
        post_notice_once_a_day(mail, now=now)
    elif sign == parse.UNSIGNED:
        set_aside(mail, UNSIGNED, now=now)  # the next mail about the game mentions it
    elif sign:
        why = AUTOMATIC.format(sign=sign)
        set_aside(mail, why, now=now, fate=Fate.NOT_FOR_US)
    elif mail.user is None or not (mail.seat or mail.is_seatless):
        set_aside(mail, GONE, now=now)
    else:
        handle_reply(mail, parsed, now)


def _give_up(mail: IncomingMail, why: str, now: datetime) -> None:
    """
    Leave a mail to the staff, and tell its player. If even that fails, the mail stays
    as it is and the batch goes on.
    """
    try:
        with transaction.atomic():
            claimed = _lock_claimed(mail)
            if claimed is not None:
                set_aside(claimed, why, now=now)
                post_notice_to_people(claimed, now=now)
    except Exception:
        logger.exception(
            "Incoming mail %s could not be set aside; it waits for an hour", mail.pk
        )


class ReadingTimeout(BaseException):
    """BaseException, because parsers swallow Exceptions."""


@contextmanager
def limit_seconds(seconds: float) -> Iterator[None]:
    """
    Only CPU time of this process counts (SIGVTALRM), because a busy machine is not the
    mail's fault. Signals reach only the main thread, where workers run their tasks; in
    other threads there is no limit.
    """
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _break_off)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _break_off(number: int, frame: FrameType | None) -> None:
    raise ReadingTimeout
