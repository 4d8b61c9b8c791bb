"""Encryption of push messages (RFC 8291), and proof of their sender (RFC 8292)."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

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
    """Return the header that identifies the sender and a contact to a push service."""
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
    """Return the public key as an uncompressed point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_browser_key(text: str) -> bool:
    """Return whether a text is the public key of a browser."""
    try:
        point = from_base64(text)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        return False
    return len(point) == POINT


def in_base64(value: bytes) -> str:
    """Return URL-safe base64 without padding."""
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """Decode URL-safe base64, padded or not; raise ValueError."""
    bare = text.rstrip("=").encode("ascii")
    return urlsafe_b64decode(bare + b"=" * (-len(bare) % 4))


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(material)


def _json(value: object) -> str:
    return in_base64(json.dumps(value, separators=(",", ":")).encode())
