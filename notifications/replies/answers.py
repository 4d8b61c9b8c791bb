"""Answers to incoming mails: one each, a row of the outbox rendered when it is sent.

After several mails in a row that say nothing to us there is none: so end the talks with
machines that do not say what they are. A mail that says something we understand is
always carried out and answered; and after a day of quiet all is as if nothing had been.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import takewhile

from django.db.models import Q

from games.limits import PENDING_REPLIES, TooMany
from games.models import User
from notifications.mail_text.automatic import why_automatic
from notifications.mail_text.bounds import head_of
from notifications.mail_text.parse import message_of
from notifications.models import IncomingMail, Kind, OutgoingMail, Reading
from notifications.models.incoming import SAYS_NOTHING, Fate
from notifications.outbox import rows as outbox
from notifications.replies.answered_mail import find_answered_mail
from notifications.replies.mails import DigestReadMail, ReplyReadMail, ReplyUnreadMail
from notifications.replies.reply_address import counted_as
from notifications.replies.results import (
    LineResult,
    LineStatus,
    fate_of,
    results_of,
    save_results,
)

LONGEST_WHY = 200
A_DAY = timedelta(days=1)
#: Answers to mails that say nothing, in a row; the next one says that it is the last.
MOST_ANSWERS = 3


def finish_reply(
    mail: IncomingMail,
    reading: Reading,
    results: Sequence[LineResult],
    *,
    now: datetime,
) -> None:
    """
    Note how a mail was read, and owe its player the answer.

    Unless too many before it said as little: then one short word, and silence.
    """
    note_results(mail, reading, results, now=now)
    in_vain = 0 if says_something(results) else count_in_vain(mail, now=now)
    if in_vain < MOST_ANSWERS:
        outbox.post([_answer(mail, now)], now=now)
        return
    set_aside(mail, SAYS_NOTHING, now=now, fate=Fate.NOT_FOR_US)
    if in_vain == MOST_ANSWERS:
        post_unread_notice(mail, now=now)


def note_results(
    mail: IncomingMail,
    reading: Reading,
    results: Sequence[LineResult],
    *,
    now: datetime,
) -> None:
    """Note how a mail was read."""
    mail.reading, mail.read_at = reading, now
    mail.fate = fate_of(reading, results)
    save_results(mail, results)


def set_aside(
    mail: IncomingMail, why: str, *, now: datetime, fate: Fate = Fate.REFUSED
) -> None:
    """Note that a mail is set aside, and why: nothing of it is done."""
    mail.reading, mail.why, mail.read_at = Reading.IGNORED, why[:LONGEST_WHY], now
    mail.fate = fate
    mail.save(update_fields=["reading", "fate", "why", "read_at"])


def post_unread_notice(mail: IncomingMail, *, now: datetime) -> None:
    """
    Owe a player the news that a mail was set aside, and nothing of it was done.

    Of mails that anybody may have written so many as wait to be confirmed, and no more.
    """
    user = mail.user
    if user is None or user.email is None or not user.is_active:
        return
    if mail.is_by_player or may_notify(mail, now=now):
        outbox.post([_notice(mail, user, now)], now=now)


def post_notice_to_people(mail: IncomingMail, *, now: datetime) -> None:
    """
    Post the notice unless a machine wrote the mail, or we did.

    Only the headers are looked at: what is beneath may have taken workers down.
    """
    is_ours = OutgoingMail.objects.filter(message_id=mail.message_id).exists()
    if not is_ours and not why_automatic(message_of(head_of(bytes(mail.source)))):
        post_unread_notice(mail, now=now)


def post_notice_once_a_day(mail: IncomingMail, *, now: datetime) -> None:
    """
    Post the notice unless its player had one with the same reason today.

    A list may be far from silent, and send us what we send to its members.
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
    """Whether a player hears once more of a mail that anybody may have written."""
    try:
        PENDING_REPLIES.spend(counted_as(mail.seat_id, mail.user_id), now=now)
    except TooMany:
        return False
    return True


def says_something(results: Sequence[LineResult]) -> bool:
    """Whether anything in a mail was understood, even if it could not be done."""
    understood = (LineStatus.DONE, LineStatus.PENDING, LineStatus.ASKED)
    return any(result.intent or result.status in understood for result in results)


def count_in_vain(mail: IncomingMail, *, now: datetime) -> int:
    """
    Return how many mails of the same writer before this one, in a row, say nothing.

    No more are counted than it takes to fall silent.
    """
    read = Q(reading__in=[Reading.DONE, Reading.PENDING]) | Q(why=SAYS_NOTHING)
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
    return sum(1 for _ in takewhile(lambda each: not says_something(each), latest))


def _answer(mail: IncomingMail, now: datetime) -> OutgoingMail:
    """Return the answer; it goes to the player's address, whoever had written."""
    if mail.seat is None:
        return _about_digest(mail, now)
    answered = find_answered_mail(mail)
    answer = ReplyReadMail().to_seat(mail.seat, now, mail.pk)
    # The version that its player knew: the answer tells what came after it.
    answer.about_version = answered.version if answered else mail.seat.game.version
    answer.incoming = mail
    return answer


def _notice(mail: IncomingMail, user: User, now: datetime) -> OutgoingMail:
    if mail.seat is None:
        return _about_digest(mail, now)
    notice = ReplyUnreadMail().to_seat(mail.seat, now, mail.pk)
    notice.user, notice.incoming = user, mail
    return notice


def _about_digest(mail: IncomingMail, now: datetime) -> OutgoingMail:
    """Return what tells of an answer to a digest, whether it was read or not."""
    return DigestReadMail().new(mail.pk, now, user=mail.user, incoming=mail)
