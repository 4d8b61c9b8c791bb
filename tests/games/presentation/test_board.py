"""The board's labels, in whatever language."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from games.presentation.board import Board, board_of
from stoneage_core.chance import RandomChance
from stoneage_core.simulation import opening


def board_with(key: str, label: str) -> Board:
    """Return the opening board with another label at one place."""
    board = board_of(opening(2, RandomChance(1)).state, ("Ada", "Ben"))
    place = replace(board.places[key], map_word=label)
    return replace(board, places=board.places | {key: place})


@pytest.mark.parametrize(
    ("label", "lines"),
    [
        ("Tools", ["Tools"]),
        ("Campo de trigo", ["Campo de", "trigo"]),
        ("Herramientas", ["Herramientas"]),
        ("도구 제작소", ["도구 제작소"]),
    ],
)
def test_a_long_label_of_the_village_takes_two_lines(
    label: str, lines: list[str]
) -> None:
    board = board_with("tool_maker", label)
    assert board.places["tool_maker"].lines == tuple(lines)
    drawing = render_to_string("games/table/_board.html", {"board": board})
    assert all(f">{line}</t" in drawing for line in lines)
