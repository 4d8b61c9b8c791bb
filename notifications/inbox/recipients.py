"""Recipients of incoming mail: what our addresses stand for, and limits."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games import limits
from games.accounts.users import find_user
from games.errors import Refused
from games.models import Seat, User
from notifications.delivery_status.bounce_address import mail_at
from notifications.mail_text import headers
from notifications.replies.reply_address import (
    NO_REFERENCE,
    AnswerReference,
    counted_as,
    digest_at,
    is_service_address,
    mail_answered_at,
    reply_address,
    seat_at,
)

LONGEST_ADDRESS = 320


class UnknownRecipient(Refused):
    """None of the addresses is one of ours, or all have been revoked."""

    sentence = _("This address doesn’t belong to a game any longer.")

    def __init__(self) -> None:
        super().__init__("unknown_recipient", self.sentence)


class UnknownWriter(UnknownRecipient):
    """An unknown sender wrote to the service's own address."""

    sentence = _(
        "This address takes new emails only from players, and only where their email "
        "provider confirms who wrote them. Please write from the address you play "
        "with, or reply to one of our emails."
    )


@dataclass(frozen=True)
class KnownRecipient:
    """
    What one of our addresses stands for: a seat, a digest, a bounced mail, or the
    service.

    ``address`` is its normalised form. ``answered`` is the mail that the address says
    is answered or returned. ``user`` is the player of the seat or digest, or the player
    who wrote to the service.
    """

    address: str
    seat: Seat | None = None
    answered: AnswerReference = NO_REFERENCE
    user: User | None = None


def find_recipient(address: str) -> KnownRecipient:
    """Return what an address stands for; raise UnknownRecipient."""
    plain = headers.storable_text(address).strip()
    if len(plain) <= LONGEST_ADDRESS:
        seat = seat_at(plain)
        if seat is not None:
            answered = mail_answered_at(plain, seat)
            return KnownRecipient(reply_address(seat), seat, answered, seat.user)
        digest = digest_at(plain)
        if digest is not None:
            answered = AnswerReference(digest)
            return KnownRecipient(plain.lower(), answered=answered, user=digest.user)
        if is_service_address(plain):
            return KnownRecipient(plain.lower())
        mail = mail_at(plain)
        if mail is not None:
            return KnownRecipient(plain.lower(), answered=AnswerReference(mail))
    raise UnknownRecipient


def expected_recipients(
    recipients: Sequence[str], now: datetime
) -> list[KnownRecipient]:
    """
    Return those recipients that are ours, without duplicates, and count a mail for
    each.

    Call this before doing anything else with a mail. Raises UnknownRecipient if none is
    ours, and TooMany.
    """
    known: dict[str, KnownRecipient] = {}
    for address in sorted({name.strip().lower() for name in recipients}):
        with suppress(UnknownRecipient):
            found = find_recipient(address)
            known[found.address] = found  # several addresses of one seat count once
    if not known:
        raise UnknownRecipient
    for recipient in known.values():
        _spend(recipient, now)
    return list(known.values())


def with_writers(
    known: Sequence[KnownRecipient],
    sender: str,
    now: datetime,
    *,
    is_authenticated: bool,
) -> list[KnownRecipient]:
    """
    Return the recipients, with the sender as the user of the service's own address.

    ``sender`` is the mail's From address. If it is not authenticated or not a player's,
    the service is left out. Raises UnknownWriter if nothing is left (the same in both
    cases, so that strangers do not learn who plays here), and TooMany.
    """
    recipients = [
        recipient for recipient in known if not is_service_address(recipient.address)
    ]
    writer = find_user(sender.lower()) if is_authenticated else None
    if writer is not None and len(recipients) < len(known):
        service = KnownRecipient(settings.REPLY_TO.lower(), user=writer)
        _spend(service, now)
        recipients.append(service)
    if not recipients:
        raise UnknownWriter
    return recipients


def _spend(recipient: KnownRecipient, now: datetime) -> None:
    if recipient.user is not None:
        seat = recipient.seat.pk if recipient.seat else None
        place = counted_as(seat, recipient.user.pk)
        limits.MAILS_IN_HOUR.spend(place, now=now)
        limits.MAILS_IN_DAY.spend(place, now=now)
    elif recipient.answered.mail is not None:
        limits.MAILS_BACK.spend(recipient.answered.mail.pk, now=now)
