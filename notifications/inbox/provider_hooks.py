"""Mails that a provider brings by HTTP, in the one shape that anymail makes of them.

Mails that providers bring as they came are bounded before anymail parses them.
"""

import logging
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import Any, TypedDict

from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, inbound

from games.limits import TooMany
from games.now import database_now
from notifications.inbox import sender_authentication
from notifications.inbox.recipients import UnknownRecipient
from notifications.inbox.store import MailTooLarge, receive_mail, store_oversized
from notifications.mail_text import bounds
from notifications.mail_text.parse import TELLING
from notifications.models import Channel

logger = logging.getLogger(__name__)

_parsed = AnymailInboundMessage.parse_raw_mime_bytes

#: The headers of a mail that cannot be written down as a whole.
_KEPT = {name.lower() for name in (*TELLING, "To", sender_authentication.HEADER)}


class NotTaken(Exception):
    """A mail is not taken now: a fault of ours to providers, who bring it again."""


def connect() -> None:
    """Connect to anymail's signal; called once, when the app is ready."""
    _bound_parser()
    inbound.connect(receive_inbound, dispatch_uid="mails of mail providers")


def receive_inbound(
    sender: object, event: AnymailInboundEvent, esp_name: str, **_: Any
) -> None:
    """
    Keep a mail, of one that is too large the headers; pass over what is for nobody.

    All else raises: the provider is told that it failed, and comes again.
    """
    message: AnymailInboundMessage = event.message
    source = _source(message)
    brought = _Brought(
        channel=Channel.PROVIDER,
        recipients=list(_recipients(message)),
        sender=message.envelope_sender or None,
        now=database_now(),
    )
    try:
        receive_mail(source, is_trusted=False, **brought)
    except MailTooLarge:
        with suppress(UnknownRecipient):
            store_oversized(source, **brought)
    except TooMany as refused:  # by 429 some drop a mail for good
        raise NotTaken from refused
    except UnknownRecipient as refused:
        logger.info("A mail from %s was not kept: %s", esp_name, refused)


class _Brought(TypedDict):
    """What a provider tells of a mail."""

    channel: Channel
    recipients: list[str]
    sender: str | None
    now: datetime


def _source(message: AnymailInboundMessage) -> bytes:
    """
    Return the mail as it came; of a form the mail that it makes.

    With replacements where it cannot be written down.
    """
    try:
        return _brought_bytes(message) or bytes(message.as_bytes())
    except Exception:  # characters that its own headers rule out
        return _as_text(message).encode("utf-8", "replace")


def _as_text(message: AnymailInboundMessage) -> str:
    """Return the headers and the plain text: all that is read."""
    headers = "".join(
        f"{name}: {' '.join(str(value).split())}\r\n"
        for name, value in message.raw_items()
        if name.lower() in _KEPT
    )
    kind = "Content-Type: text/plain; charset=utf-8\r\n"
    return f"{headers}{kind}\r\n{message.text or ''}"


def _recipients(message: AnymailInboundMessage) -> Iterable[str]:
    """Name the envelope's recipient; if it is not known, those of the headers."""
    if message.envelope_recipient:
        return [message.envelope_recipient]
    return [entry.addr_spec for entry in (*message.to, *message.cc)]


def _bound_parser() -> None:
    """Put the bounds in front of anymail's parser: its views call it on their own."""
    AnymailInboundMessage.parse_raw_mime = staticmethod(_from_text)
    AnymailInboundMessage.parse_raw_mime_bytes = staticmethod(_from_bytes)
    AnymailInboundMessage.parse_raw_mime_chunks = staticmethod(_from_chunks)


def _brought_bytes(message: AnymailInboundMessage) -> bytes | None:
    """Return every byte that a provider brought, None if it brought a form."""
    source: bytes | None = getattr(message, "source", None)
    return source


def _from_text(text: str) -> AnymailInboundMessage:
    return _from_bytes(text.encode("utf-8", "replace"))


def _from_chunks(chunks: Iterable[str | bytes]) -> AnymailInboundMessage:
    octets = (each.encode() if isinstance(each, str) else each for each in chunks)
    return _from_bytes(b"".join(octets))


def _from_bytes(source: bytes) -> AnymailInboundMessage:
    """Return a mail with its source; of a tangle parse the headers alone."""
    is_plain = bounds.is_plain(source)
    message = _parsed(source if is_plain else bounds.bare_head_of(source))
    message.source = source
    return message
