"""The one answer that each mail gets: a row of the outbox, shown when it is sent."""

from collections.abc import Sequence
from datetime import datetime

from games.limits import REPLY_DRAFTS, TooMany
from notifications import outbox
from notifications.models import IncomingMail, Kind, OutgoingMail, Reading
from notifications.outbox.drafts import about_seat
from notifications.replies.shown import shown_to
from notifications.replies.steps import Step, note

LONGEST_WHY = 200


def settle(
    mail: IncomingMail, reading: Reading, steps: Sequence[Step], *, now: datetime
) -> None:
    """Note how a mail was read, and owe its player the answer."""
    mail.reading, mail.read_at = reading, now
    note(mail, steps)
    outbox.post([_answer(mail, now)], now=now)


def tell_unread(mail: IncomingMail, *, now: datetime) -> None:
    """
    Owe a player the news that a mail was put aside, and nothing of it was done.

    Of mails that anybody may have written so many as drafts, and no more.
    """
    user = mail.user
    if mail.seat is None or user is None or user.email is None or not user.is_active:
        return
    if mail.is_by_player or may_pass_on(mail):
        told = about_seat(Kind.REPLY_UNREAD, mail.seat, now, f"{mail.pk}")
        told.user, told.incoming = user, mail
        outbox.post([told], now=now)


def may_pass_on(mail: IncomingMail) -> bool:
    """Whether a player is told once more of a mail that anybody may have written."""
    try:
        REPLY_DRAFTS.spend(mail.seat_id)
    except TooMany:
        return False
    return True


def ignore(mail: IncomingMail, why: str, *, now: datetime) -> None:
    """Note that a mail is put aside: nothing of it is done. And why."""
    mail.reading, mail.why, mail.read_at = Reading.IGNORED, why[:LONGEST_WHY], now
    mail.save(update_fields=["reading", "why", "read_at"])


def _answer(mail: IncomingMail, now: datetime) -> OutgoingMail:
    """Return the answer; it goes to the player's address, whoever had written."""
    assert mail.seat is not None
    answer = about_seat(Kind.REPLY_READ, mail.seat, now, f"{mail.pk}")
    answer.about_version = _since(mail)
    answer.incoming = mail
    return answer


def _since(mail: IncomingMail) -> int:
    """Return the version that its player knew: the answer tells what came after it."""
    shown = shown_to(mail)
    assert mail.seat is not None
    return mail.seat.game.version if shown is None else shown.version
