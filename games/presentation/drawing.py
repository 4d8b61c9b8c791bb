"""The table as a drawing: the pages' own SVG, made to stand alone.

The drawing of the pages leans on style sheets, on a sheet of icons and on the fonts of
the reader's machine. Here all of that is put into the drawing itself, in the light
colours, whose ground is the drawing's own: it stands on a dark page as a board would.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static

from games.presentation import labels
from games.presentation.board import Board
from games.presentation.labels import ICONS
from games.presentation.table import TableView
from games.presentation.tile_drawing import ROW, draw_tiles

#: How large the drawing is, in CSS pixels: the map, and two rows of tiles under it.
WIDTH, MAP_HEIGHT = 480, 440
HEIGHT = MAP_HEIGHT + 2 * ROW + 4
#: How large letters are at the least, in CSS pixels: phones show it at three quarters.
LEAST = 15.0
#: The letters that the project brings along, for where no fonts are installed.
FONT_FAMILY = "Board Latin"

_VARIABLE = re.compile(r"--([\w-]+):\s*([^;]+);")
_REFERENCE = re.compile(r"var\(--([\w-]+)(?:,[^)]*)?\)")
_RULE = re.compile(r"^(\.(?:map|seat-)[^{]*)\{([^}]*)\}", re.M)
_FONT = re.compile(r"font:\s*(\d+)\s+max\(([\d.]+)px, var\(--least\)\)[^;]*;")
#: Where it is small, people are drawn larger than their rings.
_PEOPLE = re.compile(r'x="-12"\s+y="-12"\s+width="24"\s+height="24"')
_LARGE_PEOPLE = 'x="-22" y="-22" width="44" height="44"'
#: What is read in a drawing, or aloud; nobody can where it is as small as a stamp.
_WORDS = re.compile(
    r'<(title|desc|text)\b.*?</\1>|\s(role|aria-labelledby)="[^"]*"', re.S
)
_LINK = re.compile(r'href="#([\w-]+)"')
_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.S)


def small_picture_of(board: Board) -> str:
    """Return the board as an SVG that stands alone and says nothing, for lists."""
    drawing = _PEOPLE.sub(_LARGE_PEOPLE, _WORDS.sub("", drawing_of(board)))
    head, end, rest = drawing.partition(">")
    return f"{head}{end}<style>{styles()}</style>{rest}"


def table_drawing_of(table: TableView) -> str:
    """Return the pages' drawing of the map, with cards and buildings under it."""
    context = {
        "table": table,
        "tiles": draw_tiles((table.board.cards, table.board.buildings), MAP_HEIGHT),
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
    head, end, rest = drawing.partition(">")
    return f"{head}{end}<defs>{_symbols_in(drawing)}</defs>{rest}"


def definitions_for(part: str) -> str:
    """Return the shapes of the map and the icons that a part of a drawing refers to."""
    return _shapes() + _symbols_in(part)


def _symbols_in(drawing: str) -> str:
    used = set(_LINK.findall(drawing)) & symbols().keys()
    return "".join(symbols()[name] for name in sorted(used))


@cache
def _shapes() -> str:
    return render_to_string("games/table/_map_shapes.html")


@cache
def styles() -> str:
    """Return the rules of the map and of the seats, with plain colours and sizes."""
    light = colours()
    rules = []
    for selector, body in _RULE.findall(read_static("games/board.css")):
        plain = _FONT.sub(_font, body)
        plain = _REFERENCE.sub(lambda found: light.get(found[1], "none"), plain)
        rules.append(f"{selector}{{{plain}}}")
    return "\n".join(
        [f"text {{ font-family: '{FONT_FAMILY}'; }}", *rules, *_own_rules()]
    )


def _own_rules() -> Iterator[str]:
    """Yield the rules of what pages draw otherwise."""
    light = colours()
    ground, edge = light["raised"], light["line-strong"]
    yield ".place-edge { fill: none; }"
    yield f".map-paper {{ fill: {ground}; }}"
    yield f".map-tile {{ fill: {ground}; stroke: {edge}; }}"
    for tone in ("green", "sand"):
        yield f".map-tile-{tone} {{ fill: {light[f'{tone}-card']}; }}"
    yield f".map-tile-text {{ fill: {light['ink']}; font: bold 16px; }}"


def _font(found: re.Match[str]) -> str:
    """Return weight and size of letters by themselves."""
    return f"font-weight: {found[1]}; font-size: {max(float(found[2]), LEAST)}px;"


@cache
def symbols() -> dict[str, str]:
    """Return the icons by name; what a person wears is of the colour of their seat."""
    light, inks = colours(), {}
    for number, mark in enumerate(labels.SEATS):
        inks[f"token-{mark.shape}"] = light[f"seat-{number}-ink"]
    return {
        found[1]: _REFERENCE.sub(inks.get(found[1], "none"), found[0])
        for found in _SYMBOL.finditer(read_static(ICONS))
    }


@cache
def colours() -> dict[str, str]:
    """Return the light colours of the palette by name."""
    light, _media, _dark = read_static("games/palette.css").partition("@media")
    return dict(_VARIABLE.findall(light))


@cache
def read_static(name: str) -> str:
    """Return the text of a static file, as it lies there."""
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_text(encoding="utf-8")
