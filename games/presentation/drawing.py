"""The table as a stand-alone SVG, made from the drawing on the pages.

On the pages, the drawing depends on style sheets, a file of icons and installed fonts.
Here it contains all of them, in the colours of the light theme.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from PIL import ImageFont

from games.presentation import labels
from games.presentation.board import Board, Crowd, Tile
from games.presentation.cards import Half
from games.presentation.labels import ICONS
from games.presentation.table_view import TableView
from games.presentation.text import format_signed
from stoneage_core import GameState, awaited
from stoneage_core.rules.scoring import scoring_of
from stoneage_core.state import Phase

#: The distance between tiles, in units of the drawing.
STEP, ROW = 117, 67
#: The distance of the first tile from the edge.
SIDE = 8
#: Where the left half of a tile ends, and the right one.
MIDDLE, RIGHT = 68, 112


@dataclass(frozen=True)
class DrawnIcon:
    icon: str
    x: float
    y: float
    size: float


@dataclass(frozen=True)
class DrawnText:
    words: str
    x: float
    y: float


@dataclass(frozen=True)
class DrawnTile:
    x: int
    y: int
    tone: str
    crowd: Crowd | None
    marks: tuple[DrawnIcon, ...]
    texts: tuple[DrawnText, ...]


def draw_tiles(rows: Sequence[Sequence[Tile]], top: int) -> tuple[DrawnTile, ...]:
    """Lay out rows of tiles below one another, the first at ``top``."""
    return tuple(
        _draw_tile(tile, SIDE + column * STEP, top + row * ROW)
        for row, tiles in enumerate(rows)
        for column, tile in enumerate(tiles)
    )


@dataclass(frozen=True)
class DrawnScore:
    """A tribe's final score: its token, points, and a crown if it won."""

    seat: int
    shape: str
    words: str
    x: float
    is_winner: bool


def draw_scores(state: GameState) -> tuple[DrawnScore, ...]:
    """Lay out the final scores of a game side by side, best first, without names."""
    if state.phase is not Phase.ENDED:
        return ()
    # A game that was called off has no ranks.
    ranks = state.ranks or (0,) * state.player_count
    seats = sorted(range(state.player_count), key=ranks.__getitem__)
    column = WIDTH / len(seats)
    return tuple(
        DrawnScore(
            seat=seat,
            shape=labels.SEATS[seat].shape,
            words=format_signed(scoring_of(state, seat).total),
            x=column * (place + 0.5),
            is_winner=seat in state.winners,
        )
        for place, seat in enumerate(seats)
    )


@dataclass(frozen=True)
class DrawnTribe:
    """
    A row of the wide picture: a tribe's token, name and points.

    ``name`` is '' if the font of pictures lacks a letter of it. ``mark`` is an icon: a
    crown if the tribe has won, a clock if its player is to decide, or ''.
    """

    seat: int
    shape: str
    name: str
    points: str
    mark: str
    y: int


def draw_tribes(state: GameState, names: Sequence[str]) -> tuple[DrawnTribe, ...]:
    """Lay out the tribes one below the other: by seat, or once it is over by rank."""
    waiting = awaited(state)
    seats = sorted(
        range(state.player_count), key=(state.ranks or (0,) * len(names)).__getitem__
    )
    top = (WIDE_HEIGHT - TRIBE_STEP * len(seats)) // 2
    return tuple(
        DrawnTribe(
            seat=seat,
            shape=labels.SEATS[seat].shape,
            name=fit_name(names[seat], NAME_WIDTH),
            points=format_signed(scoring_of(state, seat).total)
            if state.phase is Phase.ENDED
            else format_signed(state.players[seat].score),
            mark="crown"
            if seat in state.winners
            else "clock"
            if seat in waiting
            else "",
            y=top + place * TRIBE_STEP,
        )
        for place, seat in enumerate(seats)
    )


@dataclass(frozen=True)
class DrawnLine:
    words: str
    y: int


@dataclass(frozen=True)
class DrawnPlace:
    """
    A row of the picture of a league. ``name`` is '' if the font of pictures lacks a
    letter of it. A winner has a crown in place of the ``rank``.
    """

    rank: int
    name: str
    points: str
    has_won: bool
    y: int


def draw_places(
    standing: Sequence[tuple[int, str, str]], *, is_over: bool
) -> tuple[DrawnPlace, ...]:
    """
    Lay out at most ``MOST_PLACES`` places of a table, given by rank, name and points,
    below the name of the league.
    """
    return tuple(
        DrawnPlace(
            rank=rank,
            name=fit_name(name, NAME_WIDTH),
            points=points,
            has_won=is_over and rank == 1,
            y=PLACES_TOP + TRIBE_STEP * number,
        )
        for number, (rank, name, points) in enumerate(standing[:MOST_PLACES])
    )


