"""The one answer that each mail gets: a row of the outbox, shown when it is sent."""

from collections.abc import Sequence
from datetime import datetime

from games.limits import REPLY_DRAFTS, TooMany
from games.models import User
from notifications import outbox
from notifications.models import IncomingMail, OutgoingMail, Reading
from notifications.models.incoming import SAYS_NOTHING
from notifications.replies.addresses import counted_as
from notifications.replies.mails import DigestReadMail, ReplyReadMail, ReplyUnreadMail
from notifications.replies.shown import shown_to
from notifications.replies.silence import MOST_ANSWERS, count_in_vain, says_something
from notifications.replies.steps import Step, note

LONGEST_WHY = 200


def settle(
    mail: IncomingMail, reading: Reading, steps: Sequence[Step], *, now: datetime
) -> None:
    """
    Note how a mail was read, and owe its player the answer.

    Unless too many before it said as little: then one short word, and silence.
    """
    mail.reading, mail.read_at = reading, now
    note(mail, steps)
    in_vain = 0 if says_something(steps) else count_in_vain(mail, now=now)
    if in_vain < MOST_ANSWERS:
        outbox.post([_answer(mail, now)], now=now)
        return
    ignore(mail, SAYS_NOTHING, now=now)
    if in_vain == MOST_ANSWERS:
        tell_unread(mail, now=now)


def tell_unread(mail: IncomingMail, *, now: datetime) -> None:
    """
    Owe a player the news that a mail was put aside, and nothing of it was done.

    Of mails that anybody may have written so many as drafts, and no more.
    """
    user = mail.user
    if user is None or user.email is None or not user.is_active:
        return
    if mail.is_by_player or may_pass_on(mail, now=now):
        outbox.post([_news(mail, user, now)], now=now)


def _news(mail: IncomingMail, user: User, now: datetime) -> OutgoingMail:
    if mail.seat is None:
        return _about_digest(mail, now)
    told = ReplyUnreadMail().to_seat(mail.seat, now, mail.pk)
    told.user, told.incoming = user, mail
    return told


def may_pass_on(mail: IncomingMail, *, now: datetime) -> bool:
    """Whether a player is told once more of a mail that anybody may have written."""
    try:
        REPLY_DRAFTS.spend(counted_as(mail.seat_id, mail.user_id), now=now)
    except TooMany:
        return False
    return True


def ignore(mail: IncomingMail, why: str, *, now: datetime) -> None:
    """Note that a mail is put aside: nothing of it is done. And why."""
    mail.reading, mail.why, mail.read_at = Reading.IGNORED, why[:LONGEST_WHY], now
    mail.save(update_fields=["reading", "why", "read_at"])


def _answer(mail: IncomingMail, now: datetime) -> OutgoingMail:
    """Return the answer; it goes to the player's address, whoever had written."""
    if mail.seat is None:
        return _about_digest(mail, now)
    answer = ReplyReadMail().to_seat(mail.seat, now, mail.pk)
    answer.about_version = _since(mail)
    answer.incoming = mail
    return answer


def _about_digest(mail: IncomingMail, now: datetime) -> OutgoingMail:
    """Return what tells of an answer to a digest, whether it was read or not."""
    return DigestReadMail().new(mail.pk, now, user=mail.user, incoming=mail)


def _since(mail: IncomingMail) -> int:
    """Return the version that its player knew: the answer tells what came after it."""
    shown = shown_to(mail)
    assert mail.seat is not None
    return mail.seat.game.version if shown is None else shown.version
