"""Tools (rules: phase 2, tool maker)."""

import pytest

from stoneage_core.components.tools import slot_to_improve, total_value
from tests.core.scenario import tools


@pytest.mark.parametrize(
    ("tiles", "slot"),
    [
        ("", 0),
        ("1", 1),
        ("1* 1*", 2),
        ("1 1 1", 0),
        ("2 1 1", 1),
        ("2 2 1", 2),
        ("1* 1 1", 1),
        ("2 1* 1*", 1),
        ("4 4* 3", 2),
        ("4 4 4", None),
        ("4* 4* 4*", None),
    ],
)
def test_the_next_tool_goes_to_an_empty_or_the_lowest_slot(tiles, slot):
    assert slot_to_improve(tools(tiles)) == slot


@pytest.mark.parametrize(("tiles", "value"), [("", 0), ("1 2*", 3), ("4 4 4", 12)])
def test_total_value_sums_all_tools(tiles, value):
    assert total_value(tools(tiles)) == value
