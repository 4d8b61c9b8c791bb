"""Mails that a provider brings by HTTP, in the one shape that anymail makes of all."""

import logging
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import Any, TypedDict

from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, inbound

from games.clocks import database_now
from notifications.inbox import raw_mime, vouching
from notifications.inbox.parsing import TELLING
from notifications.inbox.receiving import NobodyThere, TooLarge, receive, set_aside
from notifications.models import Way

logger = logging.getLogger(__name__)

#: The headers of a mail that cannot be written down as a whole.
_KEPT = {name.lower() for name in (*TELLING, "To", vouching.HEADER)}


def connect() -> None:
    """Listen from now on; called once, when the app is ready."""
    raw_mime.guard()
    inbound.connect(take, dispatch_uid="notifications.inbox.take")


def take(sender: object, event: AnymailInboundEvent, esp_name: str, **_: Any) -> None:
    """
    Keep a mail, of one that is too large the headers; pass over what is for nobody.

    All else raises: the provider is told that it failed, and comes again.
    """
    message: AnymailInboundMessage = event.message
    source = _source(message)
    brought = _Brought(
        way=Way.PROVIDER,
        recipients=list(_recipients(message)),
        sender=message.envelope_sender or None,
        now=database_now(),
    )
    try:
        receive(source, vouched=False, **brought)
    except TooLarge:
        with suppress(NobodyThere):
            set_aside(source, **brought)
    except NobodyThere as refused:
        logger.info("A mail from %s was not kept: %s", esp_name, refused)


class _Brought(TypedDict):
    """What a provider tells of a mail."""

    way: Way
    recipients: list[str]
    sender: str | None
    now: datetime


def _source(message: AnymailInboundMessage) -> bytes:
    """
    Return the mail as it came; of a form the mail that it makes.

    With replacements where it cannot be written down.
    """
    try:
        return raw_mime.source_of(message) or bytes(message.as_bytes())
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
