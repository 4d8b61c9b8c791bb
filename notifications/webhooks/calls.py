"""Calls of webhooks: their addresses, which players gave, and their signatures.

Each is signed as in Standard Webhooks 1.0.
"""

import hmac
import secrets
from base64 import b64decode, b64encode
from datetime import datetime, timedelta

from notifications.models.webhooks import Webhook
from notifications.network.outgoing_http import secure_address

PREFIX = "whsec_"
SECRET_BYTES = 32
#: For how long the secret before is good still, once there is another one.
OLD_SECRET_LASTS = timedelta(days=1)


def is_callable(url: str) -> bool:
    """Whether an address can be one of a receiver: over TLS, with no password in it."""
    address = secure_address(url)
    return address is not None and "." in (address.hostname or "")


def new_secret() -> str:
    """Return a secret, as receivers are given it."""
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signed_headers(
    webhook: Webhook, name: str, body: bytes, now: datetime
) -> dict[str, str]:
    """
    Return the headers that say what a call is, when it was made, and by whom.

    ``name`` is the same for each attempt, so that a receiver can leave out what it has.
    """
    moment = str(int(now.timestamp()))
    signed = f"{name}.{moment}.".encode() + body
    signatures = [_signature(secret, signed) for secret in _secrets(webhook, now)]
    return {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": moment,
        "webhook-signature": " ".join(signatures),
    }


def _secrets(webhook: Webhook, now: datetime) -> list[str]:
    """Return the secrets that are good, the present one first."""
    rotated_at = webhook.rotated_at
    is_fresh = rotated_at is not None and now - rotated_at < OLD_SECRET_LASTS
    return [webhook.secret, *([webhook.old_secret] if is_fresh else [])]


def _signature(secret: str, signed: bytes) -> str:
    key = b64decode(secret.removeprefix(PREFIX))
    return "v1," + b64encode(hmac.digest(key, signed, "sha256")).decode()
