"""
Passkeys: signatures of a player's own device, which the service cannot make (WebAuthn).

An assertion signs a challenge, here the SHA-256 of a decision and of the game up to it.
Whoever knows the public key checks it offline; that takes the library cryptography,
which is imported when it is needed.
"""

import json
from base64 import urlsafe_b64encode
from enum import Enum
from hashlib import sha256
from typing import Annotated, Any
from urllib.parse import urlsplit

from msgspec import Meta, Struct

#: How many passkeys somebody may have.
MOST_PASSKEYS = 10

#: A public key as SubjectPublicKeyInfo in DER, and the parts of an assertion, in hex.
PublicKey = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})+\Z", max_length=2400)]
AssertionPart = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})+\Z", max_length=4000)]

#: The flag of the authenticator's data that says that somebody touched the device.
_USER_PRESENT = 0x01
#: The authenticator's data: SHA-256 of the site's name, flags, and a counter at least.
_FLAGS_AT, _LEAST_BYTES = 32, 37


class Assertion(Struct, frozen=True, forbid_unknown_fields=True):
    """An assertion of a passkey with its signature: three parts of WebAuthn, in hex."""

    authenticator_data: AssertionPart
    client_data: AssertionPart
    signature: AssertionPart

    @property
    def origin(self) -> str:
        """The address of the site on which it was signed, '' if it is not told."""
        origin = _read_client_data(self).get("origin")
        return origin if isinstance(origin, str) else ""


class AssertionCheck(Enum):
    """The result of checking an assertion; nothing, where the library is missing."""

    GOOD = "good"
    BAD = "bad"
    UNCHECKED = "unchecked"


def digest_of(key: str) -> str:
    """Return the SHA-256 of a public key, by which it is named; both in hex."""
    return sha256(bytes.fromhex(key)).hexdigest()


def challenge_of(game: str, head: str, player: int, decision: str) -> bytes:
    """
    Return what a passkey signs: who decided what, and on which past of which game.

    ``head`` is the hash of the last event that the player had seen, ``decision`` its
    text in notation, or that of an order of uses.
    """
    text = f"stoneage/decision/1/{game}/{head}/{player}/{decision}"
    return sha256(text.encode()).digest()


def check_assertion(key: str, assertion: Assertion, challenge: bytes) -> AssertionCheck:
    """Check that a passkey signed a challenge, on the site that the assertion names."""
    if not _is_about(assertion, challenge):
        return AssertionCheck.BAD
    client_data = sha256(bytes.fromhex(assertion.client_data)).digest()
    try:
        is_good = _is_signed(
            bytes.fromhex(key),
            bytes.fromhex(assertion.signature),
            bytes.fromhex(assertion.authenticator_data) + client_data,
        )
    except ImportError:
        return AssertionCheck.UNCHECKED
    return AssertionCheck.GOOD if is_good else AssertionCheck.BAD


def _is_about(assertion: Assertion, challenge: bytes) -> bool:
    """Whether an assertion is for a challenge, by somebody present, on its own site."""
    said = _read_client_data(assertion)
    made = bytes.fromhex(assertion.authenticator_data)
    wanted = urlsafe_b64encode(challenge).rstrip(b"=").decode()
    return (
        said.get("type") == "webauthn.get"
        and said.get("challenge") == wanted
        and not said.get("crossOrigin")
        and len(made) >= _LEAST_BYTES
        and bool(made[_FLAGS_AT] & _USER_PRESENT)
        and made[:_FLAGS_AT] == sha256(_host_of(assertion.origin).encode()).digest()
    )


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).hostname or ""
    except ValueError:
        return ""


def _read_client_data(assertion: Assertion) -> dict[str, Any]:
    """Return what the browser noted of an assertion, {} where it cannot be read."""
    try:
        said = json.loads(bytes.fromhex(assertion.client_data))
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _is_signed(key: bytes, signature: bytes, signed: bytes) -> bool:
    """
    Check a signature of ECDSA (ES256) or RSA (RS256), both with SHA-256.

    Raise ImportError where the library is missing.
    """
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import load_der_public_key

    try:
        public = load_der_public_key(key)
        if isinstance(public, ec.EllipticCurvePublicKey):
            public.verify(signature, signed, ec.ECDSA(SHA256()))
        elif isinstance(public, rsa.RSAPublicKey):
            public.verify(signature, signed, padding.PKCS1v15(), SHA256())
        else:
            return False
    except (InvalidSignature, UnsupportedAlgorithm, ValueError):
        return False
    return True
