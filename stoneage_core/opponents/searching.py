"""
Sequential halving: playouts where they decide most, always the same number of them.

All moves are tried equally often, the better half of them again, and so on. Playouts
with the same number begin with the same chance whichever the move is, so that luck
touches all moves alike (common random numbers). Guesses go a bit wrong in them: what is
best only where others place exactly as foreseen is not the best. In doubt the weights
know better: what they choose themselves is left only for what is clearly ahead of it.
"""

from collections.abc import Sequence
from math import ceil, log2, sqrt
from typing import Any

from msgspec import Struct

from stoneage_core.opponents.boards import model_board_of
from stoneage_core.opponents.kernel import Kernel, kernel
from stoneage_core.opponents.styles import ALL_ROUND, load_styles, rows_of, with_noise
from stoneage_core.state import GameState

#: In comparing moves a lead of so many points counts as a game that was won.
POINTS_OF_A_WIN = 200
#: By so many of its standard errors others have to be ahead of the weights' own choice.
DOUBT = 1.5
#: By up to so many points everybody's guesses go wrong in playouts.
PLAYOUT_NOISE = 3.0


class Study(Struct, frozen=True):
    """
    A position being thought about: as a board, by whom, with whose weights.

    Those of playouts are the same with noise.
    """

    kernel: Kernel
    board: Any
    weights: Any
    playout_weights: Any
    player: int
    seed: int

    def own_move(self) -> int:
        """Return what the player's weights decide without a playout."""
        return self.kernel.decide(self.board, self.player, self.weights)

    def promise(self, move: int) -> float:
        """Return what a placement promises by the player's weights."""
        return self.kernel.promise(self.board, self.player, move, self.weights)


def study_of(state: GameState, player: int, row: Sequence[float], seed: int) -> Study:
    """Return the study of an awaited player's decision, with their row of weights."""
    play = kernel()
    board = play.board(model_board_of(state, seed | 1))
    rows = rows_of(row, player, state.player_count)
    weights = play.weights(weight for each in rows for weight in each)
    noisy = [with_noise(each, PLAYOUT_NOISE) for each in rows]
    playout_weights = play.weights(weight for each in noisy for weight in each)
    return Study(play, board, weights, playout_weights, player, seed)


def neutral_study(state: GameState, player: int, seed: int) -> Study:
    """Return the study of a decision by the all-round weights."""
    row = load_styles()[ALL_ROUND].row(state.player_count)
    return study_of(state, player, row, seed)


class Trial:
    """A move and what came of it so far."""

    def __init__(self, move: int) -> None:
        self.move = move
        self.playouts = 0
        self._won = self._squares = self._lead = 0.0

    def play(self, study: Study, until: int) -> None:
        """Play on until so many playouts are made in all."""
        won, squares, lead = study.kernel.try_move(
            study.board,
            study.playout_weights,
            study.seed,
            range(self.playouts, until),
            study.player,
            self.move,
        )
        self._won += won
        self._squares += squares
        self._lead += lead
        self.playouts = until

    @property
    def chance(self) -> float:
        """The part of the playouts that was won."""
        return self._won / self.playouts

    @property
    def error(self) -> float:
        """The standard error of the chance."""
        variance = max(0.0, self._squares / self.playouts - self.chance**2)
        return sqrt(variance / self.playouts)

    @property
    def merit(self) -> float:
        """What moves are compared by: the chance, and a little by how many points."""
        return self.chance + self._lead / self.playouts / POINTS_OF_A_WIN


def search_moves(study: Study, moves: Sequence[int], playouts: int) -> list[Trial]:
    """
    Return every move tried, the best first; about ``playouts`` are made in all.

    The first of the moves is the one that the weights choose themselves.
    """
    own, *others = [Trial(move) for move in moves]
    left = [own, *others]
    dropped: list[Trial] = []
    steps = max(1, ceil(log2(len(left))))
    until = 0
    for _ in range(steps):
        until += max(1, playouts // (steps * len(left)))
        for trial in left:
            trial.play(study, until)
        favour = DOUBT * own.error
        left.sort(key=lambda trial: -trial.merit - (favour if trial is own else 0.0))
        kept = max(1, (len(left) + 1) // 2)
        dropped = [*left[kept:], *dropped]
        left = left[:kept]
    return [*left, *dropped]
