"""Storing incoming mails from every channel, once for each recipient of ours."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import Message
from email.utils import parseaddr
from functools import cached_property
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import limits
from games.accounts.users import find_user
from games.background.debounced_task import DebouncedTask
from games.errors import Refused
from games.models import Seat, User
from notifications.delivery_status.bounces import (
    home_address,
    is_complaints_address,
    mail_at,
)
from notifications.inbox.sender_authentication import is_authenticated, is_signed
from notifications.mail_text import bounds, headers
from notifications.mail_text.parse import (
    LONGEST_SUBJECT,
    answers_of,
    message_id_of,
    message_of,
)
from notifications.models import Channel, IncomingMail, OutgoingMail
from notifications.models.incoming import NAMELESS, TANGLED, TOO_LARGE
from notifications.outbox.rows import is_our_message_id
from notifications.replies.answers import post_notice_to_people, set_aside
from notifications.replies.reply_address import (
    NO_REFERENCE,
    AnswerReference,
    counted_as,
    digest_at,
    is_service_address,
    lent_seat_at,
    mail_answered_at,
    reply_address,
    seat_at,
)
from notifications.verp import tag_in

LONGEST_ADDRESS = 320


class UnknownRecipient(Refused):
    """Nobody gets emails at these addresses."""

    sentence = _("We get no emails at this address.")
    #: The enhanced status of an SMTP server that refuses the mail (RFC 3463).
    status_code = "5.1.1"

    def __init__(self) -> None:
        super().__init__("unknown_recipient", self.sentence)


class RevokedRecipient(UnknownRecipient):
    """An address has the form of ours, but was revoked, or never given out."""

    sentence = _("This address doesn’t belong to a game, or no longer does.")


class SenderAsRecipient(UnknownRecipient):
    """Somebody wrote to the address from which we send."""

    sentence = _(
        "We only send from this address. Please answer one of our emails: the reply "
        "then goes to the right address by itself."
    )


class UnknownWriter(UnknownRecipient):
    """An unknown sender wrote to the service's own address."""

    sentence = _(
        "This address takes new emails only from players, and only if their email "
        "provider confirms who wrote them. Please write from the address you play "
        "with, or reply to one of our emails."
    )
    status_code = "5.7.1"  # the address exists, so that no server may give it up


@dataclass(frozen=True)
class KnownRecipient:
    """
    What one of our addresses stands for: a seat, a digest, a bounced mail, complaints,
    or the service. ``address`` is its normalised form. ``answered`` is the mail that
    the address says is answered or returned. ``user`` is the player of the seat or
    digest, or the player who wrote to the service.
    """

    address: str
    seat: Seat | None = None
    answered: AnswerReference = NO_REFERENCE
    user: User | None = None


def find_recipient(address: str) -> KnownRecipient:
    """Return what an address stands for, or raise UnknownRecipient, which says why."""
    plain = headers.storable_text(address).strip()
    if len(plain) <= LONGEST_ADDRESS:
        seat = seat_at(plain)
        if seat is not None:
            answered = mail_answered_at(plain, seat)
            return KnownRecipient(reply_address(seat), seat, answered, seat.user)
        lent = lent_seat_at(plain)
        if lent is not None:
            return KnownRecipient(plain.lower(), lent, user=lent.absent_user)
        digest = digest_at(plain)
        if digest is not None:
            answered = AnswerReference(digest)
            return KnownRecipient(plain.lower(), answered=answered, user=digest.user)
        if is_service_address(plain) or is_complaints_address(plain):
            return KnownRecipient(plain.lower())
        mail = mail_at(plain)
        if mail is not None:
            return KnownRecipient(plain.lower(), answered=AnswerReference(mail))
        if any(tag_in(plain, at) for at in (settings.REPLY_TO, home_address())):
            raise RevokedRecipient
        if plain.lower() == parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower():
            raise SenderAsRecipient
    raise UnknownRecipient


def expected_recipients(
    recipients: Sequence[str], now: datetime
) -> list[KnownRecipient]:
    """
    Call this before doing anything else with a mail. Raises UnknownRecipient if none is
    ours, and TooMany.
    """
    known: dict[str, KnownRecipient] = {}
    refused: UnknownRecipient | None = None
    for address in sorted({name.strip().lower() for name in recipients}):
        try:
            found = find_recipient(address)
        except UnknownRecipient as error:
            refused = error
        else:
            known[found.address] = found  # several addresses of one seat count once
    if not known:
        raise refused or UnknownRecipient
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
    elif is_complaints_address(recipient.address):
        limits.COMPLAINTS.spend(now=now)


LONGEST_ID = 255

#: Enqueued by name to avoid an import cycle.
READING = DebouncedTask("notifications.tasks.read_incoming_mails")


class MailTooLarge(Refused):
    def __init__(self) -> None:
        super().__init__(
            "too_large",
            _("This email is too large. Please reply without attachments."),
        )


