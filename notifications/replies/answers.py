"""Answers to incoming mails: one each, posted to the outbox and rendered when sent.

After several mails in a row in which we understand nothing we stop answering, so that
an unmarked autoresponder cannot keep us in a loop. A mail that we understand is always
carried out and answered. After a day the count starts from zero.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import takewhile

from django.db.models import Q

from games.limits import PENDING_REPLIES, TooMany
from notifications.mail_text.bounds import head_of
from notifications.mail_text.parse import message_of, why_automatic
from notifications.models import IncomingMail, Kind, OutgoingMail, Reading
from notifications.models.incoming import NOTHING_UNDERSTOOD, Fate
from notifications.outbox import rows as outbox
from notifications.replies.answered_mail import find_answered_mail
from notifications.replies.mails import DigestReadMail, ReplyReadMail, ReplyUnreadMail
from notifications.replies.reply_address import counted_as
from notifications.replies.results import (
    LineResult,
    LineStatus,
    record_results,
    results_of,
)

LONGEST_WHY = 200
A_DAY = timedelta(days=1)
#: Answers in a row to mails that we do not understand; the next one is the last.
MOST_ANSWERS = 3


def finish_reply(
    mail: IncomingMail,
    reading: Reading,
    results: Sequence[LineResult],
    *,
    now: datetime,
) -> None:
    """
    Save how a mail was read, and post the answer to its player. The answer goes to the
    player's own address, even if somebody else wrote. After too many mails in a row
    that we do not understand we send one last notice.
    """
    record_results(mail, reading, results, now=now)
    unreadable_before = (
        0 if is_any_understood(results) else count_unreadable_before(mail, now=now)
    )
    if unreadable_before >= MOST_ANSWERS:
        set_aside(mail, NOTHING_UNDERSTOOD, now=now, fate=Fate.NOT_FOR_US)
        if unreadable_before == MOST_ANSWERS:
            post_unread_notice(mail, now=now)
        return
    if mail.seat is None:
        answer = DigestReadMail().new(mail.pk, now, user=mail.user, incoming=mail)
    else:
        answered = find_answered_mail(mail)
        answer = ReplyReadMail().to_seat(mail.seat, now, mail.pk)
        answer.incoming = mail
        # The version that the player knew: the answer shows what happened since.
        answer.about_version = answered.version if answered else mail.seat.game.version
    outbox.post([answer], now=now)


def set_aside(
    mail: IncomingMail, why: str, *, now: datetime, fate: Fate = Fate.REFUSED
) -> None:
    mail.reading, mail.why, mail.read_at = Reading.IGNORED, why[:LONGEST_WHY], now
    mail.fate = fate
    mail.save(update_fields=["reading", "fate", "why", "read_at"])


def post_unread_notice(mail: IncomingMail, *, now: datetime) -> None:
    """
    Notify a player that their mail was set aside and nothing in it was done. If anybody
    may have written it, it counts against the limit of mails to confirm.
    """
    user = mail.user
    if user is None or user.email is None or not user.is_active:
        return
    if not mail.is_by_player and not may_notify(mail, now=now):
        return
    if mail.seat is None:
        notice = DigestReadMail().new(mail.pk, now, user=user, incoming=mail)
    else:
        notice = ReplyUnreadMail().to_seat(mail.seat, now, mail.pk)
        notice.user, notice.incoming = user, mail
    outbox.post([notice], now=now)


def post_notice_to_people(mail: IncomingMail, *, now: datetime) -> None:
    """Only the headers are parsed, because the body may have crashed workers."""
    is_ours = OutgoingMail.objects.filter(message_id=mail.message_id).exists()
    if not is_ours and not why_automatic(message_of(head_of(bytes(mail.source)))):
        post_unread_notice(mail, now=now)


def post_notice_once_a_day(mail: IncomingMail, *, now: datetime) -> None:
    """
    Post the unread notice unless its player got one for the same reason today. A
    mailing list may return to us everything that we send to its members.
    """
    posted = OutgoingMail.objects.filter(
        kind__in=[Kind.REPLY_UNREAD, Kind.DIGEST_READ],
        user=mail.user_id,
        seat=mail.seat_id,
        incoming__why=mail.why,
        created_at__gt=now - A_DAY,
    )
    if not posted.exists():
        post_unread_notice(mail, now=now)


def may_notify(mail: IncomingMail, *, now: datetime) -> bool:
    try:
        PENDING_REPLIES.spend(counted_as(mail.seat_id, mail.user_id), now=now)
    except TooMany:
        return False
    return True


def is_any_understood(results: Sequence[LineResult]) -> bool:
    """Return whether any line of a mail was understood, even if it was refused."""
    understood = (LineStatus.DONE, LineStatus.PENDING, LineStatus.ASKED)
    return any(result.intent or result.status in understood for result in results)


def count_unreadable_before(mail: IncomingMail, *, now: datetime) -> int:
    """
    Return how many mails in a row its writer sent without a line that we understood, at
    most ``MOST_ANSWERS`` + 1.
    """
    read = Q(reading__in=[Reading.DONE, Reading.PENDING]) | Q(why=NOTHING_UNDERSTOOD)
    earlier = IncomingMail.objects.filter(
        read,
        seat=mail.seat_id,
        user=mail.user_id,
        sender=mail.sender,
        is_authenticated=mail.is_authenticated,
        received_at__gt=now - A_DAY,
        pk__lt=mail.pk,
    ).defer("source")
    latest = map(results_of, earlier.order_by("-pk")[: MOST_ANSWERS + 1])
    return sum(1 for _ in takewhile(lambda each: not is_any_understood(each), latest))
