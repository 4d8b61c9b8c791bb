"""Bullets and numbers before the lines of a list are ignored."""

import pytest

from games.command_language.lexicon import without_bullets, without_marks
from games.command_language.parsing import parse_orders


@pytest.mark.parametrize(
    "mark",
    [
        *("1. ", "2) ", "(3) ", "12. ", " 1 . ", "1.", "2)", "1\uff0e", "\uff11\uff0e"),
        *("\uff083\uff09", "①", "⑳ ", "- ", "* ", "• ", " – ", "- * ", "- 1. "),
    ],
)
def test_list_marks_are_ignored(mark: str) -> None:
    assert without_marks(f"{mark}place hut") == "place hut"


@pytest.mark.parametrize(
    "line", ["", "  ", "3 people", "1.", "-", "6.5", "6, 5", " place hut", "-hut"]
)
def test_text_that_is_no_list_mark_stays(line: str) -> None:
    assert without_marks(line) == line


def test_numbers_are_no_bullets() -> None:
    assert without_bullets("- 1. forest 3") == "1. forest 3"


@pytest.mark.parametrize(
    ("language", "text", "orders"),
    [
        ("it", "1. metti foresta 2; 2. metti cava 3", "forest 2\nquarry 3"),
        ("en", "1. pick 6", "pick 6"),
        ("en", "- place hut\n• feed wood", "hut\nfeed wood"),
        ("es", "1) coloca cabaña\n2) no herramientas", "hut\nno tools"),
        ("ko", "1\uff0e오두막 배치\n② 굶기", "hut\ngo hungry"),
        ("ko", "1. 6, 5 고르기", "pick 6, pick 5"),
        ("ko", "6, 5 고르기", "pick 6, pick 5"),
    ],
)
def test_lists_of_orders(language: str, text: str, orders: str) -> None:
    assert parse_orders(text, language) == orders


@pytest.mark.parametrize("line", ["1. metti foresta", "metti foresta"])
def test_a_mark_is_no_number_of_people(line: str) -> None:
    assert parse_orders(line, "it") == "forest"
