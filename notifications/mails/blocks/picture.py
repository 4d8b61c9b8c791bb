"""The table as a picture for mails: the pages' own drawing, made into a PNG.

The drawing of the pages leans on style sheets, on a sheet of icons and on the fonts of
the reader's machine. Here all of that is put into the drawing itself, in the light
colours, whose ground is the picture's own: it stands on a dark page as a board would.
Nothing is kept from one picture to the next but the style sheets, which do not change.
"""

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from PIL import Image
from resvg_py import svg_to_bytes

from games.presentation import labels
from games.presentation.table import TableView
from games.templatetags.stoneage import ICONS
from notifications.mails.blocks.tile_drawing import ROW, draw_tiles

#: The picture is this much larger than the drawing, for sharp screens.
ZOOM = 1.5
#: How large the drawing is, in CSS pixels: the map, two rows of tiles under it.
WIDTH, MAP_HEIGHT = 480, 440
TILES_TOP = MAP_HEIGHT
HEIGHT = TILES_TOP + 2 * ROW + 4
#: As many colours as a picture without photographs needs; it is a third as large so.
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
_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.S)


def picture_of(table: TableView) -> bytes:
    """Return board, cards and buildings as a PNG of few colours."""
    drawn = svg_to_bytes(
        svg_string=drawing_of(table),
        style_sheet=_styles(),
        zoom=ZOOM,
        skip_system_fonts=True,
        font_files=_FONT_FILES,
        font_family=_FAMILY,
    )
    picture = Image.open(BytesIO(bytes(drawn))).convert("RGB")
    small = BytesIO()
    fewer = picture.quantize(COLOURS, dither=Image.Dither.NONE)
    fewer.save(small, "PNG", optimize=True)
    return small.getvalue()


def drawing_of(table: TableView) -> str:
    """Return the pages' drawing, the tiles under it, with the icons that it uses."""
    context = {
        "table": table,
        "tiles": draw_tiles((table.cards, table.buildings), TILES_TOP),
        "width": WIDTH,
        "height": HEIGHT,
        "map_height": MAP_HEIGHT,
    }
    drawing = render_to_string("emails/table.svg", context).strip()
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
    return "\n".join([f"text {{ font-family: '{_FAMILY}'; }}", *rules, *_tile_rules()])


def _tile_rules() -> Iterator[str]:
    """Yield the rules of what is drawn for mails alone."""
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
