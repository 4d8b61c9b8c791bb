"""The board as a picture: drawn alike everywhere, and of what is on it."""

import html
import re
import struct
import zlib
from collections.abc import Iterable
from io import BytesIO

import pytest
from django.conf import settings
from django.utils import translation
from PIL import Image, ImageChops, ImageFont

from games.presentation import labels, picture
from games.presentation import table_view as tables
from games.presentation.board import Tile, board_of
from games.presentation.cards import building_face, card_face
from games.presentation.drawing import (
    FONT_FAMILY,
    HEIGHT,
    MIDDLE,
    SCORES_HEIGHT,
    WIDTH,
    colours,
    draw_scores,
    draw_tiles,
    draw_tribes,
    drawing_of,
    fit_name,
    table_drawing_of,
)
from games.presentation.picture import ZOOM, draw_picture, rasterise, take_apart
from games.presentation.table_view import Mode, TableView
from games.presentation.text import format_signed
from stoneage_core import GameState, awaited
from stoneage_core.chance import RandomChance
from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.cards import CARDS
from stoneage_core.engine import end
from stoneage_core.state import EndReason
from tests.support.positions import positions

NAMES = ("Alice", "Bob", "Carol", "Dave")


def table_of(state: GameState) -> TableView:
    return tables.table_of(state, NAMES, mode=Mode.WATCH)


def crowded(players: int, seed: int) -> GameState:
    """The position of a game with the most people on the board."""

    def crowd(state: GameState) -> int:
        return sum(sum(tribe.placed) for tribe in state.players)

    return max((state for state, _ in positions(players, seed)), key=crowd)


def pixels(png: bytes) -> bytes:
    """Read a PNG down to its rows; raise where it is damaged."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    rows, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        data = png[at + 8 : at + 8 + length]
        (check,) = struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        assert zlib.crc32(kind + data) == check
        if kind == b"IHDR":
            assert struct.unpack(">II", data[:8]) == (WIDTH * ZOOM, HEIGHT * ZOOM)
        if kind == b"IDAT":
            rows += data
        at += 12 + length
    return zlib.decompress(rows)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_picture_is_a_valid_png(players: int) -> None:
    png = draw_picture(table_of(crowded(players, players)))
    assert len(pixels(png)) > 0


def test_light_picture_is_smaller() -> None:
    table = table_of(crowded(4, 4))
    hard, quick = draw_picture(table, is_light=True), draw_picture(table)
    assert pixels(hard) == pixels(quick)
    assert len(hard) < len(quick)


def test_the_same_position_is_the_same_picture() -> None:
    table = table_of(crowded(4, 4))
    first = draw_picture(table)
    picture._png.cache_clear()
    assert draw_picture(table) == first


def test_picture_is_drawn_once_for_all_readers() -> None:
    """Names are read aloud, not seen: the next reader's picture is the same."""
    state = crowded(3, 3)
    drawn = {
        draw_picture(tables.table_of(state, names, mode=Mode.WATCH))
        for names in (NAMES, NAMES[::-1])
    }
    hits = picture._png.cache_info().hits
    draw_picture(table_of(state))
    assert len(drawn) == 1
    assert picture._png.cache_info().hits == hits + 1


