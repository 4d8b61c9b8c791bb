"""
A monitor checks that a log only grew since the last time.

It reads every new leaf, and also finds a game that has two histories. Witnesses do not:
they check only that one tree extends another. A file keeps what a monitor has seen, a
:class:`MonitorState`.
"""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from stoneage_core.cryptography.beacon import SignatureCheck
from stoneage_core.transparency.checkpoints import (
    TreeHead,
    decode_hash,
    encode_hash,
    read_tree_head,
)
from stoneage_core.transparency.logged_heads import BadLeaf, GameFollower
from stoneage_core.transparency.merkle import append_leaf, hash_leaf, root_of
from stoneage_core.transparency.notes import SignedNote, check_note, parse_vkey


class Inconsistent(Exception):
    """A log contradicts what it showed before; the message says how."""


class MonitorState(Struct, frozen=True, forbid_unknown_fields=True):
    """What a monitor has seen of a log."""

    origin: str
    #: The public key of the log.
    vkey: str
    #: The newest checkpoint that was seen, signed by the log.
    checkpoint: str = ""
    #: How many leaves were read, and the hashes in base64 of the subtrees of that tree.
    size: int = 0
    peaks: tuple[str, ...] = ()
    #: The sequence and hex hash of each game's last leaf, by the game's alias.
    games: dict[str, tuple[int, str]] = {}


def require_same_log(state: MonitorState, checkpoint: SignedNote) -> TreeHead:
    """
    Return the head of a checkpoint that can follow what was seen.

    Raise Inconsistent if it is of another log, not signed by the log's key, or of a
    smaller tree.
    """
    head = read_tree_head(checkpoint)
    if head.origin != state.origin:
        raise Inconsistent(
            f"it is another log now: {head.origin} instead of {state.origin}"
        )
    if not is_signed_by_log(state, checkpoint):
        raise Inconsistent(f"the checkpoint is not signed by {state.vkey}")
    if head.size < state.size:
        raise Inconsistent(
            f"the log has shrunk: it has {head.size} entries and had {state.size}"
        )
    return head


def is_signed_by_log(state: MonitorState, checkpoint: SignedNote) -> bool:
    """Return whether the known key of the log signed a checkpoint."""
    return check_note(checkpoint, parse_vkey(state.vkey)) is SignatureCheck.GOOD


def follow_log(
    state: MonitorState, checkpoint: SignedNote, leaves: Iterable[bytes]
) -> MonitorState:
    """
    Return what a monitor has seen after a checkpoint.

    ``leaves`` are all those after the ones that were seen. Raise Inconsistent if they
    do not lead to the checkpoint, or if a game has two histories.
    """
    head = require_same_log(state, checkpoint)
    follower, size = GameFollower(state.games), state.size
    peaks = [decode_hash(each) for each in state.peaks]
    for data in leaves:
        try:
            follower.follow(data)
        except BadLeaf as error:
            raise Inconsistent(f"entry {size}: {error}") from error
        append_leaf(peaks, size, hash_leaf(data))
        size += 1
    if (size, root_of(peaks)) != (head.size, head.root):
        raise Inconsistent(
            f"the log was rewritten: its entries up to {size} do not lead to its "
            f"checkpoint of {head.size}"
        )
    return msgspec.structs.replace(
        state,
        checkpoint=str(checkpoint),
        size=size,
        peaks=tuple(map(encode_hash, peaks)),
        games=follower.last,
    )
