"""
Proofs as text, which can be kept and checked offline.

A proof that a leaf is in a log has the form of C2SP's ``tlog-proof``. A proof that a
log only grew has the form of requests to C2SP's ``tlog-witness``: the old size, one
hash per line, an empty line, and the checkpoint. Hashes are in base64.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from stoneage_core.transparency.checkpoints import (
    TreeHead,
    decode_hash,
    encode_hash,
    read_tree_head,
)
from stoneage_core.transparency.merkle import check_consistency, check_inclusion
from stoneage_core.transparency.notes import BadNote, SignedNote, read_note

_INCLUSION = "c2sp.org/tlog-proof@v1"
_NUMBER = re.compile(r"(?:index|old) (0|[1-9][0-9]{0,18})")
#: The limit of hashes in a proof; a tree of 2**63 leaves needs fewer.
MOST_HASHES = 128


class InclusionProof(NamedTuple):
    """Proof that a leaf is in the tree of a checkpoint; the index counts from 0."""

    leaf_index: int
    hashes: tuple[bytes, ...]
    checkpoint: SignedNote

    def __str__(self) -> str:
        lines = [_INCLUSION, f"index {self.leaf_index}"]
        return _write(lines, self.hashes, self.checkpoint)

    def check(self, leaf: bytes) -> TreeHead:
        """Return the tree head; raise ProofFails if the leaf's hash is not in it."""
        head = read_tree_head(self.checkpoint)
        check_inclusion(
            leaf=leaf,
            index=self.leaf_index,
            size=head.size,
            root=head.root,
            proof=self.hashes,
        )
        return head


class ConsistencyProof(NamedTuple):
    """Proof that the tree of a checkpoint extends an older tree of ``old`` leaves."""

    old: int
    hashes: tuple[bytes, ...]
    checkpoint: SignedNote

    def __str__(self) -> str:
        return _write([f"old {self.old}"], self.hashes, self.checkpoint)

    def check(self, older: TreeHead) -> TreeHead:
        """
        Return the head of the newer tree.

        Raise ProofFails if it does not extend the older one, and BadNote if the proof
        is for another size or log.
        """
        head = read_tree_head(self.checkpoint)
        if (head.origin, self.old) != (older.origin, older.size):
            raise BadNote("the proof begins at another size or log than yours")
        check_consistency(
            old=older.size,
            old_root=older.root,
            size=head.size,
            root=head.root,
            proof=self.hashes,
        )
        return head


def read_inclusion(text: str) -> InclusionProof:
    """Return a proof of inclusion; raise BadNote if the text is not one."""
    first, _, rest = text.partition("\n")
    if first != _INCLUSION:
        raise BadNote(f"a proof of inclusion begins with {_INCLUSION}")
    return InclusionProof(*_read(rest, "index"))


def read_consistency(text: str) -> ConsistencyProof:
    """Return a proof of consistency; raise BadNote if the text is not one."""
    return ConsistencyProof(*_read(text, "old"))


def _write(lines: list[str], hashes: Sequence[bytes], checkpoint: SignedNote) -> str:
    body = [*lines, *map(encode_hash, hashes)]
    return "\n".join(body) + f"\n\n{checkpoint}"


def _read(text: str, word: str) -> tuple[int, tuple[bytes, ...], SignedNote]:
    body, gap, note = text.partition("\n\n")
    first, *hashes = body.split("\n")
    number = _NUMBER.fullmatch(first)
    if not gap or number is None or not first.startswith(word):
        raise BadNote(f"a proof has a line “{word} N”, hashes, and a checkpoint")
    if len(hashes) > MOST_HASHES:
        raise BadNote(f"a proof has at most {MOST_HASHES} hashes")
    return int(number[1]), tuple(map(decode_hash, hashes)), read_note(note)
