"""Taking in a mail, by whichever door: kept once, byte by byte, before we say yes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import Message
from hashlib import sha256
from http import HTTPStatus

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import limits
from games.errors import Refused
from games.models import Seat, User
from notifications.enqueue import enqueue_reading
from notifications.fates.addresses import mail_at
from notifications.inbox import bounds, headers, unread, vouching
from notifications.inbox.parsing import (
    LONGEST_SUBJECT,
    answers_of,
    message_id_of,
    message_of,
)
from notifications.models import IncomingMail, OutgoingMail, Way
from notifications.models.incoming import NAMELESS, TANGLED, TOO_LARGE
from notifications.replies.addresses import (
    counted_as,
    digest_at,
    mail_answered_at,
    reply_address,
    seat_at,
)
from notifications.replies.answers import ignore

LONGEST_ID = 255
LONGEST_ADDRESS = 320


class NobodyThere(Refused):
    """None of the addresses is one of ours, or it was revoked."""

    status = HTTPStatus.NOT_FOUND
    message = _("Nobody is played at this address, or no longer.")


class TooLarge(Refused):
    """More bytes than we keep."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    message = _("This mail is too large. Please answer without attachments.")


@dataclass(frozen=True)
class Addressee:
    """
    Whom an address of ours stands for: a seat, a digest, a mail of ours that came back.

    ``address`` is the one and only of its spellings; of a seat, ``mail`` is what the
    address says is answered, if it says so. ``user`` is who plays there.
    """

    address: str
    seat: Seat | None = None
    mail: OutgoingMail | None = None
    user: User | None = None


def addressee(address: str) -> Addressee:
    """Return whom an address stands for; raise NobodyThere."""
    plain = headers.clean(address).strip()
    if len(plain) <= LONGEST_ADDRESS:
        seat = seat_at(plain)
        if seat is not None:
            answered = mail_answered_at(plain, seat)
            return Addressee(reply_address(seat), seat, answered, seat.user)
        digest = digest_at(plain)
        if digest is not None:
            return Addressee(plain.lower(), mail=digest, user=digest.user)
        mail = mail_at(plain)
        if mail is not None:
            return Addressee(plain.lower(), mail=mail)
    raise NobodyThere


def receive(
    source: bytes,
    *,
    way: Way,
    recipients: Sequence[str],
    sender: str | None,
    vouched: bool,
    now: datetime,
) -> list[IncomingMail]:
    """
    Keep a mail once for each recipient of ours, and have it read; return what is kept.

    ``sender`` is that of the envelope, None where the door does not know it.
    ``vouched``: the door knows who brought it, so that it needs no other witness. When
    this returns, the mail is on disk (unless the caller is in a transaction). Of one
    that would keep parsers busy the headers are set aside. Raise TooLarge, NobodyThere,
    TooMany.
    """
    if len(source) > settings.INCOMING_MAIL_BYTES:
        raise TooLarge
    known = _expected(recipients, now)
    if not bounds.is_plain(source):
        return _put_aside(source, known, TANGLED, way=way, sender=sender, now=now)
    kept = _with_return_path(source, sender)
    message = message_of(bounds.head_of(kept))
    with transaction.atomic():
        return [
            _keep(kept, message, whom, way=way, vouched=vouched, now=now)
            for whom in known
        ]


def set_aside(
    source: bytes,
    *,
    way: Way,
    recipients: Sequence[str],
    sender: str | None,
    now: datetime,
) -> None:
    """
    Keep the headers of a mail that is too large, and tell its player.

    For doors that cannot tell its sender. Raise NobodyThere, TooMany.
    """
    known = _expected(recipients, now)
    _put_aside(source, known, TOO_LARGE, way=way, sender=sender, now=now)


def _expected(recipients: Sequence[str], now: datetime) -> list[Addressee]:
    """
    Return which recipients are ours, each once, who may get one mail more.

    Several addresses of a seat are one. This is asked before anything is done with the
    mail. Raise NobodyThere, TooMany.
    """
    known = list({whom.address: whom for whom in _known(recipients)}.values())
    if not known:
        raise NobodyThere
    for whom in known:
        _spend(whom, now)
    return known


