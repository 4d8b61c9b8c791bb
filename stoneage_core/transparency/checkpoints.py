"""
Checkpoints: signed notes with the size and root of a log (C2SP's ``tlog-checkpoint``).

The text of the note has three lines: the *origin*, which is the log's address without
a scheme; the size; the root in base64.
"""

import base64
import re
from collections.abc import Iterable
from typing import NamedTuple

from stoneage_core.cryptography.beacon import SignatureCheck
from stoneage_core.transparency.merkle import HASH_BYTES
from stoneage_core.transparency.notes import (
    COSIGNATURE,
    BadNote,
    NoteKey,
    SignedNote,
    check_note,
    time_of,
)

_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")


class TreeHead(NamedTuple):
    """The content of a checkpoint: the log's origin, its number of leaves, its root."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """The text of the note."""
        return f"{self.origin}\n{self.size}\n{encode_hash(self.root)}\n"


class Signed(NamedTuple):
    """Whether a key signed a checkpoint; ``seconds`` is a witness's Unix time."""

    name: str
    check: SignatureCheck
    seconds: int | None


def read_tree_head(note: SignedNote) -> TreeHead:
    """Return the content of a checkpoint; raise BadNote if the note is not one."""
    lines = note.text.split("\n")
    if len(lines) < 4 or not lines[0] or not _SIZE.fullmatch(lines[1]):
        raise BadNote("a checkpoint has an origin, a size and a root, a line each")
    return TreeHead(lines[0], int(lines[1]), decode_hash(lines[2]))


def who_signed(note: SignedNote, keys: Iterable[NoteKey]) -> list[Signed]:
    """Check the signature of each key on a note, and return the results."""
    found = []
    for key in keys:
        signature = note.signature_of(key)
        is_dated = signature is not None and key.kind == COSIGNATURE
        seconds = time_of(signature) if is_dated and signature else None
        found.append(Signed(key.name, check_note(note, key), seconds))
    return found


def encode_hash(hashed: bytes) -> str:
    """Return a hash in base64, as notes and proofs write it."""
    return base64.b64encode(hashed).decode()


def decode_hash(text: str) -> bytes:
    """Return the hash in base64; raise BadNote if it is not one."""
    try:
        hashed = base64.b64decode(text, validate=True)
    except ValueError as error:
        raise BadNote(f"“{text}” is not a hash") from error
    if len(hashed) != HASH_BYTES:
        raise BadNote(f"“{text}” is not a hash, which has {HASH_BYTES} bytes")
    return hashed