def draw_league_name(name: str) -> tuple[DrawnLine, ...]:
    """Lay out a league's name in at most two lines, or none without its letters."""
    if not _DRAWABLE.fullmatch(name):
        return ()
    font, lines = _name_font(), [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.getlength(longer) > LINE_WIDTH:
            lines.append(word)
        else:
            lines[-1] = longer
    first, *others = lines
    shown = [first, *([" ".join(others)] if others else [])]
    return tuple(
        DrawnLine(fit_name(words, LINE_WIDTH), 54 + 34 * number)
        for number, words in enumerate(shown)
    )


def fit_name(name: str, width: int) -> str:
    """
    Return a name that is at most ``width`` units long in the picture, cut if need be.

    It is '' if the font of pictures lacks a letter of it.
    """
    if not _DRAWABLE.fullmatch(name):
        return ""
    font = _name_font()
    if font.getlength(name) <= width:
        return name
    while name and font.getlength(f"{name}.") > width:
        name = name[:-1].rstrip()
    return f"{name}."


@cache
def _name_font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT_FOLDER / "board-latin.ttf", NAME_SIZE)


def _draw_tile(tile: Tile, x: int, y: int) -> DrawnTile:
    head = DrawnIcon("any" if tile.is_card else "building", 6, 5, 16)
    price = DrawnText(str(tile.price), 25, 19)
    if not tile.halves:
        return DrawnTile(x, y, "", tile.crowd, (head,), ())
    left, right = tile.halves
    # The right icon is above its number, or larger without one.
    size, top = (26, 10) if _figures(right) else (32, 16)
    mark = DrawnIcon(right.icons[0], (MIDDLE + RIGHT - size) / 2, top, size)
    marks = (head, *_marks_on_the_left(left), mark)
    texts = (price, *_texts(left, 6 + 1.25 * _size(left), 50), *_texts(right, 78, 56))
    return DrawnTile(x, y, right.tone, tile.crowd, marks, texts)


def _marks_on_the_left(half: Half) -> Iterator[DrawnIcon]:
    """Yield one icon if a number says how many, or else all side by side."""
    icons = half.icons[:1] if half.is_counted else half.icons
    size = _size(half)
    step = min(size, (MIDDLE - 8 - size) / max(1, len(icons) - 1))
    for number, icon in enumerate(icons):
        yield DrawnIcon(icon, 6 + number * step, 32, size)


def _size(half: Half) -> int:
    """Return the size of the icons on the left. Long numbers need room."""
    if len(half.icons) > 1 and not half.is_counted:
        return 21
    return 24 if len(_figures(half)) <= 3 else 16


def _texts(half: Half, x: float, y: float) -> Iterator[DrawnText]:
    if figures := _figures(half):
        yield DrawnText(figures, x, y)


def _figures(half: Half) -> str:
    """Return the short form if it has no letters, so that it fits every language."""
    return "" if any(map(str.isalpha, half.short)) else half.short


#: The size of the drawing in CSS pixels: the map, and two rows of tiles below it.
WIDTH, MAP_HEIGHT = 480, 440
HEIGHT = MAP_HEIGHT + 2 * ROW + 4
#: The size of the wide drawing of previews, which becomes 1200 x 630 pixels: the map,
#: and the tribes beside it.
WIDE_WIDTH, WIDE_HEIGHT = 800, 420
#: The height of a tribe's row, the size of its name, and the room for it.
TRIBE_STEP, NAME_SIZE, NAME_WIDTH = 84, 25, 175
#: In the picture of a league: the room for a line of its name, the places below it, and
#: where they begin.
LINE_WIDTH, MOST_PLACES, PLACES_TOP = 294, 3, 118
#: The letters of the font of pictures (see fonts/README.md).
_DRAWABLE = re.compile("[\u0020-\u007e\u00a0-\u017f\u2013\u2019]+")
#: How much higher the drawing of a finished game is, for the final scores.
SCORES_HEIGHT = 48
#: The least size of letters in CSS pixels. Phones shrink it to three quarters.
LEAST = 15.0
#: The font that comes with the project, because servers may have none.
FONT_FAMILY = "Board Latin"
FONT_FOLDER = Path(__file__).parent / "fonts"

_VARIABLE = re.compile(r"--([\w-]+):\s*([^;]+);")
_REFERENCE = re.compile(r"var\(--([\w-]+)(?:,[^)]*)?\)")
_RULE = re.compile(r"^(\.(?:map|seat-)[^{]*)\{([^}]*)\}", re.M)
_FONT = re.compile(r"font:\s*(\d+)\s+max\(([\d.]+)px, var\(--least\)\)[^;]*;")
#: In small drawings, people are larger than their rings.
_PEOPLE = re.compile(r'x="-12"\s+y="-12"\s+width="24"\s+height="24"')
_LARGE_PEOPLE = 'x="-22" y="-22" width="44" height="44"'
#: Texts, which nobody can read in a small drawing.
_WORDS = re.compile(
    r'<(title|desc|text)\b.*?</\1>|\s(role|aria-labelledby)="[^"]*"', re.S
)
_LINK = re.compile(r'href="#([\w-]+)"')
_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.S)


