"""Searching: a move replaces the weights' choice only if it is clearly better."""

from typing import Any, cast

from stoneage_core.opponents.kernel import Kernel
from stoneage_core.opponents.searching import Study, Trial, search_moves

OWN, OTHER, POOR = 1, 2, 3


class Scripted:
    """A kernel in which each move wins a fixed share of its playouts."""

    def __init__(self, chances: dict[int, float]) -> None:
        self.chances = chances
        self.played = 0

    def try_move(
        self,
        board: Any,
        weights: Any,
        seed: int,
        numbers: range,
        player: int,
        move: int,
    ) -> tuple[float, float, float]:
        self.played += len(numbers)
        won = self.chances[move] * len(numbers)
        return won, won, 0.0


def best(playouts: int, **chances: float) -> tuple[int, int]:
    """Return the best move of a search, and the number of playouts."""
    parts = {OWN: chances["own"], OTHER: chances["other"], POOR: 0.1}
    kernel = Scripted(parts)
    study = Study(cast(Kernel, kernel), None, None, None, 0, 1)
    found = search_moves(study, [OWN, OTHER, POOR], playouts)
    assert {trial.move for trial in found} == set(parts)
    return found[0].move, kernel.played


def test_a_move_that_is_slightly_better_in_few_playouts_is_not_chosen() -> None:
    assert best(60, own=0.5, other=0.55)[0] == OWN
    assert best(60, own=0.5, other=0.9)[0] == OTHER


def test_a_move_that_is_better_in_many_playouts_is_chosen() -> None:
    move, played = best(6000, own=0.5, other=0.55)
    assert move == OTHER
    assert played <= 6000


def test_a_single_playout_is_not_certain() -> None:
    """With 12 moves and 60 playouts, a move begins with one playout."""
    kernel = Scripted({OWN: 0.0, OTHER: 1.0, POOR: 0.0})
    study = Study(cast(Kernel, kernel), None, None, None, 0, 1)
    trial = Trial(OWN)
    trial.play(study, 1)
    assert trial.error >= 0.5
    trial.play(study, 400)
    assert trial.error < 0.01
