"""
The leaves of the log: each has the head of a game at some moment.

A leaf is the UTF-8 of a JSON array without spaces:

    ["stoneage/head/1", alias of the game, sequence, head, hash of the leaf before]

``sequence`` is the number of the last event and ``head`` its hash. The *alias* replaces
the game's name, which only its spectators know: it is PBKDF2-HMAC-SHA256 of the name,
in hex. The *leaf before* is the hash, in hex, of the previous leaf of the same game, or
64 zeros. So the last leaf of a game commits to all its leaves, and anybody who reads
the leaves sees a fork if a game has two histories: see :class:`GameFollower`.
"""

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import pbkdf2_hmac
from typing import NamedTuple

import msgspec

from stoneage_core import fields
from stoneage_core.record.chain import GENESIS
from stoneage_core.transparency.merkle import hash_leaf

_KIND = "stoneage/head/1"
_ALIAS_SALT, _ALIAS_ROUNDS = b"stoneage/alias/1", 4096

_leaves = msgspec.json.Decoder(
    tuple[str, fields.Digest, fields.Sequence, fields.Digest, fields.Digest]
)


class BadLeaf(ValueError):
    """A leaf cannot be read, or does not follow from the leaves before it."""


class LoggedHead(NamedTuple):
    """The head of a game after an event, and the hash of the game's previous leaf."""

    alias: str
    sequence: int
    head: str
    previous: str = GENESIS

    @property
    def data(self) -> bytes:
        """The bytes of the leaf, as they are hashed and served."""
        return json.dumps([_KIND, *self], separators=(",", ":")).encode()

    @property
    def hash(self) -> bytes:
        return hash_leaf(self.data)


class GameFollower:
    """
    Reads the leaves of a log in order, and checks that each game only goes forward.

    ``last`` maps an alias to the sequence and hex hash of that game's last leaf.
    """

    def __init__(self, last: dict[str, tuple[int, str]] | None = None) -> None:
        self.last = dict(last or {})

    def follow(self, data: bytes) -> LoggedHead:
        """Return the next leaf; raise BadLeaf if it cannot follow."""
        leaf = read_leaf(data)
        sequence, previous = self.last.get(leaf.alias, (0, GENESIS))
        if leaf.previous != previous or leaf.sequence <= sequence:
            raise BadLeaf(
                f"a game has two histories: its leaf of event {leaf.sequence} does not "
                f"follow its leaf of event {sequence}"
            )
        self.last[leaf.alias] = (leaf.sequence, leaf.hash.hex())
        return leaf


@lru_cache(maxsize=4096)
def alias_of(game: str) -> str:
    """Return the alias of a game.

    This takes a millisecond, so that nobody can try all names.
    """
    digest = pbkdf2_hmac("sha256", game.encode(), _ALIAS_SALT, _ALIAS_ROUNDS)
    return digest.hex()


def read_leaf(data: bytes) -> LoggedHead:
    """Return the content of a leaf; raise BadLeaf if it is not in canonical form."""
    try:
        kind, alias, sequence, head, previous = _leaves.decode(data)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadLeaf(f"a leaf cannot be read: {error}") from error
    leaf = LoggedHead(alias, sequence, head, previous)
    if kind != _KIND or leaf.data != data:
        raise BadLeaf("a leaf is not in its canonical form")
    return leaf


def leaves_of(
    game: str, heads: Iterable[str], sequences: Sequence[int]
) -> list[LoggedHead]:
    """
    Return the leaves of a game at the events with these sequences.

    ``heads`` are the hashes of all its events. Raise BadLeaf if an event does not
    exist, or if the sequences do not increase.
    """
    hashes, leaves, before = list(heads), list[LoggedHead](), 0
    for sequence in sequences:
        if not before < sequence <= len(hashes):
            raise BadLeaf(f"event {sequence} does not exist or is out of order")
        previous = leaves[-1].hash.hex() if leaves else GENESIS
        leaf = LoggedHead(alias_of(game), sequence, hashes[sequence - 1], previous)
        leaves.append(leaf)
        before = sequence
    return leaves
