"""Calling the address of a receiver, which a player gave."""

from http import HTTPStatus
from urllib.parse import urlsplit

from notifications.models.webhooks import Webhook
from notifications.network import outgoing_http


class CallFailed(Exception):
    """An address did not take what it was sent."""


class ReceiverGone(CallFailed):
    """An address wants no more calls."""


def is_callable(url: str) -> bool:
    """Whether an address can be one of a receiver: over TLS, with no password in it."""
    try:
        address = urlsplit(url)
        address.port  # noqa: B018  it is read for the error
    except ValueError:
        return False
    host = address.hostname or ""
    return address.scheme == "https" and "." in host and "@" not in address.netloc


def call(webhook: Webhook, url: str, body: bytes, headers: dict[str, str]) -> None:
    """Send something to a receiver; raise CallFailed, or ReceiverGone for good."""
    kind = {"Content-Type": "application/json"}
    try:
        status, words = outgoing_http.post(url, body, kind | headers)
    except outgoing_http.NoAnswer as error:
        raise CallFailed(str(error)) from error
    if status == HTTPStatus.GONE:
        raise ReceiverGone(f"{status:d}: it wants no more calls")
    if not 200 <= status < 300:  # wherever it leads, nobody follows
        raise CallFailed(f"{status} {words.partition(chr(10))[0]}".strip())
