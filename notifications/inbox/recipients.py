"""Whom our addresses stand for, and how many mails may come in for each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from games import limits
from games.errors import Refused
from games.models import Seat, User
from notifications.delivery_status.bounce_address import mail_at
from notifications.mail_text import headers
from notifications.replies.reply_address import (
    UNTOLD,
    AnswerReference,
    counted_as,
    digest_at,
    mail_answered_at,
    reply_address,
    seat_at,
)

LONGEST_ADDRESS = 320


class UnknownRecipient(Refused):
    """None of the addresses is one of ours, or it was revoked."""

    status = HTTPStatus.NOT_FOUND
    message = _("This address doesn’t belong to a game any longer.")


@dataclass(frozen=True)
class KnownRecipient:
    """
    Whom an address of ours stands for: a seat, a digest, a mail of ours that came back.

    ``address`` is the one and only of its spellings; ``answered`` is what it says is
    answered, or came back. ``user`` is who plays there.
    """

    address: str
    seat: Seat | None = None
    answered: AnswerReference = UNTOLD
    user: User | None = None


def find_recipient(address: str) -> KnownRecipient:
    """Return whom an address stands for; raise UnknownRecipient."""
    plain = headers.clean(address).strip()
    if len(plain) <= LONGEST_ADDRESS:
        seat = seat_at(plain)
        if seat is not None:
            told = mail_answered_at(plain, seat)
            return KnownRecipient(reply_address(seat), seat, told, seat.user)
        digest = digest_at(plain)
        if digest is not None:
            told = AnswerReference(digest)
            return KnownRecipient(plain.lower(), answered=told, user=digest.user)
        mail = mail_at(plain)
        if mail is not None:
            return KnownRecipient(plain.lower(), answered=AnswerReference(mail))
    raise UnknownRecipient


def expected_recipients(
    recipients: Sequence[str], now: datetime
) -> list[KnownRecipient]:
    """
    Return which recipients are ours, each once, who may get one mail more.

    Asked before anything is done with the mail. Raise UnknownRecipient, TooMany.
    """
    # Several addresses of a seat are one.
    known = list({whom.address: whom for whom in _known(recipients)}.values())
    if not known:
        raise UnknownRecipient
    for whom in known:
        _spend(whom, now)
    return known


def _known(recipients: Sequence[str]) -> Iterator[KnownRecipient]:
    """Yield those that are ours, always in the same order."""
    for address in sorted({name.strip().lower() for name in recipients}):
        try:
            yield find_recipient(address)
        except UnknownRecipient:
            continue


def _spend(whom: KnownRecipient, now: datetime) -> None:
    """Bound what one address can set off."""
    if whom.user is not None:
        seat = whom.seat.pk if whom.seat else None
        place = counted_as(seat, whom.user.pk)
        limits.MAILS_IN_HOUR.spend(place, now=now)
        limits.MAILS_IN_DAY.spend(place, now=now)
    elif whom.answered.mail is not None:
        limits.MAILS_BACK.spend(whom.answered.mail.pk, now=now)
