"""Reading what has come in: claim, understand, hand on, once.

What a mail does and that it was read is one transaction: a worker that dies leaves the
mail as it was, and the next one reads it. What takes its worker down, again and again,
is put aside for the staff.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.services.locking import lock_users
from notifications import leases
from notifications.fates import bounces
from notifications.fates.reports import Report, report_of
from notifications.inbox import automatic, unread
from notifications.inbox.deadline import TookTooLong, broken_off_after
from notifications.inbox.parsing import Letter, letter_of
from notifications.models import IncomingMail, OutgoingMail, Reading
from notifications.models.incoming import (
    GIVEN_UP,
    GIVING_UP,
    LISTED,
    TOO_SLOW,
    UNSIGNED,
)
from notifications.replies import reading as replies
from notifications.replies.answers import ignore

logger = logging.getLogger(__name__)

BATCH = 10
LEASE = timedelta(minutes=2)
MOST_ATTEMPTS = 6
FIRST_RETRY = timedelta(seconds=10)
#: Seconds of computing; a reply takes a few hundredths of one.
LONGEST_READING = 5

AUTOMATIC = "written by a machine: {sign}"
OUR_OWN = "a mail of ours that came back to us"
GONE = "the seat it was sent to is no more"
VANISHED = "the workers that read it vanished"


def read_batch(*, now: datetime, limit: int = BATCH) -> bool:
    """
    Read up to ``limit`` mails that wait; return whether there may be more.

    ``now`` is the database's time of this batch.
    """
    bury(now=now)
    claimed = leases.claim(
        IncomingMail,
        condition=f"reading = '{Reading.WAITING}'",
        most_attempts=MOST_ATTEMPTS,
        lease=LEASE,
        limit=limit,
        now=now,
    )
    for pk in claimed:
        _read(pk, now)
    return bool(claimed)


def bury(*, now: datetime) -> None:
    """Put mails aside that took a worker down with each of their attempts."""
    lost = IncomingMail.objects.filter(
        reading=Reading.WAITING, due_at__lte=now, attempts__gte=MOST_ATTEMPTS
    )
    for mail in lost.defer("source"):
        _give_up(mail, _failed(VANISHED), now)


def read_again(mails: QuerySet[IncomingMail], *, now: datetime) -> int:
    """Give mails that were given up, and are whole, a new life; return how many."""
    given_up = mails.filter(
        reading=Reading.IGNORED, why__startswith=GIVING_UP, pruned_at=None
    )
    return given_up.update(
        reading=Reading.WAITING,
        why="",
        attempts=0,
        due_at=now,
        claimed_at=None,
        read_at=None,
    )


def _read(pk: int, now: datetime) -> None:
    """Read one claimed mail; whatever goes wrong is noted, and tried again."""
    mail = IncomingMail.objects.filter(pk=pk, claimed_at=now).first()
    if mail is None:
        return
    try:
        # Outside of the transaction: it may take a while.
        with broken_off_after(LONGEST_READING):
            letter, report = _read_closely(mail)
        with transaction.atomic():
            held = _held(mail, report)
            if held is not None:
                _hand_on(held, letter, report, now)
    except TookTooLong:
        logger.error("Incoming mail %s took too long to read", pk)
        _give_up(mail, TOO_SLOW.format(seconds=LONGEST_READING), now)
    except Exception as error:
        logger.exception("Incoming mail %s could not be read", pk)
        _put_off(mail, error, now)


def _read_closely(mail: IncomingMail) -> tuple[Letter, Report | None]:
    """Return what a mail says, and what it reports."""
    source = bytes(mail.source)
    letter = letter_of(source)
    return letter, report_of(source) if _comes_back(mail, letter) else None


def _comes_back(mail: IncomingMail, letter: Letter) -> bool:
    """Whether a mail of ours came back: it says so, or where it went to does."""
    is_returned = mail.user_id is None and mail.replies_to_id is not None
    return letter.is_bounce or is_returned


def _held(mail: IncomingMail, report: Report | None = None) -> IncomingMail | None:
    """
    Return a mail as it is now, or None if its claim does not hold it any more.

    Its player is locked, not the row itself, and so is whose mail it reports: see
    ``games.services.locking``.
    """
    lock_users(_concerned(mail, report))
    rows = IncomingMail.objects.select_related("seat__game", "user", "replies_to")
    return rows.filter(
        pk=mail.pk, reading=Reading.WAITING, claimed_at=mail.claimed_at
    ).first()


def _concerned(mail: IncomingMail, report: Report | None) -> set[int]:
    """Return whom a mail concerns: its player, and whose mail it reports."""
    told_of = None if report is None else bounces.reported(mail, report)
    return {each.user_id for each in (mail, told_of) if each and each.user_id}


def _hand_on(
    mail: IncomingMail, letter: Letter, report: Report | None, now: datetime
) -> None:
    """Give a mail to whom it concerns; machines are not answered."""
    if mail.user is not None and mail.user.forgotten_at is not None:
        mail.delete()  # it came in at that very moment
    elif _comes_back(mail, letter):
        bounces.read(mail, report, now=now)
    elif OutgoingMail.objects.filter(message_id=mail.message_id).exists():
        ignore(mail, OUR_OWN, now=now)
    elif letter.is_automatic:
        _pass_over(mail, letter.why_automatic, now)
    elif mail.user is None or not (mail.seat or mail.is_to_digest):
        ignore(mail, GONE, now=now)
    else:
        replies.read(mail, letter, now)


def _pass_over(mail: IncomingMail, sign: str, now: datetime) -> None:
    """Leave a machine's mail unread; if it may be a person's, let somebody know."""
    if sign in automatic.LISTED:
        ignore(mail, LISTED, now=now)
        unread.tell_once_a_day(mail, now=now)
    elif sign == automatic.UNSIGNED:
        ignore(mail, UNSIGNED, now=now)  # the next mail about the game tells
    else:
        ignore(mail, AUTOMATIC.format(sign=sign), now=now)


def _put_off(mail: IncomingMail, error: Exception, now: datetime) -> None:
    """Try again later, or give up after the last attempt."""
    if mail.attempts >= MOST_ATTEMPTS:
        _give_up(mail, _failed(type(error).__name__), now)
        return
    ours = IncomingMail.objects.filter(
        pk=mail.pk, reading=Reading.WAITING, claimed_at=mail.claimed_at
    )
    ours.update(due_at=now + FIRST_RETRY * 2 ** (mail.attempts - 1))


def _failed(error: str) -> str:
    return GIVEN_UP.format(count=MOST_ATTEMPTS, error=error)


def _give_up(mail: IncomingMail, why: str, now: datetime) -> None:
    """Put a mail aside; one that cannot be waits on, and keeps no other from us."""
    try:
        _put_aside(mail, why, now)
    except Exception:
        logger.exception("Incoming mail %s could not be put aside", mail.pk)


@transaction.atomic
def _put_aside(mail: IncomingMail, why: str, now: datetime) -> None:
    """Leave a mail to the staff, and tell its player that nothing was done."""
    held = _held(mail)
    if held is not None:
        ignore(held, why, now=now)
        unread.tell(held, now=now)
