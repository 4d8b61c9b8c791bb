"""Proofs from the site's log: that a game is in it, and that it only grew."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from games.errors import Refused
from games.models import Checkpoint, Cosignature, Game, LogLeaf, TransparencyLog
from games.transparency.logs import current_log
from games.transparency.nodes import consistency_path, inclusion_path
from stoneage_core.audit.appendix import LogPlace, RoundProof
from stoneage_core.transparency.checkpoints import encode_hash, read_tree_head
from stoneage_core.transparency.notes import SignedNote, read_note
from stoneage_core.transparency.proofs import ConsistencyProof, InclusionProof


class EntryInLog(NamedTuple):
    """
    Where a game's end is in the log, as emails quote it.

    ``number`` counts entries from 1. ``size`` is how many entries the log had at the
    checkpoint with this ``root``, in base64.
    """

    number: int
    size: int
    root: str


def find_entry(game: Game) -> EntryInLog | None:
    """
    Return where the current end of a game is in the log, or None. Takes at most one
    query, because every email about a game calls it.
    """
    if game.logged_version != game.version:
        return None
    newest = Checkpoint.objects.filter(log=OuterRef("log")).order_by("-size")
    leaves = LogLeaf.objects.filter(game=game, sequence=game.version)
    found = (
        leaves.order_by("-log")
        .values_list("index", Subquery(newest.values("note")[:1]))
        .first()
    )
    if found is None:
        return None
    index, newest_note = found
    head = read_tree_head(read_note(newest_note))
    return EntryInLog(index + 1, head.size, encode_hash(head.root))


def prove_inclusion(leaf: LogLeaf) -> InclusionProof:
    """
    Return a proof that a leaf is in the log.

    It leads to the newest checkpoint that covers the leaf and has a witness's
    signature, or else to the newest of all.
    """
    checkpoint = _covering(leaf)
    path = inclusion_path(leaf.log, leaf.index, checkpoint.size)
    return InclusionProof(leaf.index, tuple(path), signed_note(checkpoint))


def place_of(
    game: Game, *, upto: int, namings: Mapping[int, datetime]
) -> LogPlace | None:
    """
    Return the place of a game in the current log, for its record, or None.

    ``upto`` is the last event in the record; the game may have continued since.
    ``namings`` are the events that name a round of a beacon, with the times at which
    the rounds were published: what witnesses signed before that is added.
    """
    log = current_log()
    if log is None:
        return None
    leaves = list(game.leaves.filter(log=log, sequence__lte=upto).order_by("sequence"))
    if not leaves:
        return None
    sequences = tuple(leaf.sequence for leaf in leaves)
    found = (_prove_round(game, event, upto, at) for event, at in namings.items())
    rounds = tuple(each for each in found if each is not None)
    return LogPlace(sequences, str(prove_inclusion(leaves[-1])), rounds)


def _prove_round(
    game: Game, event: int, upto: int, published: datetime
) -> RoundProof | None:
    """Return the first checkpoint with an event that was cosigned before a time."""
    later = game.leaves.filter(sequence__range=(event, upto))
    for leaf in later.select_related("log").order_by("log", "sequence"):
        signed = Cosignature.objects.filter(
            checkpoint__log=leaf.log,
            checkpoint__size__gt=leaf.index,
            signed_at__lt=published,
        )
        first = signed.select_related("checkpoint").order_by("checkpoint__size").first()
        if first is not None:
            size = first.checkpoint.size
            path = inclusion_path(leaf.log, leaf.index, size)
            note = signed_note(first.checkpoint)
            proof = InclusionProof(leaf.index, tuple(path), note)
            return RoundProof(event, leaf.data, str(proof))
    return None


def prove_consistency(log: TransparencyLog, old: int, size: int) -> ConsistencyProof:
    """Return a proof that a log grew between two sizes. May raise Refused."""
    checkpoint = log.checkpoints.filter(size=size).first()
    if checkpoint is None or not 0 < old <= size:
        raise Refused("not_there")
    path = consistency_path(log, old, size)
    return ConsistencyProof(old, tuple(path), signed_note(checkpoint))


def signed_note(checkpoint: Checkpoint) -> SignedNote:
    """Return a checkpoint with all signatures, as it is served."""
    lines = checkpoint.cosignatures.order_by("pk").values_list("line", flat=True)
    return read_note(checkpoint.note + "".join(lines))


def _covering(leaf: LogLeaf) -> Checkpoint:
    later = leaf.log.checkpoints.filter(size__gt=leaf.index)
    seen = later.filter(cosignatures__isnull=False)
    checkpoint = seen.order_by("-size").first() or later.order_by("-size").first()
    assert checkpoint is not None
    return checkpoint
