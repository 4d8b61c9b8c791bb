"""
Merkle trees as RFC 6962 defines them: root hashes, audit paths, consistency proofs.

A *subtree* here is complete: it has the ``2 ** level`` leaves that begin at leaf
``place * 2 ** level``. Its hash never changes, so these hashes are stored. A proof is a
list of hashes of ranges of leaves. Each range consists of at most one subtree per
level, so a proof takes O(log n) stored hashes.

Hashes have 32 bytes. Section numbers are those of RFC 6962. The checks follow RFC 9162,
which describes them without recursion.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from hashlib import sha256
from typing import NamedTuple

HASH_BYTES = 32
#: The root of a tree without leaves.
EMPTY_ROOT = sha256(b"").digest()


class Subtree(NamedTuple):
    """A complete subtree: its level (0 for a leaf) and its place there, from 0."""

    level: int
    place: int


class LeafRange(NamedTuple):
    """The leaves from ``start`` up to, but not including, ``end``."""

    start: int
    end: int


class ProofFails(Exception):
    """A proof does not lead to the expected root."""


def hash_leaf(data: bytes) -> bytes:
    """Return the hash of a leaf (section 2.1)."""
    return sha256(b"\x00" + data).digest()


def hash_children(left: bytes, right: bytes) -> bytes:
    """Return the hash of the parent of two nodes (section 2.1)."""
    return sha256(b"\x01" + left + right).digest()


def append_leaf(
    peaks: list[bytes], size: int, leaf: bytes
) -> list[tuple[Subtree, bytes]]:
    """
    Append the hash of a leaf to a tree of ``size`` leaves, given by its ``peaks``.

    The peaks are the hashes of ``subtrees_of(LeafRange(0, size))`` and are changed in
    place. Return the subtrees that became complete, with their hashes.
    """
    subtree, hashed = Subtree(0, size), leaf
    completed = [(subtree, hashed)]
    while subtree.place % 2:
        hashed = hash_children(peaks.pop(), hashed)
        subtree = Subtree(subtree.level + 1, subtree.place // 2)
        completed.append((subtree, hashed))
    peaks.append(hashed)
    return completed


def root_of(peaks: Sequence[bytes]) -> bytes:
    """Return the root of the tree or range of leaves with these peaks."""
    if not peaks:
        return EMPTY_ROOT
    return reduce(lambda right, left: hash_children(left, right), reversed(peaks))


def subtrees_of(leaves: LeafRange) -> list[Subtree]:
    """
    Return the subtrees of a range of leaves, from left to right.

    The range has to begin where a subtree of its size can begin, as in all proofs.
    """
    subtrees, start = [], leaves.start
    while start < leaves.end:
        level = (leaves.end - start).bit_length() - 1
        subtrees.append(Subtree(level, start >> level))
        start += 1 << level
    return subtrees


def ranges_of_inclusion(index: int, size: int) -> list[LeafRange]:
    """Return the ranges whose hashes form the audit path of a leaf (section 2.1.1)."""
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    start, end, ranges = 0, size, []
    while end - start > 1:
        middle = start + _largest_power_below(end - start)
        if index < middle:
            ranges.append(LeafRange(middle, end))
            end = middle
        else:
            ranges.append(LeafRange(start, middle))
            start = middle
    return ranges[::-1]


def ranges_of_consistency(old: int, size: int) -> list[LeafRange]:
    """
    Return the ranges whose hashes prove that a tree grew from ``old`` leaves.

    See section 2.1.2.
    """
    if not 0 < old <= size:
        raise ValueError(f"a tree of {size} leaves did not grow from {old}")
    start, end, ranges = 0, size, []
    while old < end:
        middle = start + _largest_power_below(end - start)
        if old <= middle:
            ranges.append(LeafRange(middle, end))
            end = middle
        else:
            ranges.append(LeafRange(start, middle))
            start = middle
    if start:
        ranges.append(LeafRange(start, end))
    return ranges[::-1]


def hash_ranges(
    ranges: Iterable[LeafRange], hashes: Mapping[Subtree, bytes]
) -> list[bytes]:
    """Return the hashes of ranges of leaves, computed from those of their subtrees."""
    return [root_of([hashes[one] for one in subtrees_of(each)]) for each in ranges]


def check_inclusion(
    *, leaf: bytes, index: int, size: int, root: bytes, proof: Sequence[bytes]
) -> None:
    """Raise ProofFails unless the leaf is in the tree (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        raise ProofFails(f"a tree of {size} leaves has no leaf {index}")
    found = leaf
    for each, is_left in zip(proof, _sides(index, size - 1, len(proof)), strict=True):
        found = hash_children(each, found) if is_left else hash_children(found, each)
    if found != root:
        raise ProofFails("the proof does not lead to the root")


def check_consistency(
    *, old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]
) -> None:
    """Raise ProofFails unless the tree extends the old one (RFC 9162, 2.1.4.2)."""
    if not 0 < old <= size:
        raise ProofFails(f"a tree of {size} leaves did not grow from {old}")
    if old == size:
        if proof or old_root != root:
            raise ProofFails("two trees of the same size have different roots")
        return
    # The last node that both trees have. It is the old root if that tree is complete.
    level = (old & -old).bit_length() - 1
    hashes = [*proof] if old & (old - 1) else [old_root, *proof]
    if len(hashes) < 2:
        raise ProofFails("the proof is too short")
    first, *rest = hashes
    old_found = found = first
    sides = _sides((old - 1) >> level, (size - 1) >> level, len(rest))
    for each, is_left in zip(rest, sides, strict=True):
        if is_left:
            old_found = hash_children(each, old_found)
            found = hash_children(each, found)
        else:
            found = hash_children(found, each)
    if (old_found, found) != (old_root, root):
        raise ProofFails("the proof does not lead to the two roots")


def _sides(place: int, last: int, count: int) -> list[bool]:
    """
    Return for each of the ``count`` hashes of a proof whether it is a left child.

    The proof leads up from the node at ``place`` on its level, whose last node is at
    ``last``. Raise ProofFails unless ``count`` hashes lead exactly to the root.
    """
    sides = []
    for _ in range(count):
        if not last:
            raise ProofFails("the proof is too long")
        is_left = place % 2 == 1 or place == last
        while is_left and place and place % 2 == 0:
            place, last = place >> 1, last >> 1
        sides.append(is_left)
        place, last = place >> 1, last >> 1
    if last:
        raise ProofFails("the proof is too short")
    return sides


def _largest_power_below(count: int) -> int:
    return 1 << (count - 1).bit_length() - 1
