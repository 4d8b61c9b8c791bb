"""Mails that providers bring as they came are bounded before anymail parses them.

Its views call the parser on their own, each from a form of its provider's; only there
all of them meet.
"""

from collections.abc import Iterable

from anymail.inbound import AnymailInboundMessage

from notifications.inbox import bounds

_parsed = AnymailInboundMessage.parse_raw_mime_bytes


def guard() -> None:
    """Put the bounds in front of anymail's parser; called when the app is ready."""
    AnymailInboundMessage.parse_raw_mime = staticmethod(_from_text)
    AnymailInboundMessage.parse_raw_mime_bytes = staticmethod(_from_bytes)
    AnymailInboundMessage.parse_raw_mime_chunks = staticmethod(_from_chunks)


def source_of(message: AnymailInboundMessage) -> bytes | None:
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
