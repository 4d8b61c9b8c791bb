"""Mails that a provider delivers by HTTP, in the common form that anymail gives them.

Raw mails are checked against our bounds before anymail parses them.
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
from notifications.inbox.store import (
    MailTooLarge,
    UnknownRecipient,
    receive_mail,
    store_oversized,
)
from notifications.mail_text import bounds
from notifications.mail_text.parse import TELLING
from notifications.models import Channel

logger = logging.getLogger(__name__)

_parsed = AnymailInboundMessage.parse_raw_mime_bytes

#: The headers kept of a mail that cannot be serialised.
_KEPT = {name.lower() for name in (*TELLING, "To", sender_authentication.HEADER)}


class NotTaken(Exception):
    """Providers see a server error and deliver it again."""


def connect() -> None:
    """
    Connect to anymail's signal, and make its parser check our bounds first. Called
    once, when the app is ready. The parser is replaced because anymail's views call it
    directly.
    """
    AnymailInboundMessage.parse_raw_mime = staticmethod(_from_text)
    AnymailInboundMessage.parse_raw_mime_bytes = staticmethod(_from_bytes)
    AnymailInboundMessage.parse_raw_mime_chunks = staticmethod(_from_chunks)
    inbound.connect(receive_inbound, dispatch_uid="mails of mail providers")


def receive_inbound(
    sender: object, event: AnymailInboundEvent, esp_name: str, **_: Any
) -> None:
    """
    Store a mail, or only its headers if it is too large; ignore unknown recipients. Any
    other error is raised, so that the provider delivers the mail again later.
    """
    message: AnymailInboundMessage = event.message
    source = _source(message)
    recipients = [message.envelope_recipient]
    if not message.envelope_recipient:
        recipients = [entry.addr_spec for entry in (*message.to, *message.cc)]
    brought = _Delivery(
        channel=Channel.PROVIDER,
        recipients=recipients,
        sender=message.envelope_sender or None,
        now=database_now(),
    )
    try:
        receive_mail(source, is_trusted=False, **brought)
    except MailTooLarge:
        with suppress(UnknownRecipient):
            store_oversized(source, **brought)
    except TooMany as refused:  # after a 429 some providers drop the mail
        raise NotTaken from refused
    except UnknownRecipient as refused:
        logger.info("A mail delivered by %s was ignored: %s", esp_name, refused)


class _Delivery(TypedDict):
    channel: Channel
    recipients: list[str]
    sender: str | None
    now: datetime


def _source(message: AnymailInboundMessage) -> bytes:
    """
    Return the mail's source, or the mail that anymail built from form fields. If that
    cannot be serialised, return only the headers and text that we read, with
    replacement characters.
    """
    brought: bytes | None = getattr(message, "source", None)  # set by _from_bytes
    try:
        return brought or bytes(message.as_bytes())
    except Exception:  # characters that its own headers do not allow
        pass
    headers = "".join(
        f"{name}: {' '.join(str(value).split())}\r\n"
        for name, value in message.raw_items()
        if name.lower() in _KEPT
    )
    kind = "Content-Type: text/plain; charset=utf-8\r\n"
    return f"{headers}{kind}\r\n{message.text or ''}".encode("utf-8", "replace")


def _from_text(text: str) -> AnymailInboundMessage:
    return _from_bytes(text.encode("utf-8", "replace"))


def _from_chunks(chunks: Iterable[str | bytes]) -> AnymailInboundMessage:
    octets = (each.encode() if isinstance(each, str) else each for each in chunks)
    return _from_bytes(b"".join(octets))


def _from_bytes(source: bytes) -> AnymailInboundMessage:
    """Parse a mail and keep its source; beyond our bounds parse only its headers."""
    is_plain = bounds.is_plain(source)
    message = _parsed(source if is_plain else bounds.bare_head_of(source))
    message.source = source
    return message
