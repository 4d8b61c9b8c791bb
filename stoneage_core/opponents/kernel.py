"""Calls the compact model, compiled or in plain Python, with the same results."""

from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from stoneage_core.model import appraising, layout, playing
from stoneage_core.opponents import compiling


class Comparison(NamedTuple):
    """
    Playouts after each of two moves: each seat's chances, the standard error of the
    difference between the player's chances, and the player's mean leads in points.
    """

    first: list[float]
    second: list[float]
    error: float
    leads: tuple[float, float]


class Kernel:
    """The functions of the model; the compiled one has arrays, the plain one lists."""

    def __init__(self, module: Any) -> None:
        self.is_compiled = module is not playing
        self._model = module
        self._promise = (module if self.is_compiled else appraising).promise
        self._appraisals = self.weights([0.0] * 4 * appraising.APPRAISALS)
        self._scratch = self.board([0] * layout.SIZE), self._appraisals

    def board(self, numbers: Iterable[int]) -> Any:
        return array("q", numbers) if self.is_compiled else list(numbers)

    def weights(self, numbers: Iterable[float]) -> Any:
        """Return the weights of all seats, row after row."""
        return array("d", numbers) if self.is_compiled else list(numbers)

    def decide(self, board: Any, player: int, weights: Any) -> int:
        return int(self._model.decide(board, player, weights, self._appraisals))

    def promise(self, board: Any, player: int, move: int, weights: Any) -> float:
        """Return the estimated value of a placement, in points."""
        place, people = move >> 4 & 15, move >> 8 & 63
        arguments = board, player, place, people, weights, self._appraisals
        return float(self._promise(*arguments))

    def make(self, board: Any, player: int, move: int) -> None:
        """Make a legal move and all that follows up to the next choice, in place."""
        self._model.make(board, player, move)

    def chances(self, board: Any, weights: Any, seed: int, count: int) -> list[float]:
        """Return each seat's chance of winning in ``count`` playouts."""
        wins = self.weights([0.0] * 4)
        self._model.evaluate(board, weights, *self._scratch, seed, count, wins)
        return [win / count for win in wins[: board[layout.COUNT]]]

    def try_move(
        self,
        board: Any,
        weights: Any,
        seed: int,
        numbers: range,
        player: int,
        move: int,
    ) -> tuple[float, float, float]:
        """Return the sums over playouts of wins, squared wins, and leads in points."""
        sums = self.weights([0.0] * 3)
        first, count = numbers.start, len(numbers)
        self._model.try_move(
            board, weights, *self._scratch, seed, first, count, player, move, sums
        )
        return sums[0], sums[1], sums[2]

    def compare_moves(
        self,
        board: Any,
        weights: Any,
        seed: int,
        count: int,
        player: int,
        move: int,
        other: int,
    ) -> Comparison:
        """Make ``count`` playouts after each move, with the same random numbers."""
        sums = self.weights([0.0] * 11)
        self._model.compare_moves(
            board, weights, *self._scratch, seed, count, player, move, other, sums
        )
        seats = board[layout.COUNT]
        first = [part / count for part in sums[:seats]]
        second = [part / count for part in sums[4 : 4 + seats]]
        variance = sums[8] / count - (first[player] - second[player]) ** 2
        error = sqrt(max(0.0, variance) / count)
        return Comparison(first, second, error, (sums[9] / count, sums[10] / count))

    def shares(
        self, board: Sequence[int], weights: Any, seed: int
    ) -> tuple[list[float], list[int]]:
        """Play one game from a board; return the shares of the win and the scores."""
        own = self.board(board)
        self._model.play_match(own, weights, self._appraisals, seed)
        players = range(own[layout.COUNT])
        scores = [
            own[layout.TRIBES + player * layout.TRIBE + layout.SCORE]
            for player in players
        ]
        return [self._model.share(own, player) for player in players], scores


@cache
def kernel() -> Kernel:
    """Return the kernel of this process, compiled if that exists at the first call."""
    return Kernel(compiling.load())


def use_compiled() -> bool:
    """
    Switch to the compiled model if it exists; return whether it is used now.

    Boards belong to one kernel, so no search may be running in this process.
    """
    if not kernel().is_compiled and compiling.is_compiled():
        compiling.load.cache_clear()
        kernel.cache_clear()
    return kernel().is_compiled


def quicken() -> None:
    """Compile the model and switch to it, for tests; raise NoCompiler."""
    compiling.compile_model()
    use_compiled()
