"""Calls of webhooks: checking their addresses, and signing requests.

Signatures follow Standard Webhooks 1.0.
"""

import hmac
import secrets
from base64 import b64decode, b64encode
from datetime import datetime, timedelta

from games.background.outgoing_http import secure_address
from notifications.models.webhooks import Webhook

PREFIX = "whsec_"
SECRET_BYTES = 32
#: How long the previous secret stays valid after a rotation.
OLD_SECRET_LASTS = timedelta(days=1)


def is_callable(url: str) -> bool:
    """Return whether an address can be called: over TLS, and with no password in it."""
    address = secure_address(url)
    return address is not None and "." in (address.hostname or "")


def new_secret() -> str:
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signed_headers(
    webhook: Webhook, name: str, body: bytes, now: datetime
) -> dict[str, str]:
    """
    Return the headers with the call's name, its time and its signatures.

    ``name`` is the same for each attempt, so that a receiver can ignore repeats. A
    secret replaced less than a day ago also signs.
    """
    moment = str(int(now.timestamp()))
    signed = f"{name}.{moment}.".encode() + body
    secrets_now = [webhook.secret]
    rotated_at = webhook.rotated_at
    if rotated_at is not None and now - rotated_at < OLD_SECRET_LASTS:
        secrets_now.append(webhook.old_secret)
    signatures = []
    for secret in secrets_now:
        key = b64decode(secret.removeprefix(PREFIX))
        signature = b64encode(hmac.digest(key, signed, "sha256")).decode()
        signatures.append(f"v1,{signature}")
    return {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": moment,
        "webhook-signature": " ".join(signatures),
    }
