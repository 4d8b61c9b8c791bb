"""
Tiles: a log as files that never change (C2SP's ``tlog-tiles``).

A tile holds up to 256 consecutive hashes or leaves. Its path is ``tile/LEVEL/N``, or
``tile/entries/N`` for leaves. N is written in groups of three digits, all but the last
with an ``x`` before them: ``x001/234``. The path of a partial tile ends in ``.p/`` and
its width.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

TILE_WIDTH, TILE_HEIGHT = 256, 8
_LENGTH_BYTES = 2
_PATH = re.compile(
    r"(entries|[0-9]|[1-5][0-9]|6[0-3])/((?:x\d{3}/)*\d{3})(?:\.p/(\d+))?"
)


class BadTile(ValueError):
    """A path or the content of a tile is invalid."""


class LogTile(NamedTuple):
    """
    The address of a tile.

    ``level`` counts levels of tiles from 0 and is None for leaves. ``width`` is the
    number of its hashes or leaves.
    """

    level: int | None
    number: int
    width: int = TILE_WIDTH

    @property
    def path(self) -> str:
        """The path below the log's address."""
        digits = f"{self.number:03d}"
        digits = digits.zfill(-(-len(digits) // 3) * 3)
        parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
        number = "/".join([*(f"x{part}" for part in parts[:-1]), parts[-1]])
        level = "entries" if self.level is None else self.level
        partial = "" if self.width == TILE_WIDTH else f".p/{self.width}"
        return f"tile/{level}/{number}{partial}"


def tile_at(path: str) -> LogTile:
    """Return the tile at a path after ``tile/``; raise BadTile if it is invalid."""
    found = _PATH.fullmatch(path)
    if found is None:
        raise BadTile(f"“{path}” is not the path of a tile")
    level, digits, width = found.groups()
    number = int(digits.replace("x", "").replace("/", ""))
    tile = LogTile(
        None if level == "entries" else int(level),
        number,
        TILE_WIDTH if width is None else int(width),
    )
    if tile.path != f"tile/{path}" or not 0 < tile.width <= TILE_WIDTH:
        raise BadTile(f"“{path}” is not the path of a tile")
    return tile


def tiles_of_leaves(start: int, end: int) -> Iterator[LogTile]:
    """Yield the tiles that have the leaves from ``start`` up to ``end`` - 1."""
    for number in range(start // TILE_WIDTH, -(-end // TILE_WIDTH)):
        yield LogTile(None, number, min(TILE_WIDTH, end - number * TILE_WIDTH))


def write_leaves(leaves: Iterable[bytes]) -> bytes:
    """Return the content of a tile of leaves: each after its length in two bytes."""
    parts = (len(each).to_bytes(_LENGTH_BYTES, "big") + each for each in leaves)
    return b"".join(parts)


def read_leaves(content: bytes) -> list[bytes]:
    """Return the leaves in a tile; raise BadTile if the last one is incomplete."""
    leaves, at = [], 0
    while at < len(content):
        begin = at + _LENGTH_BYTES
        end = begin + int.from_bytes(content[at:begin], "big")
        if begin > len(content) or end > len(content):
            raise BadTile("the last leaf of a tile is incomplete")
        leaves.append(content[begin:end])
        at = end
    return leaves
