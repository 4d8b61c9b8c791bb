"""The table as a picture: the pages' own drawing as a PNG of few colours.

The same position in the same language is drawn once in a process, whoever it is for;
what came since a reader's last move is marked, and makes another picture.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from io import BytesIO
from urllib.parse import urlencode

from django.urls import reverse
from PIL import Image

from games.models import Game
from games.presentation import labels
from games.presentation.board import Board, board_of
from games.presentation.drawing import drawing_of, styles, symbols, table_drawing_of
from games.presentation.raster import Drawing, rasterise, take_apart
from games.presentation.table import TableView
from stoneage_core import GameState

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
