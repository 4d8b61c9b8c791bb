"""The message formats of webhooks."""

import json
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from notifications.models.webhooks import Shape


@dataclass(frozen=True)
class WebhookMessage:
    """
    The content of a call: the kind of mail, its game and its seat.

    ``text`` is the mail's subject. ``url`` is the game's public page, because readers
    of a chat must not get the key to a seat. ``name`` is the player concerned.
    """

    kind: str
    game: str
    seat: int | None
    version: int | None
    name: str
    text: str
    url: str
    at: datetime

    @property
    def line(self) -> str:
        """The message in one line, for others to read as well."""
        return f"{self.name}: {self.text}" if self.name else self.text


def payload_of(shape: Shape, message: WebhookMessage, url: str) -> bytes:
    """Return the JSON that a receiver of this shape understands."""
    match shape:
        case Shape.DISCORD:
            payload: dict[str, Any] = {
                "content": f"{message.line}\n{message.url}",
                # so that a name in it mentions nobody
                "allowed_mentions": {"parse": []},
            }
        case Shape.SLACK:
            payload = {"text": f"{escape(message.line, quote=False)}\n<{message.url}>"}
        case Shape.MATRIX:
            payload = {"text": f"{message.line}\n{message.url}"}
        case Shape.NTFY:
            payload = {
                "topic": urlsplit(url).path.strip("/").rpartition("/")[2],
                "title": "Stone Age by Mail",
                "message": message.line,
                "click": message.url,
            }
        case _:
            data = {
                "game": message.game,
                "seat": message.seat,
                "version": message.version,
                "text": message.text,
                "url": message.url,
            }
            payload = {
                "type": message.kind,
                "timestamp": message.at.isoformat(),
                "data": data,
            }
    return json.dumps(payload, ensure_ascii=False).encode()


def endpoint_of(shape: Shape, url: str) -> str:
    """Return the URL to call; for ntfy it is the server's root."""
    if shape is not Shape.NTFY:
        return url
    address = urlsplit(url)
    return urlunsplit((address.scheme, address.netloc, "/", "", ""))
