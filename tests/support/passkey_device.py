"""A device that holds a passkey, and signs as a browser has it sign."""

import json
from base64 import urlsafe_b64encode
from hashlib import sha256
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from stoneage_core.cryptography.passkeys import Assertion, digest_of

ORIGIN = "https://stoneage.example"
#: Somebody touched it, and showed that it is theirs.
PRESENT_AND_VERIFIED = 0x05


class PasskeyDevice:
    """A passkey with a key of one of two kinds; ``secret`` makes it the same again."""

    def __init__(self, secret: int = 1, *, kind: str = "ec") -> None:
        self._private = (
            ec.derive_private_key(secret, ec.SECP256R1())
            if kind == "ec"
            else rsa.generate_private_key(65537, 2048)
        )
        self.public = self._private.public_key()
        form = PublicFormat.SubjectPublicKeyInfo
        self.key = self.public.public_bytes(Encoding.DER, form).hex()

    @property
    def digest(self) -> str:
        return digest_of(self.key)

    def sign(
        self,
        challenge: bytes,
        origin: str = ORIGIN,
        *,
        kind: str = "webauthn.get",
        flags: int = PRESENT_AND_VERIFIED,
    ) -> Assertion:
        told = {
            "type": kind,
            "challenge": urlsafe_b64encode(challenge).rstrip(b"=").decode(),
            "origin": origin,
            "crossOrigin": False,
        }
        client_data = json.dumps(told, separators=(",", ":")).encode()
        site = sha256((urlsplit(origin).hostname or "").encode()).digest()
        made = site + bytes([flags]) + bytes(4)
        signed = made + sha256(client_data).digest()
        if isinstance(self._private, ec.EllipticCurvePrivateKey):
            signature = self._private.sign(
                signed, ec.ECDSA(SHA256(), deterministic_signing=True)
            )
        else:
            signature = self._private.sign(signed, padding.PKCS1v15(), SHA256())
        return Assertion(made.hex(), client_data.hex(), signature.hex())
