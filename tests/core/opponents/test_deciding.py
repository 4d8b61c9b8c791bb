"""The shortcuts in deciding placements do not change the decision."""

from random import Random

import pytest

from stoneage_core.model import playing
from stoneage_core.model.boards import model_board_of
from stoneage_core.model.styles import load_styles
from stoneage_core.opponents.kernel import Kernel
from stoneage_core.simulation import random_policy
from stoneage_core.state import Phase

from .side_by_side import legal_moves, positions


@pytest.mark.parametrize("style", load_styles())
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_chosen_placement_has_the_highest_value_of_all_legal_ones(players, style):
    kernel = Kernel(playing)
    weights = kernel.weights([*load_styles()[style].row(players)] * players)
    judged = 0
    for state, _, _, _, player in positions(players, 4, random_policy(Random(players))):
        if state.phase is not Phase.PLACEMENT or state.version % 4:
            continue
        board = model_board_of(state)
        promises = {
            move: kernel.promise(board, player, move, weights)
            for move in legal_moves(state, player)
        }
        chosen = kernel.decide(board, player, weights)
        assert promises[chosen] == max(promises.values())
        judged += 1
    assert judged > 10
