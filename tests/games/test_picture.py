"""The board as a picture: drawn alike everywhere, and of what is on it."""

import struct
import zlib
from collections.abc import Iterable

import pytest
from django.conf import settings
from django.utils import translation

from games.presentation import labels, picture
from games.presentation import table as tables
from games.presentation.board import board_of
from games.presentation.picture import HEIGHT, WIDTH, ZOOM, drawing_of, picture_of
from games.presentation.table import Mode, TableView
from stoneage_core import GameState
from tests.support.positions import positions

NAMES = ("Alice", "Bob", "Carol", "Dave")
MOST_BYTES = 48_000


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
def test_it_is_a_picture_small_enough_for_a_mail(players: int) -> None:
    png = picture_of(table_of(crowded(players, players)))
    assert len(pixels(png)) > 0
    assert len(png) < MOST_BYTES


def test_the_same_position_is_the_same_picture() -> None:
    table = table_of(crowded(4, 4))
    assert picture_of(table) == picture_of(table)


def test_it_shows_where_the_people_are() -> None:
    (first, _), (second, _) = positions(2, 5)[:2]
    before, after = (picture_of(table_of(state)) for state in (first, second))
    assert pixels(before) != pixels(after)


def test_nothing_is_left_to_be_looked_up() -> None:
    drawing = drawing_of(board_of(crowded(4, 4), NAMES))
    assert "var(" not in drawing
    assert settings.STATIC_URL not in drawing
    assert 'id="token-diamond"' in drawing


def test_every_letter_of_every_place_can_be_drawn() -> None:
    """A letter that the project's fonts lack leaves the picture as empty as a blank."""
    letters = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            letters |= {c for label in labels.PLACES.values() for c in str(label)}
    assert lacking(letters) == []


def test_the_rulebooks_own_letters_can_be_drawn() -> None:
    assert lacking("áéíóúñçãõàèìòùüÁ÷≈사냥터숲점토채취장석강도구제작소오두막경지") == []


def test_a_letter_that_is_lacking_is_found() -> None:
    assert lacking("Ж") == ["Ж"]


def lacking(letters: Iterable[str]) -> list[str]:
    """Return the letters that leave no trace where they are drawn."""
    blank = painted("")
    return [c for c in sorted(set(letters) - {" "}) if painted(c) == blank]


def painted(letter: str) -> bytes:
    """Return a picture of nothing but a letter, with the fonts of the others."""
    look = f'y="30" font-size="30" font-family="{picture._FAMILY}" fill="white"'
    return picture._paint(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
        f"<text {look}>{letter}</text></svg>"
    )
