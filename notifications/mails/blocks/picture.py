"""The board as a picture for mails: the pages' own drawing, made into a PNG.

The drawing of the pages leans on style sheets, on a sheet of icons and on the fonts of
the reader's machine. Here all of that is put into the drawing itself, in the light
colours, whose ground is the picture's own: it stands on a dark page as a board would.
Nothing is kept from one picture to the next but the style sheets, which do not change.
"""

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from resvg_py import svg_to_bytes

from games.presentation import labels
from games.presentation.board import Board
from games.templatetags.stoneage import ICONS

#: The picture is this much larger than the drawing, for sharp screens.
ZOOM = 2
#: How wide the drawing is, in CSS pixels.
WIDTH, HEIGHT = 480, 440
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


def picture_of(board: Board) -> bytes:
    """Return the board as a PNG, twice the size of its drawing."""
    return bytes(
        svg_to_bytes(
            svg_string=drawing_of(board),
            style_sheet=_styles(),
            zoom=ZOOM,
            skip_system_fonts=True,
            font_files=_FONT_FILES,
            font_family=_FAMILY,
        )
    )


def drawing_of(board: Board) -> str:
    """Return the pages' drawing with the icons that it uses in it."""
    drawing = render_to_string("games/_map_drawing.html", {"board": board}).strip()
    drawing = drawing.replace(f"{static(ICONS)}#", "#")
    drawing = drawing.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    used = set(re.findall(r'href="#([\w-]+)"', drawing))
    symbols = "".join(_symbols()[name] for name in sorted(used))
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
    return "\n".join([f"text {{ font-family: '{_FAMILY}'; }}", *rules])


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
