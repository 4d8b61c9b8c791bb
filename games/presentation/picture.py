"""The table as a picture: the pages' own drawing, made into a PNG or a small SVG.

The drawing of the pages leans on style sheets, on a sheet of icons and on the fonts of
the reader's machine. Here all of that is put into the drawing itself, in the light
colours, whose ground is the picture's own: it stands on a dark page as a board would.
Of the pictures of mails nothing is kept but the style sheets, which do not change.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from PIL import Image
from resvg_py import svg_to_bytes

from games.models import Game
from games.presentation import labels
from games.presentation.board import Board
from games.presentation.labels import ICONS
from games.presentation.table import TableView
from games.presentation.tile_drawing import ROW, draw_tiles

#: The picture is this much larger than the drawing, for sharp screens.
ZOOM = 1.5
#: How large the drawing is, in CSS pixels: the map, and two rows of tiles under it.
WIDTH, MAP_HEIGHT = 480, 440
HEIGHT = MAP_HEIGHT + 2 * ROW + 4
#: As many colours as a picture without photographs needs: it is a third as large so.
COLOURS = 64
#: How large letters are at the least, in CSS pixels: phones show it at three quarters.
LEAST = 15.0

_FONTS = Path(__file__).parent / "fonts"
_FONT_FILES = [str(_FONTS / "board-latin.ttf"), str(_FONTS / "board-hangul.ttf")]
_FAMILY = "Board Latin"

_VARIABLE = re.compile(r"--([\w-]+):\s*([^;]+);")
_REFERENCE = re.compile(r"var\(--([\w-]+)(?:,[^)]*)?\)")
_RULE = re.compile(r"^(\.(?:map|seat-)[^{]*)\{([^}]*)\}", re.M)
_FONT = re.compile(r"font:\s*(\d+)\s+max\(([\d.]+)px, var\(--least\)\)[^;]*;")
#: Where it is small, people are drawn larger than their rings.
_PEOPLE = (
    'x="-12" y="-12" width="24" height="24"',
    'x="-22" y="-22" width="44" height="44"',
)
#: What is read in a drawing, or aloud; nobody can where it is as small as a stamp.
_WORDS = re.compile(
    r'<(title|desc|text)\b.*?</\1>| (role|aria-labelledby)="[^"]*"', re.S
)
_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.S)


def picture_of(table: TableView) -> bytes:
    """Return board, cards and buildings as a PNG."""
    return _paint(table_drawing_of(table))


def _paint(drawing: str) -> bytes:
    """Return a drawing as a PNG of few colours."""
    png = svg_to_bytes(
        svg_string=drawing,
        style_sheet=_styles(),
        zoom=ZOOM,
        skip_system_fonts=True,
        font_files=_FONT_FILES,
        font_family=_FAMILY,
    )
    picture = Image.open(BytesIO(bytes(png))).convert("RGB")
    small = BytesIO()
    fewer = picture.quantize(COLOURS, dither=Image.Dither.NONE)
    fewer.save(small, "PNG", optimize=True)
    return small.getvalue()


def picture_url(game: Game, form: str) -> str:
    """
    Return the address of a game's board as it is now, as ``svg`` or ``png``.

    It has the version in it: another move, another address, so that it may be kept.
    """
    return f"{reverse(f'games:board_{form}', args=[game.slug])}?v={game.version}"


def picture_of_map(board: Board) -> bytes:
    """Return the map alone as a PNG, as for who has not seen the game yet."""
    return public_picture_of(drawing_of(board))


@lru_cache(maxsize=32)
def public_picture_of(drawing: str) -> bytes:
    """Return a drawing as a PNG, and keep the latest: a link is opened by many."""
    return _paint(drawing)


def small_picture_of(board: Board) -> str:
    """Return the board as an SVG that stands alone and says nothing, for lists."""
    drawing = _WORDS.sub("", drawing_of(board)).replace(*_PEOPLE)
    head, end, rest = drawing.partition(">")
    return f"{head}{end}<style>{_styles()}</style>{rest}"


def table_drawing_of(table: TableView) -> str:
    """Return the pages' drawing of the map, with cards and buildings under it."""
    context = {
        "table": table,
        "tiles": draw_tiles((table.cards, table.buildings), MAP_HEIGHT),
        "width": WIDTH,
        "height": HEIGHT,
        "map_height": MAP_HEIGHT,
    }
    return _draw("games/picture.svg", context)


def drawing_of(board: Board) -> str:
    """Return the pages' drawing of the map."""
    return _draw("games/table/_board.html", {"board": board})


def _draw(template: str, context: dict[str, object]) -> str:
    """Return a drawing of the pages with the icons that it uses in it."""
    drawing = render_to_string(template, context).strip()
    drawing = drawing.replace(f"{static(ICONS)}#", "#")
    drawing = drawing.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    used = set(re.findall(r'href="#([\w-]+)"', drawing))
    symbols = "".join(_symbols()[name] for name in sorted(used & _symbols().keys()))
    head, end, rest = drawing.partition(">")
    return f"{head}{end}<defs>{symbols}</defs>{rest}"


@cache
def _styles() -> str:
    """Return the rules of the map and of the seats, with plain colours and sizes."""
    colours = _colours()
    rules = []
    for selector, body in _RULE.findall(_source("games/board.css")):
        plain = _FONT.sub(_font, body)
        plain = _REFERENCE.sub(lambda found: colours.get(found[1], "none"), plain)
        rules.append(f"{selector}{{{plain}}}")
    return "\n".join([f"text {{ font-family: '{_FAMILY}'; }}", *rules, *_own_rules()])


def _own_rules() -> Iterator[str]:
    """Yield the rules of what pages draw otherwise."""
    colours = _colours()
    ground, edge = colours["raised"], colours["line-strong"]
    yield ".place-edge { fill: none; }"
    yield f".map-paper {{ fill: {ground}; }}"
    yield f".map-tile {{ fill: {ground}; stroke: {edge}; }}"
    for tone in ("green", "sand"):
        yield f".map-tile-{tone} {{ fill: {colours[f'{tone}-card']}; }}"
    yield f".map-tile-text {{ fill: {colours['ink']}; font: bold 16px; }}"


def _font(found: re.Match[str]) -> str:
    """Return weight and size of letters by themselves."""
    return f"font-weight: {found[1]}; font-size: {max(float(found[2]), LEAST)}px;"


@cache
def _symbols() -> dict[str, str]:
    """Return the icons by name; what a person wears is of the colour of their seat."""
    colours, inks = _colours(), {}
    for number, mark in enumerate(labels.SEATS):
        inks[f"token-{mark.shape}"] = colours[f"seat-{number}-ink"]
    return {
        found[1]: _REFERENCE.sub(inks.get(found[1], "none"), found[0])
        for found in _SYMBOL.finditer(_source(ICONS))
    }


@cache
def _colours() -> dict[str, str]:
    """Return the light colours of the palette by name."""
    light, _media, _dark = _source("games/palette.css").partition("@media")
    return dict(_VARIABLE.findall(light))


def _source(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_text(encoding="utf-8")
