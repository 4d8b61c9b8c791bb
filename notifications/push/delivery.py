"""Handing a message to the push service of a browser.

Its address comes from whoever uses that browser, so it is believed in nothing: only
services that are known get something, over TLS.
"""

from datetime import datetime, timedelta
from http import HTTPStatus
from urllib.parse import urlsplit

from django.conf import settings

from notifications.models.push import PushSubscription
from notifications.network import outgoing_http
from notifications.push.encryption import (
    authorization,
    encrypt,
    from_base64,
    private_key,
)

PORT = 443
#: After this it is of no use any more: a reminder has come, or time has run out.
KEPT_FOR = timedelta(days=1)


class PushFailed(Exception):
    """It could not be handed over just now."""


class PushRefused(Exception):
    """It will not be taken, however often it is sent."""


class SubscriptionGone(PushRefused):
    """The browser wants nothing any more: its address is no longer any good."""


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
        answer = outgoing_http.send_post(endpoint, encrypt(message, *keys), headers)
    except outgoing_http.NotPublic as error:
        raise PushRefused(f"its push service: {error}") from error
    except outgoing_http.NoAnswer as error:
        raise PushFailed(str(error)) from error
    _judge(*answer)


def _judge(status: int, answer: str) -> None:
    """Raise what the answer of a push service means, unless it took the message."""
    words = f"{status} {answer}".strip()
    if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
        raise SubscriptionGone(words)
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= 500:
        raise PushFailed(words)
    if not 200 <= status < 300:  # wherever it leads, nobody follows
        raise PushRefused(words)
