"""Check the site's log: its tree, its checkpoints, and its leaves."""

from collections.abc import Iterator
from typing import Any

from django.db.models import OuterRef, Subquery

from games.models import StoredEvent, TransparencyLog
from games.transparency.keys import signers_of
from stoneage_core.cryptography.beacon import SignatureCheck
from stoneage_core.transparency.checkpoints import TreeHead
from stoneage_core.transparency.logged_heads import BadLeaf, GameFollower, alias_of
from stoneage_core.transparency.merkle import append_leaf, root_of
from stoneage_core.transparency.notes import check_note, read_note


def log_findings() -> Iterator[str]:
    """
    Yield a sentence for each fault in the logs of the site.

    Every leaf is hashed again and compared with its event. For an archived game this
    covers only the last event, and for a log that a restore ended none, because its
    events may be lost. Takes some microseconds a leaf.
    """
    newest = TransparencyLog.objects.order_by("-pk").first()
    for log in TransparencyLog.objects.order_by("pk"):
        for finding in _findings(log, is_at_work=log == newest):
            yield f"The log {log}: {finding}"


def _findings(log: TransparencyLog, *, is_at_work: bool) -> Iterator[str]:
    checkpoints = dict(log.checkpoints.values_list("size", "note"))
    follower, peaks = GameFollower(), list[bytes]()
    for index, leaf in enumerate(_leaves(log)):
        if leaf.index != index:
            yield f"entry {index} is missing"
            return
        try:
            told = follower.follow(leaf.data.encode())
        except BadLeaf as error:
            yield f"entry {index}: {error}"
            return
        if (told.alias, told.sequence) != (alias_of(leaf.game.slug), leaf.sequence):
            yield f"entry {index} belongs to another game or event than it says"
        elif is_at_work and told.head != _head_of(leaf, told.head):
            yield f"entry {index} has another hash than event {told.sequence}"
        append_leaf(peaks, index, told.hash)
        note = checkpoints.pop(index + 1, "")
        head = TreeHead(log.origin, index + 1, root_of(peaks))
        if note and not _is_signed(note, head):
            yield f"the checkpoint of {head.size} has other entries or a bad signature"
    yield from (f"the checkpoint of {size} has no entries" for size in checkpoints)


def _leaves(log: TransparencyLog) -> Iterator[Any]:
    """Yield the leaves in order, each with ``hash_of_event``."""
    event = StoredEvent.objects.filter(
        game=OuterRef("game"), sequence=OuterRef("sequence")
    )
    leaves = log.leaves.select_related("game").order_by("index")
    yield from leaves.annotate(hash_of_event=Subquery(event.values("hash"))).iterator()


def _head_of(leaf: Any, told: str) -> str:
    """Return the hash of a leaf's event, or the leaf's own if the event is archived."""
    if leaf.hash_of_event is not None:
        return str(leaf.hash_of_event)
    is_end = leaf.sequence == leaf.game.version
    return str(leaf.game.head) if is_end else told


def _is_signed(note: str, head: TreeHead) -> bool:
    """
    Return whether a checkpoint has this tree, and no known key's signature is bad. An
    old checkpoint may be signed by keys that are no longer configured.
    """
    read = read_note(note)
    known = [
        check_note(read, each.key)
        for each in signers_of(head.origin)
        if read.signature_of(each.key) is not None
    ]
    return read.text == head.text and SignatureCheck.BAD not in known
