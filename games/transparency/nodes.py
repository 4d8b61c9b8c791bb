"""The stored nodes of a log's tree. A proof reads O(log n) of them."""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import chain
from operator import or_

from django.db.models import Q

from games.models import TransparencyLog, TreeNode
from stoneage_core.transparency.merkle import (
    LeafRange,
    Subtree,
    hash_ranges,
    ranges_of_consistency,
    ranges_of_inclusion,
    subtrees_of,
)
from stoneage_core.transparency.tiles import (
    TILE_HEIGHT,
    TILE_WIDTH,
    BadTile,
    LogTile,
    write_leaves,
)


def read_nodes(
    log: TransparencyLog, subtrees: Iterable[Subtree]
) -> dict[Subtree, bytes]:
    """Return the hashes of those subtrees that are complete (one query)."""
    places = [Q(level=level, index=place) for level, place in set(subtrees)]
    if not places:
        return {}
    rows = log.nodes.filter(reduce(or_, places))
    return {
        Subtree(level, index): bytes(hashed)
        for level, index, hashed in rows.values_list("level", "index", "hash")
    }


def read_peaks(log: TransparencyLog, size: int) -> list[bytes]:
    """Return the hashes of the subtrees that make up the tree of ``size`` leaves."""
    subtrees = subtrees_of(LeafRange(0, size))
    hashes = read_nodes(log, subtrees)
    return [hashes[each] for each in subtrees]


def store_nodes(
    log: TransparencyLog, completed: Sequence[tuple[Subtree, bytes]]
) -> None:
    TreeNode.objects.bulk_create(
        TreeNode(log=log, level=each.level, index=each.place, hash=hashed)
        for each, hashed in completed
    )


def inclusion_path(log: TransparencyLog, index: int, size: int) -> list[bytes]:
    """Return the hashes that prove a leaf to be in the tree of ``size`` leaves."""
    return _hashes_of(log, ranges_of_inclusion(index, size))


def consistency_path(log: TransparencyLog, old: int, size: int) -> list[bytes]:
    """Return the hashes that prove that the tree grew from ``old`` leaves."""
    return _hashes_of(log, ranges_of_consistency(old, size))


def read_tile(log: TransparencyLog, tile: LogTile) -> bytes:
    """Return a tile of hashes or of leaves. Raise BadTile if it is not complete."""
    start = tile.number * TILE_WIDTH
    within = {"index__range": (start, start + tile.width - 1)}
    if tile.level is None:
        leaves = log.leaves.filter(**within).order_by("index")
        parts = [each.encode() for each in leaves.values_list("data", flat=True)]
    else:
        nodes = log.nodes.filter(**within, level=tile.level * TILE_HEIGHT)
        hashes = nodes.order_by("index").values_list("hash", flat=True)
        parts = [bytes(each) for each in hashes]
    if len(parts) < tile.width:
        raise BadTile("the log is not that long yet")
    return write_leaves(parts) if tile.level is None else b"".join(parts)


def _hashes_of(log: TransparencyLog, ranges: Sequence[LeafRange]) -> list[bytes]:
    subtrees = chain.from_iterable(map(subtrees_of, ranges))
    return hash_ranges(ranges, read_nodes(log, subtrees))
