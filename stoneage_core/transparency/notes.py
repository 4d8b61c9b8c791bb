"""
Signed notes: a text, followed by lines with signatures.

The format is C2SP's ``signed-note``, that of Go's checksum database. A key is written
as a *vkey*, ``NAME+ID+BASE64``: a name, the first four bytes of a SHA-256 in hex, and a
byte for the kind of signature with 32 bytes of Ed25519. There are two kinds: signatures
of the text alone, and those of ``tlog-cosignature``, which have a time.

Signing and checking need the library cryptography, which is imported when it is needed.
Without it notes can still be read, and checks return LIBRARY_MISSING.
"""

import base64
import re
from hashlib import sha256
from typing import NamedTuple

from stoneage_core.cryptography.beacon import SignatureCheck

#: The kinds of signatures, by the byte that C2SP assigns to them.
ED25519, COSIGNATURE = 1, 4
KEY_BYTES, ID_BYTES, TIME_BYTES = 32, 4, 8
#: Limits of a note: lines with signatures, and characters.
MOST_SIGNATURES, LONGEST_NOTE = 64, 100_000

_NAME = re.compile(r"[^\s+]+")
_LINE = re.compile(r"— ([^\s+]+) ([0-9A-Za-z+/]+={0,2})")


class BadNote(ValueError):
    """A note or a key has an unknown form; the message says why."""


class NoteKey(NamedTuple):
    """A public key: a name, the kind of its signatures, and 32 bytes of Ed25519."""

    name: str
    kind: int
    public: bytes

    @property
    def key_id(self) -> bytes:
        material = bytes([self.kind]) + self.public
        return sha256(self.name.encode() + b"\n" + material).digest()[:ID_BYTES]

    @property
    def vkey(self) -> str:
        """The key as text."""
        material = base64.b64encode(bytes([self.kind]) + self.public).decode()
        return f"{self.name}+{self.key_id.hex()}+{material}"


class NoteSignature(NamedTuple):
    """A signature line: the name and id of a key, and the bytes after the id."""

    name: str
    key_id: bytes
    content: bytes

    @property
    def line(self) -> str:
        """The line, with a newline."""
        content = base64.b64encode(self.key_id + self.content).decode()
        return f"— {self.name} {content}\n"


class SignedNote(NamedTuple):
    """A text, which ends with a newline, and its signatures."""

    text: str
    signatures: tuple[NoteSignature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(each.line for each in self.signatures)

    def signature_of(self, key: NoteKey) -> NoteSignature | None:
        """Return the unchecked signature with a key's name and id, or None."""
        for each in self.signatures:
            if (each.name, each.key_id) == (key.name, key.key_id):
                return each
        return None


class NoteSigner(NamedTuple):
    """A key that can sign; ``secret`` has the 32 bytes of the private Ed25519 key."""

    key: NoteKey
    secret: bytes

    def sign(self, text: str) -> NoteSignature:
        """Return the signature of a text; raise ImportError without the library."""
        return NoteSignature(
            self.key.name, self.key.key_id, _sign(self.secret, text.encode())
        )


def signer_of(name: str, kind: int, secret: bytes) -> NoteSigner:
    """
    Return a signer; raise BadNote for an invalid name or secret.

    Raise ImportError without the library.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    if not _NAME.fullmatch(name):
        raise BadNote(f"“{name}” is not a valid name of a key")
    if len(secret) != KEY_BYTES:
        raise BadNote(f"a secret key has {KEY_BYTES} bytes, not {len(secret)}")
    public = Ed25519PrivateKey.from_private_bytes(secret).public_key()
    return NoteSigner(NoteKey(name, kind, public.public_bytes_raw()), secret)


def parse_vkey(vkey: str) -> NoteKey:
    """Return the key of a vkey; raise BadNote if it is invalid."""
    name, _, rest = vkey.strip().partition("+")
    key_id, _, encoded = rest.partition("+")
    material = _decoded(encoded)
    if not _NAME.fullmatch(name) or len(material) != KEY_BYTES + 1:
        raise BadNote(f"“{vkey}” is not a key: it has to be like NAME+ID+BASE64")
    key = NoteKey(name, material[0], material[1:])
    if key.kind not in (ED25519, COSIGNATURE):
        raise BadNote(f"“{vkey}” is a key for an unknown kind of signatures")
    if key.key_id.hex() != key_id:
        raise BadNote(f"“{vkey}” is not a key: its id does not match the rest")
    return key


def read_note(text: str) -> SignedNote:
    """Return the note in a text; raise BadNote if it is not one."""
    if len(text) > LONGEST_NOTE:
        raise BadNote(f"a note has at most {LONGEST_NOTE} characters")
    if any(each < " " and each != "\n" for each in text):
        raise BadNote("a note has no control characters")
    head, gap, tail = text.rpartition("\n\n")
    lines = tail.split("\n")
    if not gap or lines.pop() or not 0 < len(lines) <= MOST_SIGNATURES:
        raise BadNote("a note has an empty line and then lines with signatures")
    return SignedNote(f"{head}\n", tuple(map(_signature, lines)))


def check_note(note: SignedNote, key: NoteKey) -> SignatureCheck:
    """Check a key's signature on a note; BAD also if there is none."""
    signature = note.signature_of(key)
    if signature is None:
        return SignatureCheck.BAD
    message, content = note.text.encode(), signature.content
    if key.kind == COSIGNATURE:
        message = _cosigned(note.text, time_of(signature))
        content = content[TIME_BYTES:]
    return _check(key.public, content, message)


def time_of(cosignature: NoteSignature) -> int:
    """Return the Unix time that a cosignature states."""
    return int.from_bytes(cosignature.content[:TIME_BYTES], "big")


def _signature(line: str) -> NoteSignature:
    found = _LINE.fullmatch(line)
    content = _decoded(found[2]) if found else b""
    if found is None or len(content) <= ID_BYTES:
        raise BadNote(f"“{line}” is not a signature line")
    return NoteSignature(found[1], content[:ID_BYTES], content[ID_BYTES:])


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def _cosigned(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def _sign(secret: bytes, message: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(secret).sign(message)


def _check(public: bytes, signature: bytes, message: bytes) -> SignatureCheck:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return SignatureCheck.LIBRARY_MISSING
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return SignatureCheck.BAD
    return SignatureCheck.GOOD