def _known(recipients: Sequence[str]) -> Iterator[Addressee]:
    """Yield those that are ours, always in the same order."""
    for address in sorted({name.strip().lower() for name in recipients}):
        try:
            yield addressee(address)
        except NobodyThere:
            continue


def _spend(whom: Addressee, now: datetime) -> None:
    """Bound what one address can set off."""
    if whom.user is not None:
        seat = whom.seat.pk if whom.seat else None
        place = counted_as(seat, whom.user.pk)
        limits.MAILS_IN_HOUR.spend(place, now=now)
        limits.MAILS_IN_DAY.spend(place, now=now)
    elif whom.mail is not None:
        limits.MAILS_BACK.spend(whom.mail.pk, now=now)


def _put_aside(
    source: bytes,
    known: Sequence[Addressee],
    why: str,
    *,
    way: Way,
    sender: str | None,
    now: datetime,
) -> list[IncomingMail]:
    """Keep the headers of a mail that nobody reads, and tell its player."""
    kept = _with_return_path(bounds.head_of(source), sender)
    message = message_of(kept)
    with transaction.atomic():
        rows = [
            _row(kept, message, whom, way=way, vouched=False, now=now) for whom in known
        ]
        for mail in (mail for mail, is_new in rows if is_new):
            ignore(mail, why, now=now)
            unread.tell(mail, now=now)
    return [mail for mail, _ in rows]


def _keep(
    source: bytes,
    message: Message,
    whom: Addressee,
    *,
    way: Way,
    vouched: bool,
    now: datetime,
) -> IncomingMail:
    """Keep a mail, and have it read."""
    mail, is_new = _row(source, message, whom, way=way, vouched=vouched, now=now)
    if is_new:
        transaction.on_commit(lambda: enqueue_reading(), robust=True)
    return mail


def _row(
    source: bytes,
    message: Message,
    whom: Addressee,
    *,
    way: Way,
    vouched: bool,
    now: datetime,
) -> tuple[IncomingMail, bool]:
    """Return the row of a mail, and whether it is new."""
    seat, user = whom.seat, whom.user
    return IncomingMail.objects.get_or_create(
        message_id=_name_of(message, source),
        recipient=whom.address,
        defaults={
            "way": way,
            "sender": headers.only_address(message, "From")[:LONGEST_ADDRESS],
            "subject": headers.line(message, "Subject")[:LONGEST_SUBJECT],
            "source": source,
            "is_vouched": user is not None
            and vouching.is_vouched(message, user.email, way=way, by_door=vouched),
            "received_at": now,
            "due_at": now,
            "seat": seat,
            "user": user,
            "replies_to": whom.mail or _answered(message, seat),
        },
    )


def _answered(message: Message, seat: Seat | None) -> OutgoingMail | None:
    """Return the mail of ours, to this player, that a mail answers."""
    wanted = answers_of(message)
    if seat is None or not wanted:
        return None
    rows = OutgoingMail.objects.filter(user=seat.user, message_id__in=wanted)
    found = {mail.message_id: mail for mail in rows}
    return next((found[name] for name in wanted if name in found), None)


def _name_of(message: Message, source: bytes) -> str:
    """Return its Message-ID; without one, a name made from its content."""
    name = message_id_of(message)
    if name and len(name) <= LONGEST_ID:
        return name
    return f"<{sha256(source).hexdigest()}{NAMELESS}"


def _with_return_path(source: bytes, sender: str | None) -> bytes:
    """Put the envelope's sender on top, as the last server does (RFC 5321, 4.4)."""
    if sender is None:
        return source
    path = "".join(c for c in sender if c.isprintable() and c not in "<> ")
    return f"Return-Path: <{path[:LONGEST_ADDRESS]}>\r\n".encode() + source