def small_picture_of(board: Board) -> str:
    """Return the board as a stand-alone SVG without words, for lists."""
    drawing = _PEOPLE.sub(_LARGE_PEOPLE, _WORDS.sub("", drawing_of(board)))
    head, end, rest = drawing.partition(">")
    return f"{head}{end}<style>{styles()}</style>{rest}"


def table_drawing_of(table: TableView, scores: Sequence[DrawnScore] = ()) -> str:
    """Return the map as on the pages; below it cards, buildings and any scores."""
    context = {
        "table": table,
        "tiles": draw_tiles((table.board.cards, table.board.buildings), MAP_HEIGHT),
        "width": WIDTH,
        "height": HEIGHT + (SCORES_HEIGHT if scores else 0),
        "scores": scores,
        "scores_top": HEIGHT,
        "map_height": MAP_HEIGHT,
    }
    return _draw("games/picture.svg", context)


def wide_drawing_of(table: TableView, tribes: Sequence[DrawnTribe]) -> str:
    """Return the map, and the tribes beside it, for the preview of a link."""
    context = {
        "table": table,
        "tribes": tribes,
        "width": WIDE_WIDTH,
        "height": WIDE_HEIGHT,
        "map_width": WIDTH,
        "map_height": MAP_HEIGHT,
    }
    return _draw("games/wide_picture.svg", context)


def league_drawing_of(
    board: Board, lines: Sequence[DrawnLine], places: Sequence[DrawnPlace]
) -> str:
    """Return the map, and the head of a league's table beside it, for its preview."""
    context = {
        "board": board,
        "lines": lines,
        "places": places,
        "width": WIDE_WIDTH,
        "height": WIDE_HEIGHT,
        "map_width": WIDTH,
        "map_height": MAP_HEIGHT,
    }
    return _draw("games/league_picture.svg", context)


def drawing_of(board: Board) -> str:
    return _draw("games/table/_board.html", {"board": board})


def _draw(template: str, context: dict[str, object]) -> str:
    drawing = render_to_string(template, context).strip()
    drawing = drawing.replace(f"{static(ICONS)}#", "#")
    head, end, rest = drawing.partition(">")
    return f"{head}{end}<defs>{_symbols_in(drawing)}</defs>{rest}"


def definitions_for(part: str) -> str:
    """Return the SVG shapes and icons to which a part of a drawing refers."""
    return _shapes() + _symbols_in(part)


def _symbols_in(drawing: str) -> str:
    used = set(_LINK.findall(drawing)) & symbols().keys()
    return "".join(symbols()[name] for name in sorted(used))


@cache
def _shapes() -> str:
    return render_to_string("games/table/_map_shapes.html")


@cache
def styles() -> str:
    """Return the CSS of map and seats, with plain colours and sizes."""
    light = colours()
    rules = []
    for selector, body in _RULE.findall(read_static("games/board.css")):
        plain = _FONT.sub(
            lambda font: (
                f"font-weight: {font[1]}; font-size: {max(float(font[2]), LEAST)}px;"
            ),
            body,
        )
        plain = _REFERENCE.sub(lambda found: light.get(found[1], "none"), plain)
        rules.append(f"{selector}{{{plain}}}")
    return "\n".join(
        [f"text {{ font-family: '{FONT_FAMILY}'; }}", *rules, *_own_rules()]
    )


def _own_rules() -> Iterator[str]:
    """Yield CSS for what differs from the pages."""
    light = colours()
    ground, edge = light["raised"], light["line-strong"]
    yield ".place-edge { fill: none; }"
    yield f".map-paper {{ fill: {ground}; }}"
    yield f".map-tile {{ fill: {ground}; stroke: {edge}; }}"
    for tone in ("green", "sand"):
        yield f".map-tile-{tone} {{ fill: {light[f'{tone}-card']}; }}"
    yield f".map-tile-text {{ fill: {light['ink']}; font: bold 16px; }}"
    yield f".map-score {{ fill: {light['ink']}; font: bold 22px; }}"
    yield f".map-name {{ fill: {light['ink']}; font: bold {NAME_SIZE}px; }}"
    yield ".map-points { text-anchor: end; }"
    yield f".map-awaited {{ fill: {light['accent-soft']}; }}"
    yield f".map-mark {{ color: {light['ink']}; }}"


@cache
def symbols() -> dict[str, str]:
    """Return the icons by name. Tokens have the colour of their seat's ink."""
    light, inks = colours(), {}
    for number, mark in enumerate(labels.SEATS):
        inks[f"token-{mark.shape}"] = light[f"seat-{number}-ink"]
    return {
        found[1]: _REFERENCE.sub(inks.get(found[1], "none"), found[0])
        for found in _SYMBOL.finditer(read_static(ICONS))
    }


@cache
def colours() -> dict[str, str]:
    light, _media, _dark = read_static("games/palette.css").partition("@media")
    return dict(_VARIABLE.findall(light))


@cache
def read_static(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_text(encoding="utf-8")
