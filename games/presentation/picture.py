"""The table as a PNG of few colours, made from its drawing.

A drawing consists of parts: a path, a person in a ring, a word. Few of them are new in
the next picture, so each part is rasterised once and cached, and a picture is pasted
together from them. The same position in the same language is drawn once in a process.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from PIL import Image
from resvg_py import svg_to_bytes

from games.models import Game
from games.presentation import labels
from games.presentation.board import Board, board_of
from games.presentation.drawing import (
    FONT_FAMILY,
    definitions_for,
    drawing_of,
    styles,
    symbols,
    table_drawing_of,
)
from games.presentation.table_view import TableView
from stoneage_core import GameState

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


#: As many colours as a picture without photographs needs: it is a third as large so.
COLOURS = 56
#: Of 9, for zlib: two thirds of the time of its usual 6, for a twentieth more bytes.
EFFORT = 5
#: A seventh fewer bytes than that, for ten times the time.
MOST_EFFORT = 8
#: How many pictures are kept, of some 36 kB: other readers see them, links are shared.
MOST_PICTURES = 64

_COLOUR = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\b", re.I)


def draw_picture(table: TableView, *, is_light: bool = False) -> bytes:
    """Return board, cards and buildings as a PNG, light if asked. Keeps the latest."""
    effort = MOST_EFFORT if is_light else EFFORT
    return _png(take_apart(table_drawing_of(table)), effort)


def picture_of_map(board: Board) -> bytes:
    """Return the map alone as a PNG, as for whoever has not seen the game yet."""
    return _png(take_apart(drawing_of(board)))


def picture_url(game: Game, form: str, language: str = "") -> str:
    """
    Return the address of a game's board as it is now, as ``svg`` or ``png``.

    It has the version in it: another move, another address, so that it may be kept.
    A game that not everybody may watch has none in it.
    """
    asked = {"v": str(game.version)} if game.is_watchable else {}
    if language:
        asked["l"] = language
    address = reverse(f"games:board_{form}", args=[game.slug])
    return f"{address}?{urlencode(asked)}" if asked else address


@lru_cache(MOST_PICTURES)
def _png(drawing: Drawing, effort: int = EFFORT) -> bytes:
    """Return a drawing as a PNG, packed with so much effort."""
    few = rasterise(drawing).quantize(palette=_palette(), dither=Image.Dither.NONE)
    png = BytesIO()
    few.save(png, "PNG", compress_level=effort)
    return png.getvalue()


@cache
def _palette() -> Image.Image:
    """
    Return the colours of all pictures, as Pillow wants them: in a picture of its own.

    These are all that drawings name, and what they are mixed to most often where lines
    and half transparent areas lie on the map.
    """
    plain = dict.fromkeys(_colours_in(styles() + "".join(symbols().values())))
    pixels = rasterise(take_apart(_sample())).tobytes()
    counted = Counter(pixels[at : at + 3] for at in range(0, len(pixels), 3))
    mixed = (colour for colour, _count in counted.most_common())
    colours = list(dict.fromkeys((*plain, *mixed)))[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette(b"".join(colours))
    return palette


def _colours_in(source: str) -> Iterator[bytes]:
    """Yield red, green and blue of every colour that is named."""
    for found in _COLOUR.finditer(source):
        digits = found[1] if len(found[1]) == 6 else "".join(c + c for c in found[1])
        yield bytes.fromhex(digits)


def _sample() -> str:
    """Return a drawing of the map on which somebody of every seat stands everywhere."""
    tokens = "".join(
        f'<use class="seat-{seat}" href="#token-{mark.shape}"'
        f' x="{x + 25 * seat}" y="{y}" width="24" height="24"/>'
        for seat, mark in enumerate(labels.SEATS)
        for x, y in ((30, 90), (190, 90), (350, 90), (30, 240), (320, 240), (300, 360))
    )
    map_alone = drawing_of(board_of(GameState(), ()))
    return map_alone.removesuffix("</svg>") + tokens + "</svg>"
