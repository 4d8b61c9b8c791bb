"""Processing of the inbox: claim, parse, hand on, once.

What a mail does and that it was read is one transaction: a worker that dies leaves the
mail as it was, and the next one reads it. What takes its worker down, again and again,
is given up: it is set aside for the staff.
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

from games.store.locks import lock_users
from notifications.delivery_status import bounces
from notifications.delivery_status.reports import DeliveryReport, report_of
from notifications.mail_text import automatic
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
from notifications.replies.handle import handle_reply

logger = logging.getLogger(__name__)

BATCH = 10
LEASE = timedelta(minutes=2)
MOST_ATTEMPTS = 6
FIRST_RETRY = timedelta(seconds=10)
#: When it is tried again to set a mail aside that could not be.
SET_ASIDE_AGAIN = timedelta(hours=1)
#: Seconds of computing; a reply takes a few hundredths of one.
LONGEST_READING = 5

AUTOMATIC = "written by a machine: {sign}"
OUR_OWN = "a mail of ours that came back to us"
GONE = "the seat it was sent to is no more"
VANISHED = "the workers that read it vanished"
UNREADABLE = "it could not be read, and the log tells why"


def process_batch(*, now: datetime, limit: int = BATCH) -> bool:
    """
    Read up to ``limit`` mails that wait; return whether there may be more.

    ``now`` is the database's time of this batch.
    """
    give_up_lost(now=now)
    waiting = IncomingMail.objects.filter(
        reading=Reading.WAITING, attempts__lt=MOST_ATTEMPTS
    )
    claimed = waiting.only("pk").claim_due(now=now, lease=LEASE, limit=limit)
    for mail in claimed:
        _read(mail.pk, now)
    return bool(claimed)


def give_up_lost(*, now: datetime) -> None:
    """Give up mails that took a worker down with each of their attempts."""
    lost = IncomingMail.objects.filter(
        reading=Reading.WAITING, due_at__lte=now, attempts__gte=MOST_ATTEMPTS
    )
    for mail in lost.defer("source"):
        # Before it is tried: what cannot be set aside is not tried again at once.
        lost.filter(pk=mail.pk).update(due_at=now + SET_ASIDE_AGAIN)
        _give_up(mail, _failed(VANISHED), now)


def process_again(mails: QuerySet[IncomingMail], *, now: datetime) -> int:
    """Give mails that were given up, and are whole, a new life; return how many."""
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
    """Process one claimed mail; whatever goes wrong is noted, and tried again."""
    mail = IncomingMail.objects.filter(pk=pk, claimed_at=now).first()
    if mail is None:
        return
    try:
        # Outside of the transaction: it may take a while.
        with limit_seconds(LONGEST_READING):
            parsed, report = _read_closely(mail)
        with transaction.atomic():
            claimed = _lock_claimed(mail, report)
            if claimed is not None:
                _hand_on(claimed, parsed, report, now)
    except ReadingTimeout:
        logger.error(
            "Incoming mail %s took too long to read", pk, extra={"incoming_mail": pk}
        )
        _give_up(mail, TOO_SLOW.format(seconds=LONGEST_READING), now)
    except Exception:
        logger.exception(
            "Incoming mail %s could not be read", pk, extra={"incoming_mail": pk}
        )
        _put_off(mail, now)


def _read_closely(mail: IncomingMail) -> tuple[ParsedMail, DeliveryReport | None]:
    """Return what a mail says, and what it reports."""
    source = bytes(mail.source)
    parsed = parse_mail(source)
    return parsed, report_of(source) if _comes_back(mail, parsed) else None


def _comes_back(mail: IncomingMail, parsed: ParsedMail) -> bool:
    """Whether a mail of ours came back: it says so, or where it went to does."""
    is_returned = mail.user_id is None and mail.replies_to_id is not None
    return parsed.is_bounce or is_returned


def _lock_claimed(
    mail: IncomingMail, report: DeliveryReport | None = None
) -> IncomingMail | None:
    """
    Return a mail as it is now, or None if its claim does not hold it any more.

    Its player is locked, not the row itself, and so is whose mail it reports: see
    ``games.store.locks``.
    """
    lock_users(_concerned(mail, report))
    rows = IncomingMail.objects.select_related("seat__game", "user", "replies_to")
    return rows.filter(
        pk=mail.pk, reading=Reading.WAITING, claimed_at=mail.claimed_at
    ).first()


def _concerned(mail: IncomingMail, report: DeliveryReport | None) -> set[int]:
    """Return the users whom a mail concerns: its player, and whose mail it reports."""
    told_of = None if report is None else bounces.find_reported(mail, report)
    return {each.user_id for each in (mail, told_of) if each and each.user_id}


def _hand_on(
    mail: IncomingMail, parsed: ParsedMail, report: DeliveryReport | None, now: datetime
) -> None:
    """Give a mail to whom it concerns; machines are not answered."""
    if mail.user is not None and mail.user.forgotten_at is not None:
        mail.delete()  # it came in at that very moment
    elif _comes_back(mail, parsed):
        bounces.handle_report(mail, report, now=now)
    elif OutgoingMail.objects.filter(message_id=mail.message_id).exists():
        set_aside(mail, OUR_OWN, now=now, fate=Fate.NOT_FOR_US)
    elif parsed.is_automatic:
        _pass_over(mail, parsed.why_automatic, now)
    elif mail.user is None or not (mail.seat or mail.is_seatless):
        set_aside(mail, GONE, now=now)
    else:
        handle_reply(mail, parsed, now)


def _pass_over(mail: IncomingMail, sign: str, now: datetime) -> None:
    """Leave a machine's mail unread; if it may be a person's, let somebody know."""
    if sign in automatic.LISTED:
        set_aside(mail, LISTED, now=now)
        post_notice_once_a_day(mail, now=now)
    elif sign == automatic.UNSIGNED:
        set_aside(mail, UNSIGNED, now=now)  # the next mail about the game tells
    else:
        why = AUTOMATIC.format(sign=sign)
        set_aside(mail, why, now=now, fate=Fate.NOT_FOR_US)


def _put_off(mail: IncomingMail, now: datetime) -> None:
    """Try again later, or give up after the last attempt."""
    if mail.attempts >= MOST_ATTEMPTS:
        _give_up(mail, _failed(UNREADABLE), now)
        return
    ours = IncomingMail.objects.filter(
        pk=mail.pk, reading=Reading.WAITING, claimed_at=mail.claimed_at
    )
    ours.update(due_at=now + FIRST_RETRY * 2 ** (mail.attempts - 1))


def _failed(error: str) -> str:
    return GIVEN_UP.format(count=MOST_ATTEMPTS, error=error)


def _give_up(mail: IncomingMail, why: str, now: datetime) -> None:
    """Set a mail aside; one that cannot be waits on, and keeps no other from us."""
    try:
        _set_aside_claimed(mail, why, now)
    except Exception:
        logger.exception("Incoming mail %s could not be set aside", mail.pk)


@transaction.atomic
def _set_aside_claimed(mail: IncomingMail, why: str, now: datetime) -> None:
    """Leave a mail to the staff, and tell its player that nothing was done."""
    claimed = _lock_claimed(mail)
    if claimed is not None:
        set_aside(claimed, why, now=now)
        post_notice_to_people(claimed, now=now)


class ReadingTimeout(BaseException):
    """No Exception: parsers catch those, and would go on."""


@contextmanager
def limit_seconds(seconds: float) -> Iterator[None]:
    """
    Raise ReadingTimeout in the midst of what goes on computing for longer.

    Only the seconds count in which this process computes (SIGVTALRM): a busy machine is
    no fault of the mail. Signals reach the main thread alone, in which workers do their
    tasks; elsewhere nothing is broken off.
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
