"""Cosignatures as witnesses make them, written from C2SP's specification alone."""

import base64
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class Cosigner:
    """The name and the Ed25519 key of a witness."""

    def __init__(self, name: str, secret: bytes) -> None:
        self.name = name
        self._secret = Ed25519PrivateKey.from_private_bytes(secret)
        self._public = b"\x04" + self._secret.public_key().public_bytes_raw()
        self.key_id = sha256(name.encode() + b"\n" + self._public).digest()[:4]

    @property
    def vkey(self) -> str:
        public = base64.b64encode(self._public).decode()
        return f"{self.name}+{self.key_id.hex()}+{public}"

    def line(self, text: str, seconds: int) -> str:
        """Return the signature line for the text of a checkpoint."""
        message = f"cosignature/v1\ntime {seconds}\n{text}".encode()
        signature = seconds.to_bytes(8, "big") + self._secret.sign(message)
        return f"— {self.name} {base64.b64encode(self.key_id + signature).decode()}\n"
