"""The table as a PNG of few colours, made from its drawing.

A drawing consists of parts: a path, a person in a ring, a word. Few of them are new in
the next picture, so each part is rasterised once and cached, and a picture is pasted
together from them. The same position in the same language is drawn once in a process.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from io import BytesIO
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
    FONT_FOLDER,
    DrawnLine,
    DrawnPlace,
    DrawnScore,
    DrawnTribe,
    definitions_for,
    drawing_of,
    league_drawing_of,
    styles,
    symbols,
    table_drawing_of,
    wide_drawing_of,
)
from games.presentation.table_view import TableView
from stoneage_core import GameState

#: How much larger a raster is than the drawing, for screens with many pixels.
ZOOM = 1.5
#: The grid in which a part is located, in units. It has whole pixels at the zoom.
COARSE = 8
#: How many parts are cached, about 7 kB each. A table has about 140, mostly shared.
MOST_RASTERS = 2048
#: How many grounds are cached, 2 MB each: the map, with none or six to eight tiles,
#: with room for the final scores, and wide.
MOST_GROUNDS = 7

_FONT_FILES = [
    str(FONT_FOLDER / "board-latin.ttf"),
    str(FONT_FOLDER / "board-hangul.ttf"),
]

_UNPAINTED = re.compile(r"<(defs|title|desc|style)\b.*?</\1>", re.S)
_TAG = re.compile(
    r"(?P<part><text\b.*?</text>|<[^>]*/>)|(?P<end></\w+>)|<(?P<name>\w+)[^>]*>", re.S
)
_VIEW_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
#: The ground, which is the same in every position.
_GROUND = re.compile(r'class="map-(?:paper|ground|region|sign|tile)[" ]|href="#art-')


class Drawing(NamedTuple):
    """
    A drawing in parts.

    ``root`` is its first tag. ``parts`` are what it paints, bottom first, each with the
    groups around it. Titles and descriptions are left out, because they are not
    painted.
    """

    root: str
    parts: tuple[str, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in units of the view box, which begins at 0."""
        box = _VIEW_BOX.search(self.root)
        assert box is not None, self.root
        return int(box[1]), int(box[2])


class Raster(NamedTuple):
    """The pixels of a part, and the position of their upper left corner."""

    pixels: Image.Image
    corner: tuple[int, int]


def take_apart(svg: str) -> Drawing:
    """Return the parts of a drawing, without the links around them."""
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
    """Return the pixels of a drawing. Caches its parts and its ground."""
    ground, others = list[str](), list[str]()
    for part in drawing.parts:
        (ground if _GROUND.search(part) else others).append(part)
    picture = _ground(Drawing(drawing.root, tuple(ground))).copy()
    for part in others:
        _lay(_raster_of(Drawing(drawing.root, (part,))), picture)
    return picture


@lru_cache(MOST_GROUNDS)
def _ground(ground: Drawing) -> Image.Image:
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
    """Return the smallest raster of a part, or None if it paints nothing."""
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
    """Paint a box (left, top, width, height) of a part on a transparent ground."""
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


#: How many mixtures of colours are kept beside those that drawings name. A picture
#: without photographs needs no more, and has a third of the size.
MIXTURES = 20
#: The zlib level. It takes two thirds of the time of the default 6, for 5 % more bytes.
EFFORT = 5
#: Ten times the time, for a seventh fewer bytes.
MOST_EFFORT = 8
#: How many pictures are cached, about 36 kB each, because many readers see the same.
MOST_PICTURES = 64

_COLOUR = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\b", re.I)


def draw_picture(
    table: TableView, *, scores: Sequence[DrawnScore] = (), is_light: bool = False
) -> bytes:
    """Return board, cards, buildings and scores as a PNG, smaller if ``is_light``."""
    effort = MOST_EFFORT if is_light else EFFORT
    return _png(take_apart(table_drawing_of(table, scores)), effort)


def draw_wide_picture(table: TableView, tribes: Sequence[DrawnTribe]) -> bytes:
    """Return the map and the tribes beside it as a PNG for previews of links."""
    return _png(take_apart(wide_drawing_of(table, tribes)))


def draw_league_picture(
    lines: Sequence[DrawnLine], places: Sequence[DrawnPlace]
) -> bytes:
    """Return the empty map and the head of a league's table as a PNG for previews."""
    board = board_of(GameState(), ())
    return _png(take_apart(league_drawing_of(board, lines, places)))


def picture_of_map(board: Board) -> bytes:
    return _png(take_apart(drawing_of(board)))


def picture_url(game: Game, form: str, language: str = "") -> str:
    """
    Return the URL of a game's current board, as ``svg`` or ``png``.

    It contains the version, so that caches may keep it. That of a game with a closed
    audience does not.
    """
    asked = {"v": str(game.version)} if game.is_watchable else {}
    if language:
        asked["l"] = language
    address = reverse(f"games:board_{form}", args=[game.slug])
    return f"{address}?{urlencode(asked)}" if asked else address


@lru_cache(MOST_PICTURES)
def _png(drawing: Drawing, effort: int = EFFORT) -> bytes:
    few = rasterise(drawing).quantize(palette=_palette(), dither=Image.Dither.NONE)
    png = BytesIO()
    few.save(png, "PNG", compress_level=effort)
    return png.getvalue()


@cache
def _palette() -> Image.Image:
    """
    Return the palette of all pictures, as a Pillow image.

    It has all colours that drawings name, and the most frequent mixtures at the edges
    of lines and half transparent areas.
    """
    plain = dict.fromkeys(_colours_in(styles() + "".join(symbols().values())))
    pixels = rasterise(take_apart(_sample())).tobytes()
    counted = Counter(pixels[at : at + 3] for at in range(0, len(pixels), 3))
    mixed = [colour for colour, _count in counted.most_common() if colour not in plain]
    palette = Image.new("P", (1, 1))
    palette.putpalette(b"".join((*plain, *mixed[:MIXTURES])))
    return palette


def _colours_in(source: str) -> Iterator[bytes]:
    for found in _COLOUR.finditer(source):
        digits = found[1] if len(found[1]) == 6 else "".join(c + c for c in found[1])
        yield bytes.fromhex(digits)


def _sample() -> str:
    """Return a drawing of the map with tokens of all seats on all kinds of ground."""
    tokens = "".join(
        f'<use class="seat-{seat}" href="#token-{mark.shape}"'
        f' x="{x + 25 * seat}" y="{y}" width="24" height="24"/>'
        for seat, mark in enumerate(labels.SEATS)
        for x, y in ((30, 90), (190, 90), (350, 90), (30, 240), (320, 240), (300, 360))
    )
    map_alone = drawing_of(board_of(GameState(), ()))
    return map_alone.removesuffix("</svg>") + tokens + "</svg>"
