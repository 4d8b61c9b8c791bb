"""
Signed notes: a text, and below it lines by which keys have signed it.

The format is C2SP's ``signed-note``, that of Go's checksum database. A key is known by
its *vkey*, ``NAME+ID+BASE64``: a name, the first four bytes of a SHA-256 in hex, and a
byte for the kind of signature before 32 bytes of Ed25519. There are two kinds:
signatures of the text alone, and those of ``tlog-cosignature``, which say when.

Signing and checking take the library cryptography. It is imported when it is needed:
whoever lacks it can still read notes, and is told that nothing was checked.
"""

import base64
import re
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from stoneage_core.cryptography.beacon import SignatureCheck

#: Kinds of signature, by the byte that C2SP assigns them.
ED25519, COSIGNATURE = 1, 4
KEY_BYTES, ID_BYTES, TIME_BYTES = 32, 4, 8
#: What a note may have, at most: lines of signatures and characters.
MOST_SIGNATURES, LONGEST_NOTE = 64, 100_000

_NAME = re.compile(r"[^\s+]+")
_LINE = re.compile(r"— ([^\s+]+) ([0-9A-Za-z+/]+={0,2})")


class BadNote(ValueError):
    """A note or a key is in no form that is known; the message says how."""


class NoteKey(NamedTuple):
    """By what somebody's signatures are known: a name, a kind, 32 bytes of Ed25519."""

    name: str
    kind: int
    public: bytes

    @property
    def key_id(self) -> bytes:
        material = bytes([self.kind]) + self.public
        return sha256(self.name.encode() + b"\n" + material).digest()[:ID_BYTES]

    @property
    def vkey(self) -> str:
        """The key as text, to be given to others."""
        material = base64.b64encode(bytes([self.kind]) + self.public).decode()
        return f"{self.name}+{self.key_id.hex()}+{material}"


class NoteSignature(NamedTuple):
    """A line below a note: whose it is said to be, and the bytes that follow the id."""

    name: str
    key_id: bytes
    content: bytes

    @property
    def line(self) -> str:
        """The line with its end."""
        content = base64.b64encode(self.key_id + self.content).decode()
        return f"— {self.name} {content}\n"


class SignedNote(NamedTuple):
    """A text, which ends with a line end, and those who signed it."""

    text: str
    signatures: tuple[NoteSignature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(each.line for each in self.signatures)

    def signature_of(self, key: NoteKey) -> NoteSignature | None:
        """Return the signature that is said to be a key's, None where there is none."""
        for each in self.signatures:
            if (each.name, each.key_id) == (key.name, key.key_id):
                return each
        return None


class NoteSigner(NamedTuple):
    """A key that can sign; ``secret`` is the 32 bytes that Ed25519 makes it of."""

    key: NoteKey
    secret: bytes

    def sign(self, text: str) -> NoteSignature:
        """Return the signature of a text. Raises ImportError without the library."""
        return NoteSignature(
            self.key.name, self.key.key_id, _sign(self.secret, text.encode())
        )

    def cosign(self, text: str, seconds: int) -> NoteSignature:
        """Return the cosignature of a checkpoint's text, made at a Unix time."""
        content = seconds.to_bytes(TIME_BYTES, "big")
        content += _sign(self.secret, _cosigned(text, seconds))
        return NoteSignature(self.key.name, self.key.key_id, content)


def signer_of(name: str, kind: int, secret: bytes) -> NoteSigner:
    """
    Return the signer with a name; raise BadNote for a name or a secret that is none.

    Raises ImportError without the library.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    if not _NAME.fullmatch(name):
        raise BadNote(f"{name!r} is no name of a key")
    if len(secret) != KEY_BYTES:
        raise BadNote(f"a key is made of {KEY_BYTES} bytes, and not {len(secret)}")
    public = Ed25519PrivateKey.from_private_bytes(secret).public_key()
    return NoteSigner(NoteKey(name, kind, public.public_bytes_raw()), secret)


def parse_vkey(vkey: str) -> NoteKey:
    """Return the key that a vkey tells; raise BadNote where it is none."""
    name, _, rest = vkey.strip().partition("+")
    key_id, _, encoded = rest.partition("+")
    material = _decoded(encoded)
    if not _NAME.fullmatch(name) or len(material) != KEY_BYTES + 1:
        raise BadNote(f"{vkey!r} is no key: it has to be like NAME+ID+BASE64")
    key = NoteKey(name, material[0], material[1:])
    if key.kind not in (ED25519, COSIGNATURE):
        raise BadNote(f"{vkey!r} is a key for signatures of a kind not known here")
    if key.key_id.hex() != key_id:
        raise BadNote(f"{vkey!r} is no key: its id is not that of its name and bytes")
    return key


def read_note(text: str) -> SignedNote:
    """Return the note that a text holds; raise BadNote where it holds none."""
    if len(text) > LONGEST_NOTE:
        raise BadNote(f"a note has at most {LONGEST_NOTE} characters")
    if any(each < " " and each != "\n" for each in text):
        raise BadNote("a note has no control characters")
    head, gap, tail = text.rpartition("\n\n")
    lines = tail.split("\n")
    if not gap or lines.pop() or not 0 < len(lines) <= MOST_SIGNATURES:
        raise BadNote("a note has signatures behind an empty line, each with its end")
    return SignedNote(f"{head}\n", tuple(map(_signature, lines)))


def check_note(note: SignedNote, key: NoteKey) -> SignatureCheck:
    """Say whether a key signed a note: BAD, too, where it did not at all."""
    signature = note.signature_of(key)
    if signature is None:
        return SignatureCheck.BAD
    message, content = note.text.encode(), signature.content
    if key.kind == COSIGNATURE:
        message = _cosigned(note.text, time_of(signature))
        content = content[TIME_BYTES:]
    return _check(key.public, content, message)


def time_of(cosignature: NoteSignature) -> int:
    """Return when a cosignature says that it was made, in seconds of Unix time."""
    return int.from_bytes(cosignature.content[:TIME_BYTES], "big")


def with_signatures(note: SignedNote, more: Iterable[NoteSignature]) -> SignedNote:
    """Return a note with further signatures, each once."""
    return SignedNote(note.text, tuple(dict.fromkeys((*note.signatures, *more))))


def _signature(line: str) -> NoteSignature:
    found = _LINE.fullmatch(line)
    content = _decoded(found[2]) if found else b""
    if found is None or len(content) <= ID_BYTES:
        raise BadNote(f"{line!r} is no line of a signature")
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
