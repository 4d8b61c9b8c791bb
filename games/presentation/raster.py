"""Rasters: drawings as pixels, of which each part is rasterised once in a process.

A drawing is made of parts: a path, a token in its ring, a word. Hardly any of them is
new in the next picture, so each is kept as pixels, and a picture is laid together from
them, bottom first.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from resvg_py import svg_to_bytes

from games.presentation.drawing import FONT_FAMILY, definitions_for, styles

#: A raster is this much larger than the drawing, for sharp screens.
ZOOM = 1.5
#: A part is looked for in squares of so many units, which are whole pixels at the zoom.
COARSE = 8
#: How many parts are kept, of some 7 kB; a table has about 140, few of them its own.
MOST_RASTERS = 2048
#: How many grounds are kept, of 2 MB: the map alone, and with six to eight tiles.
MOST_GROUNDS = 4

FONT_FOLDER = Path(__file__).parent / "fonts"
_FONT_FILES = [
    str(FONT_FOLDER / "board-latin.ttf"),
    str(FONT_FOLDER / "board-hangul.ttf"),
]

_UNPAINTED = re.compile(r"<(defs|title|desc|style)\b.*?</\1>", re.S)
_TAG = re.compile(
    r"(?P<part><text\b.*?</text>|<[^>]*/>)|(?P<end></\w+>)|<(?P<name>\w+)[^>]*>", re.S
)
_VIEW_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
#: What lies under everything else, and is the same in every position.
_GROUND = re.compile(r'class="map-(?:paper|ground|region|sign|tile)[" ]|href="#art-')


class Drawing(NamedTuple):
    """
    A drawing taken apart.

    ``root`` is its first tag; ``parts`` are what it paints, bottom first, each within
    the groups around it. Titles and descriptions are in none: nobody sees them.
    """

    root: str
    parts: tuple[str, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in units, by the view box, which begins at 0."""
        box = _VIEW_BOX.search(self.root)
        assert box is not None, self.root
        return int(box[1]), int(box[2])


class Raster(NamedTuple):
    """The pixels of a part, and where their left upper corner lies."""

    pixels: Image.Image
    corner: tuple[int, int]


def take_apart(svg: str) -> Drawing:
    """Return the parts of a drawing; links around them are left out."""
    tags = _TAG.finditer(_UNPAINTED.sub("", svg))
    return Drawing(next(tags)[0], tuple(_parts(tags)))


def _parts(tags: Iterator[re.Match[str]]) -> Iterator[str]:
    around: list[tuple[str, str]] = []
    for tag in tags:
        if tag["part"]:
            heads, ends = zip(*around, strict=True) if around else ((), ())
            yield "".join((*heads, tag["part"], *reversed(ends)))
        elif tag["end"]:
            del around[-1:]
        else:
            is_link = tag["name"] == "a"
            around.append(("", "") if is_link else (tag[0], f"</{tag['name']}>"))


def rasterise(drawing: Drawing) -> Image.Image:
    """Return the pixels of a drawing. Keeps those of its parts and of its ground."""
    ground, others = list[str](), list[str]()
    for part in drawing.parts:
        (ground if _GROUND.search(part) else others).append(part)
    picture = _ground(Drawing(drawing.root, tuple(ground))).copy()
    for part in others:
        _lay(_raster_of(Drawing(drawing.root, (part,))), picture)
    return picture


@lru_cache(MOST_GROUNDS)
def _ground(ground: Drawing) -> Image.Image:
    """Return all that never changes, laid together."""
    width, height = ground.size
    picture = Image.new("RGB", (round(width * ZOOM), round(height * ZOOM)))
    for part in ground.parts:
        _lay(_raster_of(Drawing(ground.root, (part,))), picture)
    return picture


def _lay(raster: Raster | None, picture: Image.Image) -> None:
    if raster is not None:
        picture.paste(raster.pixels, raster.corner, raster.pixels)


@lru_cache(MOST_RASTERS)
def _raster_of(part: Drawing) -> Raster | None:
    """Return the pixels that a part paints, and no more; None where it paints none."""
    width, height = part.size
    found = _pixels(part, (0, 0, width, height), 1 / COARSE).getbbox()
    if found is None:
        return None
    left, top = (max(0, at - 1) * COARSE for at in found[:2])
    right, bottom = ((at + 1) * COARSE for at in found[2:])
    right, bottom = min(right, width), min(bottom, height)
    pixels = _pixels(part, (left, top, right - left, bottom - top), ZOOM)
    painted = pixels.getbbox()
    if painted is None:
        return None
    corner = (round(left * ZOOM) + painted[0], round(top * ZOOM) + painted[1])
    return Raster(pixels.crop(painted), corner)


def _pixels(part: Drawing, box: tuple[int, int, int, int], zoom: float) -> Image.Image:
    """Paint what lies in a box (left, top, width, height) of a part, on nothing."""
    view = f'viewBox="{" ".join(map(str, box))}" width="{box[2]}" height="{box[3]}"'
    root, (body,) = _VIEW_BOX.sub(view, part.root), part.parts
    png = svg_to_bytes(
        svg_string=f"{root}<defs>{definitions_for(body)}</defs>{body}</svg>",
        style_sheet=styles(),
        zoom=zoom,
        skip_system_fonts=True,
        font_files=_FONT_FILES,
        font_family=FONT_FAMILY,
    )
    return Image.open(BytesIO(bytes(png))).convert("RGBA")
