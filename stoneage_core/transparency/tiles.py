"""
Tiles: a log as files that never change; the format is C2SP's ``tlog-tiles``.

A tile holds up to 256 hashes, or leaves, that stand side by side. Its path is
``tile/LEVEL/N``, or ``tile/entries/N`` for leaves; N is written by threes of digits,
all but the last behind an ``x``: ``x001/234``. One that is not full yet ends in ``.p/``
and the number of what it holds.
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
    """No tile is called like that, or one holds what no tile can hold."""


class LogTile(NamedTuple):
    """
    A tile by its place: ``level`` counts tiles, from 0; None is that of the leaves.

    ``width`` is how many hashes, or leaves, it holds.
    """

    level: int | None
    number: int
    width: int = TILE_WIDTH

    @property
    def path(self) -> str:
        """Where it is, below the log's own address."""
        digits = f"{self.number:03d}"
        digits = digits.zfill(-(-len(digits) // 3) * 3)
        parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
        told = "/".join([*(f"x{part}" for part in parts[:-1]), parts[-1]])
        level = "entries" if self.level is None else self.level
        partial = "" if self.width == TILE_WIDTH else f".p/{self.width}"
        return f"tile/{level}/{told}{partial}"


def tile_at(path: str) -> LogTile:
    """Return the tile at a path behind ``tile/``; raise BadTile where there is none."""
    found = _PATH.fullmatch(path)
    if found is None:
        raise BadTile(f"no tile is called {path!r}")
    level, digits, width = found.groups()
    number = int(digits.replace("x", "").replace("/", ""))
    tile = LogTile(
        None if level == "entries" else int(level),
        number,
        TILE_WIDTH if width is None else int(width),
    )
    if tile.path != f"tile/{path}" or not 0 < tile.width <= TILE_WIDTH:
        raise BadTile(f"no tile is called {path!r}")
    return tile


def tiles_of_leaves(start: int, end: int) -> Iterator[LogTile]:
    """Yield the tiles in which the leaves from ``start`` up to ``end`` - 1 are."""
    for number in range(start // TILE_WIDTH, -(-end // TILE_WIDTH)):
        yield LogTile(None, number, min(TILE_WIDTH, end - number * TILE_WIDTH))


def write_leaves(leaves: Iterable[bytes]) -> bytes:
    """Return a tile of leaves: each behind its length, in two bytes."""
    told = (len(each).to_bytes(_LENGTH_BYTES, "big") + each for each in leaves)
    return b"".join(told)


def read_leaves(content: bytes) -> list[bytes]:
    """Return the leaves in a tile; raise BadTile where it ends within one."""
    leaves, at = [], 0
    while at < len(content):
        begin = at + _LENGTH_BYTES
        end = begin + int.from_bytes(content[at:begin], "big")
        if begin > len(content) or end > len(content):
            raise BadTile("a tile ends within a leaf")
        leaves.append(content[begin:end])
        at = end
    return leaves