def test_pasted_picture_equals_a_whole_drawing() -> None:
    """Parts at their places, bottom first: but for rounding, and nothing is missing."""
    drawing = take_apart(table_drawing_of(table_of(crowded(4, 4))))
    at_once = Image.new("RGB", (WIDTH * 3 // 2, HEIGHT * 3 // 2))
    whole = drawing._replace(parts=("".join(drawing.parts),))
    pixels = picture._pixels(whole, (0, 0, *drawing.size), ZOOM)
    at_once.paste(pixels, (0, 0), pixels)
    apart = ImageChops.difference(at_once, rasterise(drawing)).convert("L")
    assert max(n for n, many in enumerate(apart.histogram()) if many) < 16


def test_move_rasterises_only_new_parts() -> None:
    (first, _), (second, _) = positions(2, 6)[:2]
    draw_picture(table_of(first))
    misses = picture._raster_of.cache_info().misses
    draw_picture(table_of(second))
    assert picture._raster_of.cache_info().misses - misses < 20


def test_raster_of_a_part_is_cropped() -> None:
    drawing = take_apart(
        '<svg viewBox="0 0 40 40"><rect x="10" y="18" width="4" height="2"/></svg>'
    )
    kept = picture._raster_of(drawing)
    assert kept is not None
    assert kept.pixels.size == (4 * ZOOM, 2 * ZOOM)
    assert kept.corner == (10 * ZOOM, 18 * ZOOM)


def test_empty_part_has_no_raster() -> None:
    drawing = take_apart(
        '<svg viewBox="0 0 40 40"><title>A title</title>'
        '<a href="?"><g><path class="place-edge" d="M0 0h9"/></g></a></svg>'
    )
    assert drawing.parts == ('<g><path class="place-edge" d="M0 0h9"/></g>',)
    assert picture._raster_of(drawing) is None


def test_tokens_have_the_colours_of_their_seats() -> None:
    """A palette that is chosen by area alone makes a green tribe brown."""
    png = Image.open(BytesIO(draw_picture(table_of(crowded(4, 4)))))
    pixels = png.convert("RGB").tobytes()
    seen = {f"#{pixels[at : at + 3].hex()}" for at in range(0, len(pixels), 3)}
    light = colours()
    assert {light[f"seat-{seat}"] for seat in range(4)} <= seen


def test_picture_shows_the_people() -> None:
    (first, _), (second, _) = positions(2, 5)[:2]
    before, after = (draw_picture(table_of(state)) for state in (first, second))
    assert pixels(before) != pixels(after)


def test_drawing_has_no_unresolved_references() -> None:
    drawing = drawing_of(board_of(crowded(4, 4), NAMES))
    assert "var(" not in drawing
    assert settings.STATIC_URL not in drawing
    assert 'id="token-diamond"' in drawing


def test_numbers_of_a_tile_stay_in_their_half() -> None:
    """The longest are of buildings: “5 (4)” is five resources of four kinds."""
    font = ImageFont.truetype(picture.FONT_FOLDER / "board-latin.ttf", 16)
    faces = (*map(card_face, CARDS), *map(building_face, BUILDINGS))
    row = [
        Tile("t", "", is_card=True, price=7, face=face, crowd=None) for face in faces
    ]
    ends = [
        text.x + font.getlength(text.words)
        for tile in draw_tiles([row], 0)
        for text in tile.texts
        if text.x < MIDDLE
    ]
    assert MIDDLE - 8 < max(ends) < MIDDLE - 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_final_scores_are_in_the_picture_of_a_finished_game_alone(
    players: int,
) -> None:
    last, _player = positions(players, players)[-1]
    assert draw_scores(last) == ()
    over = end(last, RandomChance(1)).state
    scores = draw_scores(over)
    totals = sorted((tribe.score for tribe in over.players), reverse=True)
    assert [score.words for score in scores] == [format_signed(one) for one in totals]
    assert {score.seat for score in scores if score.is_winner} == set(over.winners)
    assert scores[0].is_winner
    svg = table_drawing_of(table_of(over), scores)
    assert take_apart(svg).size == (WIDTH, HEIGHT + SCORES_HEIGHT)
    for score in scores:
        assert f">{score.words}</text>" in svg
    assert lacking("".join(score.words for score in scores)) == []
    bare = take_apart(table_drawing_of(table_of(over)))
    assert bare.size == (WIDTH, HEIGHT)


def test_every_letter_of_every_place_can_be_drawn() -> None:
    """A letter that the project's fonts lack leaves the picture as empty as a blank."""
    letters = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            letters |= {c for label in labels.PLACES.values() for c in str(label)}
    assert lacking(letters) == []


def test_every_letter_of_every_tile_can_be_drawn() -> None:
    """A price such as “1–7” is drawn in full: the dash, too."""
    faces = (*map(card_face, CARDS), *map(building_face, BUILDINGS))
    row = [
        Tile("t", "", is_card=True, price=7, face=face, crowd=None) for face in faces
    ]
    letters = {c for tile in draw_tiles([row], 0) for t in tile.texts for c in t.words}
    assert "–" in letters
    assert lacking(letters) == []


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_letter_of_whole_pictures_can_be_drawn(language: str) -> None:
    with translation.override(language):
        drawings = [
            table_drawing_of(table_of(crowded(players, players)))
            for players in (2, 3, 4)
        ]
    words = [
        words for svg in drawings for words in re.findall(r"<text[^>]*>([^<]*)<", svg)
    ]
    assert words
    assert lacking(html.unescape("".join(words).replace("\n", ""))) == []


def test_the_rulebooks_own_letters_can_be_drawn() -> None:
    assert lacking("áéíóúñçãõàèìòùüÁ÷≈사냥터숲점토채취장석강도구제작소오두막경지") == []


def test_missing_letter_is_detected() -> None:
    assert lacking("Ж") == ["Ж"]


def lacking(letters: Iterable[str]) -> list[str]:
    """Return the letters that leave no trace where they are drawn."""
    blank = painted("")
    return [c for c in sorted(set(letters) - {" "}) if painted(c) == blank]


def painted(letter: str) -> bytes:
    """Return a picture of nothing but a letter, with the fonts of the others."""
    look = f'y="30" font-size="30" font-family="{FONT_FAMILY}" fill="white"'
    drawing = take_apart(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
        f"<text {look}>{letter}</text></svg>"
    )
    return rasterise(drawing).tobytes()


def test_frequent_colours_are_shown_almost_as_they_are_drawn() -> None:
    """Also half transparent ones, such as the mammoth's, which no drawing names."""
    table = table_of(crowded(4, 7))
    drawn = rasterise(take_apart(table_drawing_of(table, ()))).convert("RGB")
    shown = Image.open(BytesIO(draw_picture(table))).convert("RGB")
    frequent = sorted(drawn.getcolors(maxcolors=1 << 20), reverse=True)[:25]
    kept = [colour for _count, colour in shown.getcolors(maxcolors=256)]
    for _count, colour in frequent:
        assert min(difference(colour, other) for other in kept) <= 12, colour


def difference(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def test_wide_picture_marks_who_is_to_decide_and_who_has_won() -> None:
    (*played, last) = [state for state, _seat in positions(4, 3)]
    running = {tribe.seat: tribe.mark for tribe in draw_tribes(played[12], NAMES)}
    assert {seat for seat, mark in running.items() if mark == "clock"} == awaited(
        played[12]
    )
    over = end(last, RandomChance(1), EndReason.DECIDED).state
    tribes = draw_tribes(over, NAMES)
    assert tuple(t.seat for t in tribes if t.mark == "crown") == over.winners
    assert tribes[0].mark == "crown"
    points = [int(t.points.replace("\N{MINUS SIGN}", "-")) for t in tribes]
    assert points == sorted(points, reverse=True)


def test_names_in_the_wide_picture_fit_or_are_left_out() -> None:
    assert fit_name("Alice", 175) == "Alice"
    short = fit_name("Bartholomew the Great", 175)
    assert short.endswith(".")
    assert "Bartholomew the Great".startswith(short.removesuffix("."))
    assert fit_name("Кот", 175) == ""
