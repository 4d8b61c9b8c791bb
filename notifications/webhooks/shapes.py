"""Shapes of a webhook's message, as the program at its address understands it."""

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
    What an address is told: which kind of mail went, of which game, to which seat.

    ``text`` is that mail's subject. ``url`` is the game's public page: whoever reads a
    chat must not get a key to a seat. ``name`` is whom it concerns.
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
        """Say it in one line, for others to read as well."""
        return f"{self.name}: {self.text}" if self.name else self.text


def payload_of(shape: Shape, told: WebhookMessage, url: str) -> bytes:
    """Return the JSON for an address of a shape."""
    return json.dumps(_message(shape, told, url), ensure_ascii=False).encode()


def endpoint_of(shape: Shape, url: str) -> str:
    """Return where it is sent: JSON for ntfy goes to its root, and names the topic."""
    if shape is not Shape.NTFY:
        return url
    address = urlsplit(url)
    return urlunsplit((address.scheme, address.netloc, "/", "", ""))


def _message(shape: Shape, told: WebhookMessage, url: str) -> dict[str, Any]:
    match shape:
        case Shape.DISCORD:
            content = f"{told.line}\n{told.url}"
            # No name in it calls anybody.
            return {"content": content, "allowed_mentions": {"parse": []}}
        case Shape.SLACK:
            return {"text": f"{escape(told.line, quote=False)}\n<{told.url}>"}
        case Shape.MATRIX:
            return {"text": f"{told.line}\n{told.url}"}
        case Shape.NTFY:
            topic = urlsplit(url).path.strip("/").rpartition("/")[2]
            said = {"topic": topic, "title": "Stone Age by Mail"}
            return said | {"message": told.line, "click": told.url}
    data = {
        "game": told.game,
        "seat": told.seat,
        "version": told.version,
        "text": told.text,
        "url": told.url,
    }
    return {"type": told.kind, "timestamp": told.at.isoformat(), "data": data}
