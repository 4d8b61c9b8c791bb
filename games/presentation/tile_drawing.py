"""Cards and buildings as small drawings without a word: icons, and figures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.presentation.cards import Half
from games.presentation.map_layout import Crowd
from games.presentation.tiles import Tile

#: From one tile to the next, in units of the drawing.
STEP, ROW = 117, 67
#: How far the first tile is from the edge.
SIDE = 8
#: Where the half ends that says what a tile gives or costs.
MIDDLE, RIGHT = 68, 112


@dataclass(frozen=True)
class DrawnIcon:
    """An icon: its name, its left upper corner, its size."""

    icon: str
    x: float
    y: float
    size: float


@dataclass(frozen=True)
class DrawnText:
    """Figures, and where they begin."""

    words: str
    x: float
    y: float


@dataclass(frozen=True)
class DrawnTile:
    """A tile at its place in the drawing, in units of its view box."""

    x: int
    y: int
    tone: str
    crowd: Crowd | None
    marks: tuple[DrawnIcon, ...]
    texts: tuple[DrawnText, ...]


def draw_tiles(rows: Sequence[Sequence[Tile]], top: int) -> tuple[DrawnTile, ...]:
    """Lay rows of tiles out under one another, the first at ``top``."""
    return tuple(
        _draw(tile, SIDE + column * STEP, top + row * ROW)
        for row, tiles in enumerate(rows)
        for column, tile in enumerate(tiles)
    )


def _draw(tile: Tile, x: int, y: int) -> DrawnTile:
    head = DrawnIcon("any" if tile.is_card else "building", 6, 5, 16)
    price = DrawnText(str(tile.price), 25, 19)
    if not tile.halves:
        return DrawnTile(x, y, "", tile.crowd, (head,), ())
    left, right = tile.halves
    marks = (head, *_marks_on_the_left(left), _mark_on_the_right(right))
    texts = (price, *_texts(left, 6 + 1.25 * _size(left), 50), *_texts(right, 78, 56))
    return DrawnTile(x, y, right.tone, tile.crowd, marks, texts)


def _marks_on_the_left(half: Half) -> Iterator[DrawnIcon]:
    """Draw one icon with its figure beside it, or all of them side by side."""
    icons = half.icons[:1] if half.is_counted else half.icons
    size = _size(half)
    step = min(size, (MIDDLE - 8 - size) / max(1, len(icons) - 1))
    for number, icon in enumerate(icons):
        yield DrawnIcon(icon, 6 + number * step, 32, size)


def _size(half: Half) -> int:
    """Return how large icons on the left are: small beside long figures, as “5 (4)”."""
    if len(half.icons) > 1 and not half.is_counted:
        return 21
    return 24 if len(_figures(half)) <= 3 else 16


def _mark_on_the_right(half: Half) -> DrawnIcon:
    """Draw the icon above its figure, or larger where there is none."""
    size = 26 if _figures(half) else 32
    top = 10 if _figures(half) else 16
    return DrawnIcon(half.icons[0], (MIDDLE + RIGHT - size) / 2, top, size)


def _texts(half: Half, x: float, y: float) -> Iterator[DrawnText]:
    if figures := _figures(half):
        yield DrawnText(figures, x, y)


def _figures(half: Half) -> str:
    """Return what is short and has no letter: it is read in every language."""
    return "" if any(map(str.isalpha, half.short)) else half.short
