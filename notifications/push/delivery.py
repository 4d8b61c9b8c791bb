"""Sending a message to the push service of a browser.

The address comes from the browser's user and is not trusted: we send only to known
services, over TLS.
"""

from datetime import datetime, timedelta
from http import HTTPStatus

from django.conf import settings

from games.background import outgoing_http
from notifications.models.push import PushSubscription
from notifications.push.encryption import (
    authorization,
    encrypt,
    from_base64,
    private_key,
)

PORT = 443
#: Status codes for an address that no longer exists.
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
#: After this the message is useless: a reminder has come, or time has run out.
KEPT_FOR = timedelta(days=1)


def is_known_service(endpoint: str) -> bool:
    """Return whether an address belongs to a push service that we use."""
    address = outgoing_http.secure_address(endpoint)
    if address is None or address.port not in {None, PORT}:
        return False
    host = f".{address.hostname or ''}"
    return any(host.endswith(f".{each}") for each in settings.PUSH_SERVICES)


def push(
    subscription: PushSubscription, message: bytes, *, topic: str, now: datetime
) -> None:
    """
    Send a message; it replaces one on the same topic that still waits there.

    Raises PostFailed, PostRefused or ReceiverGone.
    """
    endpoint, own = subscription.endpoint, private_key(settings.VAPID_PRIVATE_KEY)
    if not is_known_service(endpoint):
        raise outgoing_http.PostRefused("its push service is not in PUSH_SERVICES")
    keys = map(from_base64, (subscription.p256dh, subscription.auth))
    headers = {
        "Authorization": authorization(endpoint, own, settings.CONTACT_EMAIL, now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(KEPT_FOR.total_seconds())),
        "Topic": topic,
        "Urgency": "normal",
    }
    outgoing_http.send_post(endpoint, encrypt(message, *keys), headers, GONE)
