"""The board's labels, in whatever language."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from games.presentation.board import Board, board_of
from games.presentation.table_view import Mode, table_of
from stoneage_core import decide, notation
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


def test_name_of_a_place_says_cost_free_places_and_whether_one_can_go() -> None:
    chance = RandomChance(1)
    state = opening(3, chance).state
    first = state.turn or 0
    state = decide(state, first, notation.from_text("forest 3"), chance).state
    names = ("Ada", "Ben", "Cleo")
    after = (first + 1) % 3
    titles = {
        reader: {
            place.key: place.title
            for place in table_of(state, names, mode=Mode.PLAY, reader=reader).places
        }
        for reader in (first, after)
    }
    forest = f"Forest: {names[first]} 3; 4 free. Wood ÷ 3."
    assert titles[after]["forest"] == f"{forest} You can go there."
    assert titles[first]["forest"].startswith(forest)
    assert "You can go there." not in titles[first]["forest"]
    assert titles[first]["hut"] == "Hut: no one; 2 free. 2 people. You can go there."
    card = titles[first]["card_1"]
    assert "costs 1" in card
    assert card.endswith("You can go there.")
