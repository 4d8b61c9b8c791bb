"""
A witness: remembers how far it saw a log grow, and signs what it saw.

It reads every leaf since the last time, so that its signature says three things: that
the log only grew, that no game was told in two ways, and when it saw it (C2SP's
``tlog-cosignature``). What it remembers is a :class:`WitnessState`, which a file keeps.
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
from stoneage_core.transparency.notes import (
    NoteSigner,
    SignedNote,
    check_note,
    parse_vkey,
    with_signatures,
)


class Inconsistent(Exception):
    """A log shows another past than it did; the message says how."""


class WitnessState(Struct, frozen=True, forbid_unknown_fields=True):
    """
    What a witness knows of a log.

    ``vkey`` is the log's key, ``checkpoint`` the newest that was seen, as the log
    signed it; ``peaks`` are the hashes, in base64, of the subtrees that the tree of
    ``size`` leaves is made of; ``games`` tells the last leaf of each game,
    its sequence and its hash in hex, by the game's alias.
    """

    origin: str
    vkey: str
    checkpoint: str = ""
    size: int = 0
    peaks: tuple[str, ...] = ()
    games: dict[str, tuple[int, str]] = {}


def require_same_log(state: WitnessState, checkpoint: SignedNote) -> TreeHead:
    """
    Return the head of a checkpoint if it is one that may follow what was seen.

    Raise Inconsistent where it is of another log, is not signed by the log's key, or
    is of a smaller tree.
    """
    head = read_tree_head(checkpoint)
    if head.origin != state.origin:
        raise Inconsistent(
            f"it is another log now: {head.origin}, and no more {state.origin}"
        )
    if not is_signed_by_log(state, checkpoint):
        raise Inconsistent(f"the checkpoint is not signed by {state.vkey}")
    if head.size < state.size:
        raise Inconsistent(
            f"the log has shrunk: {head.size} entries, and it had {state.size}"
        )
    return head


def is_signed_by_log(state: WitnessState, checkpoint: SignedNote) -> bool:
    """Whether the key that a witness knows of its log signed a checkpoint."""
    return check_note(checkpoint, parse_vkey(state.vkey)) is SignatureCheck.GOOD


def follow_log(
    state: WitnessState, checkpoint: SignedNote, leaves: Iterable[bytes]
) -> WitnessState:
    """
    Return what a witness knows after a checkpoint.

    ``leaves`` are all since the tree that was seen before. Raise Inconsistent where
    they do not lead to the checkpoint, or tell a game in two ways.
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


def cosign_checkpoint(
    checkpoint: SignedNote, witness: NoteSigner, seconds: int
) -> SignedNote:
    """Return a checkpoint with a witness's signature, made at a Unix time."""
    return with_signatures(checkpoint, [witness.cosign(checkpoint.text, seconds)])
