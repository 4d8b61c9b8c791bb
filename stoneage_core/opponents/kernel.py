"""The compact model at work, compiled or plain: the answers are the same."""

from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from math import sqrt
from typing import Any

from stoneage_core.opponents import compiling
from stoneage_core.opponents.model import appraising, layout, playing, promising


class Kernel:
    """
    The model's functions over boards that they can read.

    A compiled model reads arrays, the plain one is quicker with lists.
    """

    def __init__(self, module: Any) -> None:
        self.is_compiled = module is not playing
        self._model = module
        self._promise = (module if self.is_compiled else promising).promise
        self._appraisals = self.weights([0.0] * 4 * appraising.APPRAISALS)
        self._scratch = self.board([0] * layout.SIZE), self._appraisals

    def board(self, numbers: Iterable[int]) -> Any:
        """Return a board of its own from numbers."""
        return array("q", numbers) if self.is_compiled else list(numbers)

    def weights(self, numbers: Iterable[float]) -> Any:
        """Return the weights of all seats, a row after the other."""
        return array("d", numbers) if self.is_compiled else list(numbers)

    def decide(self, board: Any, player: int, weights: Any) -> int:
        """Return the move that an awaited player's weights choose."""
        return int(self._model.decide(board, player, weights, self._appraisals))

    def promise(self, board: Any, player: int, move: int, weights: Any) -> float:
        """Return what a placement promises by a player's weights, in points."""
        place, people = move >> 4 & 15, move >> 8 & 63
        told = board, player, place, people, weights, self._appraisals
        return float(self._promise(*told))

    def make(self, board: Any, player: int, move: int) -> None:
        """Carry out a legal move, up to the next choice; the board changes."""
        self._model.make(board, player, move)

    def chances(self, board: Any, weights: Any, seed: int, count: int) -> list[float]:
        """Return each seat's chance of winning, of ``count`` playouts."""
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
        """Return a move's sums: parts of the victory, their squares, points ahead."""
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
    ) -> tuple[list[float], list[float], float]:
        """
        Return each seat's chance of winning after a move, that after another one, and
        the standard error of the player's difference; of ``count`` playouts each.
        """
        sums = self.weights([0.0] * 9)
        self._model.compare_moves(
            board, weights, *self._scratch, seed, count, player, move, other, sums
        )
        seats = board[layout.COUNT]
        first = [part / count for part in sums[:seats]]
        second = [part / count for part in sums[4 : 4 + seats]]
        variance = sums[8] / count - (first[player] - second[player]) ** 2
        return first, second, sqrt(max(0.0, variance) / count)

    def shares(
        self, board: Sequence[int], weights: Any, seed: int
    ) -> tuple[list[float], list[int]]:
        """Play one game on from a board; return victory's parts, and the scores."""
        mine = self.board(board)
        self._model.play_match(mine, weights, self._appraisals, seed)
        players = range(mine[layout.COUNT])
        scores = [
            mine[layout.TRIBES + player * layout.TRIBE + layout.SCORE]
            for player in players
        ]
        return [self._model.share(mine, player) for player in players], scores


@cache
def kernel() -> Kernel:
    """Return the kernel of this process: compiled if it was there at the first call."""
    return Kernel(compiling.load())


def use_compiled() -> bool:
    """
    Take the compiled model from now on if it is there; return whether it is.

    Boards belong to one kernel, so nobody may be thinking in this process meanwhile.
    """
    if not kernel().is_compiled and compiling.is_compiled():
        compiling.load.cache_clear()
        kernel.cache_clear()
    return kernel().is_compiled


def quicken() -> None:
    """
    Compile the model, unless that is done, and use it from now on. Raise NoCompiler.

    For tests and measurements: the service compiles in `manage.py compile_opponents`.
    """
    compiling.compile_model()
    use_compiled()
