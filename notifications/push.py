"""Notifications in browsers (Web Push): encryption, subscriptions and delivery."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from http import HTTPStatus
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from games.background import outgoing_http
from games.errors import Refused
from games.models import User
from notifications.models.channels import LONGEST_ENDPOINT, PushSubscription

CURVE = ec.SECP256R1()
#: Bytes of a browser's public key, of its secret, and of our private key.
POINT, SECRET, SCALAR = 65, 16, 32
#: Bytes of one record; push services accept only one.
RECORD = 4096
#: Padding delimiter of the last record.
END = b"\x02"
#: How long a signature is valid; services allow a day.
SIGNED_FOR = timedelta(hours=12)


def encrypt(
    message: bytes,
    browser_key: bytes,
    browser_secret: bytes,
    *,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return a message encrypted as "aes128gcm" with a key of its own."""
    salt = salt or os.urandom(16)
    own = own or ec.generate_private_key(CURVE)
    point = point_of(own)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser_key)
    shared = own.exchange(ec.ECDH(), theirs)
    seed = _derive(
        shared, browser_secret, b"WebPush: info\0" + browser_key + point, SCALAR
    )
    key = _derive(seed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(seed, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, message + END, None)


def authorization(
    endpoint: str, own: ec.EllipticCurvePrivateKey, contact: str, now: datetime
) -> str:
    address = urlsplit(endpoint)
    claims = {
        "aud": f"{address.scheme}://{address.netloc}",
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": f"mailto:{contact}",
    }
    signed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    parts = decode_dss_signature(own.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = b"".join(part.to_bytes(SCALAR, "big") for part in parts)
    return f"vapid t={signed}.{in_base64(signature)}, k={in_base64(point_of(own))}"


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Parse our private key; raise ValueError if it is invalid."""
    scalar = from_base64(text)
    if len(scalar) != SCALAR:
        raise ValueError("the key must have 32 bytes")
    return ec.derive_private_key(int.from_bytes(scalar, "big"), CURVE)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_browser_key(text: str) -> bool:
    try:
        point = from_base64(text)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        return False
    return len(point) == POINT


def in_base64(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """Decode URL-safe base64, padded or not; raise ValueError."""
    bare = text.rstrip("=").encode("ascii")
    return urlsafe_b64decode(bare + b"=" * (-len(bare) % 4))


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(material)


def _json(value: object) -> str:
    return in_base64(json.dumps(value, separators=(",", ":")).encode())


PORT = 443
#: Status codes for an address that no longer exists.
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
#: After this the message is useless: a reminder has come, or time has run out.
KEPT_FOR = timedelta(days=1)


def is_known_service(endpoint: str) -> bool:
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


#: At most this many browsers of one person are notified: the latest.
MOST = 8
#: Parts of User-Agent headers, each before the browsers that imitate it.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Firefox/": "Firefox",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


def public_key() -> str:
    """Return our public key for browsers, or "" if pushing is off."""
    if not settings.VAPID_PRIVATE_KEY:
        return ""
    return in_base64(point_of(private_key(settings.VAPID_PRIVATE_KEY)))


def subscriptions_of_browsers(user: User) -> list[PushSubscription]:
    return list(PushSubscription.objects.filter(user=user).order_by("-pk"))


@transaction.atomic
def subscribe(
    *, user: User, endpoint: str, p256dh: str, auth: str, user_agent: str, now: datetime
) -> PushSubscription:
    """
    Idempotent; raises Refused (invalid). A browser has one address for all its users,
    so it belongs to the last one who subscribed.
    """
    if len(endpoint) > LONGEST_ENDPOINT or not is_known_service(endpoint):
        raise Refused(
            "invalid",
            _(
                "Notifications of this browser come through a service that we don’t "
                "know."
            ),
        )
    if not (is_browser_key(p256dh) and _is_secret(auth)):
        raise Refused("incomplete")
    kept = {"p256dh": p256dh.rstrip("="), "auth": auth.rstrip("=")}
    details = {"user": user, "browser": browser_of(user_agent), "created_at": now}
    PushSubscription.objects.filter(endpoint=endpoint).exclude(user=user).delete()
    subscription, _is_new = PushSubscription.objects.update_or_create(
        endpoint=endpoint, defaults=kept | details
    )
    for former in subscriptions_of_browsers(user)[MOST:]:
        former.delete()
    return subscription


def unsubscribe_browser(*, user: User, pk: int) -> None:
    PushSubscription.objects.filter(user=user, pk=pk).delete()


def browser_of(user_agent: str) -> str:
    """
    Return the name of a browser, "" if it is unknown.

    >>> browser_of("Mozilla/5.0 (Android 16; Mobile; rv:150.0) Firefox/150.0")
    'Firefox, Android'
    """
    names = [name for part, name in BROWSERS.items() if part in user_agent][:1]
    systems = [name for part, name in SYSTEMS.items() if part in user_agent][:1]
    return ", ".join(names + systems)


def _is_secret(text: str) -> bool:
    try:
        return len(from_base64(text)) == SECRET
    except ValueError:
        return False