def receive_mail(
    source: bytes,
    *,
    channel: Channel,
    recipients: Sequence[str],
    sender: str | None,
    is_trusted: bool,
    now: datetime,
) -> list[IncomingMail]:
    """
    Store a mail once for each of our recipients, queue it, and return the rows.
    ``sender`` is the envelope's, None if the channel does not know it. ``is_trusted``
    means that the channel knows who sent the mail, so that it needs no authentication.
    The mail is on disk when this returns, unless the caller is in a transaction. If a
    mail exceeds the bounds of our parsers, only its headers are stored, and it is set
    aside. Raises MailTooLarge, UnknownRecipient, UnknownWriter, TooMany.
    """
    if len(source) > settings.INCOMING_MAIL_BYTES:
        raise MailTooLarge
    known = expected_recipients(recipients, now)
    why = "" if bounds.is_plain(source) else TANGLED
    return _store(_arrival(source, channel, sender, is_trusted, why), known, now)


def store_oversized(
    source: bytes,
    *,
    channel: Channel,
    recipients: Sequence[str],
    sender: str | None,
    now: datetime,
) -> None:
    """
    Store the headers of a mail that is too large, and notify its player. For channels
    that cannot notify the sender. Raises UnknownRecipient, UnknownWriter, TooMany.
    """
    known = expected_recipients(recipients, now)
    _store(_arrival(source, channel, sender, False, TOO_LARGE), known, now)


@dataclass(frozen=True)
class _Arrival:
    """A mail to store, with parsed headers; ``why`` it is set aside, or ''."""

    source: bytes
    message: Message
    channel: Channel
    is_trusted: bool
    why: str

    @property
    def writer(self) -> str:
        """The From address, '' unless there is exactly one."""
        return headers.only_address(self.message, "From")[:LONGEST_ADDRESS]

    @cached_property
    def is_authenticated(self) -> bool:
        return is_authenticated(
            self.message, channel=self.channel, is_trusted=self.is_trusted
        )


def _arrival(
    source: bytes, channel: Channel, sender: str | None, is_trusted: bool, why: str
) -> _Arrival:
    """Return the mail to store; if it is set aside, only its headers, untrusted."""
    kept = bounds.head_of(source) if why else source
    if sender is not None:
        # Put the envelope sender on top, as the last server does (RFC 5321, 4.4).
        path = "".join(c for c in sender if c.isprintable() and c not in "<> ")
        kept = f"Return-Path: <{path[:LONGEST_ADDRESS]}>\r\n".encode() + kept
    message = message_of(bounds.head_of(kept))
    return _Arrival(kept, message, channel, is_trusted and not why, why)


@transaction.atomic
def _store(
    arrival: _Arrival, recipients: Sequence[KnownRecipient], now: datetime
) -> list[IncomingMail]:
    known = with_writers(
        recipients, arrival.writer, now, is_authenticated=arrival.is_authenticated
    )
    mails = []
    for recipient in known:
        mail, is_new = _get_or_create(arrival, recipient, now)
        mails.append(mail)
        if not is_new:
            continue
        if arrival.why:
            set_aside(mail, arrival.why, now=now)
            post_notice_to_people(mail, now=now)
        else:
            transaction.on_commit(lambda: READING.enqueue(), robust=True)
    return mails


def _get_or_create(
    arrival: _Arrival, recipient: KnownRecipient, now: datetime
) -> tuple[IncomingMail, bool]:
    message, seat, user = arrival.message, recipient.seat, recipient.user
    name = message_id_of(message)
    # without a usable Message-ID, name it by its content
    if not name or len(name) > LONGEST_ID:
        name = f"<{sha256(arrival.source).hexdigest()}{NAMELESS}"
    answered = recipient.answered
    if seat is not None and answered == NO_REFERENCE:
        answered = _answered(message, seat)
    return IncomingMail.objects.get_or_create(
        message_id=name,
        recipient=recipient.address,
        defaults={
            "channel": arrival.channel,
            "sender": arrival.writer,
            "subject": headers.line(message, "Subject")[:LONGEST_SUBJECT],
            "source": arrival.source,
            "is_authenticated": user is not None and arrival.is_authenticated,
            "is_signed": is_signed(message, channel=arrival.channel),
            "received_at": now,
            "due_at": now,
            "seat": seat,
            "user": user,
            "replies_to": answered.mail,
            "answers_lost": answered.is_lost,
        },
    )


def _answered(message: Message, seat: Seat) -> AnswerReference:
    """
    Return the mail that an incoming mail answers. The latest of our Message-IDs in the
    thread decides. If that mail is lost, no earlier one is used instead, because the
    player did not answer that one.
    """
    wanted = answers_of(message)
    rows = OutgoingMail.objects.filter(message_id__in=wanted)
    found = {mail.message_id: mail for mail in rows} if wanted else {}
    for name in wanted:
        mail = found.get(name)
        if mail is None and is_our_message_id(name):
            return AnswerReference(is_lost=True)
        if mail is not None and mail.user_id == seat.user_id:
            return AnswerReference(mail)
    return NO_REFERENCE
