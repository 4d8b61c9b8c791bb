"""
The leaves of the log: each says how the log of a game ended at a moment.

A leaf is the UTF-8 of a JSON array without spaces:

    ["stoneage/head/1", alias of the game, sequence, head, hash of the leaf before]

``sequence`` is the number of the last event and ``head`` its hash. The *alias* stands
for the game's name, which is a secret of those who look on: it is PBKDF2-HMAC-SHA256 of
the name, in hex. The *leaf before* is that of the same game, its hash in hex, or 64
zeros for the first one. So the last leaf of a game stands for all of them, and two
histories of one game cannot be told in one log without a fork that everybody sees who
reads its leaves: see :class:`GameFollower`.
"""

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import pbkdf2_hmac
from typing import NamedTuple

import msgspec

from stoneage_core import fields
from stoneage_core.serialization.chain import GENESIS
from stoneage_core.transparency.merkle import hash_leaf

_KIND = "stoneage/head/1"
_ALIAS_SALT, _ALIAS_ROUNDS = b"stoneage/alias/1", 4096

_leaves = msgspec.json.Decoder(
    tuple[str, fields.Digest, fields.Sequence, fields.Digest, fields.Digest]
)


class BadLeaf(ValueError):
    """A leaf is none, or does not follow from those before it; the message says why."""


class LoggedHead(NamedTuple):
    """The head of a game after an event, and the hash of the game's leaf before."""

    alias: str
    sequence: int
    head: str
    previous: str = GENESIS

    @property
    def data(self) -> bytes:
        """The leaf, as it is hashed and served."""
        return json.dumps([_KIND, *self], separators=(",", ":")).encode()

    @property
    def hash(self) -> bytes:
        """The hash of the leaf in the tree."""
        return hash_leaf(self.data)


class GameFollower:
    """
    Reads the leaves of a log in order, and sees that each game only goes forward.

    ``last`` holds, by alias, the sequence and the hash in hex of a game's last leaf.
    """

    def __init__(self, last: dict[str, tuple[int, str]] | None = None) -> None:
        self.last = dict(last or {})

    def follow(self, data: bytes) -> LoggedHead:
        """Return the leaf; raise BadLeaf where it is no leaf that may come next."""
        leaf = read_leaf(data)
        sequence, previous = self.last.get(leaf.alias, (0, GENESIS))
        if leaf.previous != previous or leaf.sequence <= sequence:
            raise BadLeaf(
                f"a game is told twice: a leaf of event {leaf.sequence} does not "
                f"follow the game’s leaf of event {sequence}"
            )
        self.last[leaf.alias] = (leaf.sequence, leaf.hash.hex())
        return leaf


@lru_cache(maxsize=4096)
def alias_of(game: str) -> str:
    """Return the alias of a game; a millisecond, so that nobody tries all names."""
    digest = pbkdf2_hmac("sha256", game.encode(), _ALIAS_SALT, _ALIAS_ROUNDS)
    return digest.hex()


def read_leaf(data: bytes) -> LoggedHead:
    """Return what a leaf says; raise BadLeaf where it says it in any other form."""
    try:
        kind, alias, sequence, head, previous = _leaves.decode(data)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadLeaf(f"a leaf cannot be read: {error}") from error
    leaf = LoggedHead(alias, sequence, head, previous)
    if kind != _KIND or leaf.data != data:
        raise BadLeaf("a leaf is not as it was written")
    return leaf


def leaves_of(
    game: str, heads: Iterable[str], sequences: Sequence[int]
) -> list[LoggedHead]:
    """
    Return the leaves of a game at the events with these numbers, in order.

    ``heads`` are the hashes of all its events. Raise BadLeaf where there is no such
    event, or the numbers do not rise.
    """
    hashes, leaves, before = list(heads), list[LoggedHead](), 0
    for sequence in sequences:
        if not before < sequence <= len(hashes):
            raise BadLeaf(f"event {sequence} is told at the wrong place, or is none")
        previous = leaves[-1].hash.hex() if leaves else GENESIS
        leaf = LoggedHead(alias_of(game), sequence, hashes[sequence - 1], previous)
        leaves.append(leaf)
        before = sequence
    return leaves
