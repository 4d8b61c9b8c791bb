"""Handing a message to the push service of a browser.

Its address comes from whoever uses that browser, so it is believed in nothing: only
services that are known get something, over TLS, at a public address that was looked up
once, and where they lead on nobody follows.
"""

import socket
import ssl
from datetime import datetime, timedelta
from http import HTTPStatus
from http.client import HTTPException, HTTPSConnection
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from notifications.models.push import PushSubscription
from notifications.push.encryption import (
    authorization,
    encrypt,
    from_base64,
    private_key,
)

#: Seconds for each step; a batch of the outbox has twenty at the most.
PATIENCE = 5.0
PORT = 443
#: After this it is of no use any more: a reminder has come, or time has run out.
KEPT_FOR = timedelta(days=1)
LONGEST_ANSWER = 300


class PushFailed(Exception):
    """It could not be handed over just now."""


class PushRefused(Exception):
    """It will not be taken, however often it is sent."""


class SubscriptionGone(PushRefused):
    """The browser wants nothing any more: its address is no longer any good."""


class PinnedConnection(HTTPSConnection):
    """Connects to an address that was checked, and to no other of that name."""

    def __init__(self, host: str, address: str) -> None:
        self.tls = ssl.create_default_context()
        super().__init__(host, PORT, timeout=PATIENCE, context=self.tls)
        self.address = address

    def connect(self) -> None:
        plain = socket.create_connection((self.address, self.port), PATIENCE)
        self.sock = self.tls.wrap_socket(plain, server_hostname=self.host)


def is_known_service(endpoint: str) -> bool:
    """Whether an address is one of a push service that we send to."""
    try:
        address = urlsplit(endpoint)
        port = address.port
    except ValueError:
        return False
    is_plain = address.scheme == "https" and "@" not in address.netloc
    host = f".{address.hostname or ''}"
    known = any(host.endswith(f".{each}") for each in settings.PUSH_SERVICES)
    return is_plain and known and port in {None, PORT}


def push(
    subscription: PushSubscription, message: bytes, *, topic: str, now: datetime
) -> None:
    """
    Hand a message over; one on the same topic that still waits there is replaced.

    Raises PushFailed, PushRefused or SubscriptionGone.
    """
    endpoint, own = subscription.endpoint, private_key(settings.VAPID_PRIVATE_KEY)
    if not is_known_service(endpoint):
        raise PushRefused("its push service is not among PUSH_SERVICES")
    keys = map(from_base64, (subscription.p256dh, subscription.auth))
    headers = {
        "Authorization": authorization(endpoint, own, settings.CONTACT_EMAIL, now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(KEPT_FOR.total_seconds())),
        "Topic": topic,
        "Urgency": "normal",
    }
    try:
        status, answer = _post(urlsplit(endpoint), encrypt(message, *keys), headers)
    except (OSError, HTTPException) as error:
        raise PushFailed(f"{type(error).__name__}: {error}") from error
    _judge(status, answer)


def _judge(status: int, answer: str) -> None:
    """Raise what the answer of a push service means, unless it took the message."""
    words = f"{status} {answer}".strip()
    if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
        raise SubscriptionGone(words)
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= 500:
        raise PushFailed(words)
    if not 200 <= status < 300:  # wherever it leads, nobody follows
        raise PushRefused(words)


def _post(
    address: SplitResult, body: bytes, headers: dict[str, str]
) -> tuple[int, str]:
    host = address.hostname or ""
    connection = PinnedConnection(host, _public_address(host))
    path = address.path + (f"?{address.query}" if address.query else "")
    try:
        connection.request("POST", path or "/", body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read(LONGEST_ANSWER).decode("utf-8", "replace")
    finally:
        connection.close()


def _public_address(host: str) -> str:
    """Return an address of a host; raise PushRefused if one is of our own network."""
    addresses = addresses_of(host)
    if not all(map(is_public, addresses)):
        raise PushRefused("its push service is not at a public address")
    return addresses[0]


def addresses_of(host: str) -> list[str]:
    """Look up the IP addresses of a host; raise OSError where it has none."""
    found = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return [str(where[0]) for *_, where in found]


def is_public(address: str) -> bool:
    """Whether an IP address is one of the whole Internet's."""
    parsed = ip_address(address)
    return parsed.is_global and not parsed.is_multicast
