"""``python -m bench.playouts``: whole games per second of the opponents' model.

Games are played from the opening with the all-round weights, measured in CPU time on
one core: as plain Python and, if available, compiled. The final boards of the same
games are compared, because both must play every move alike.
"""

import time
from typing import Any

from stoneage_core.chance import RandomChance
from stoneage_core.model import playing
from stoneage_core.model.boards import model_board_of
from stoneage_core.model.styles import ALL_ROUND, load_styles
from stoneage_core.opponents.kernel import Kernel, kernel
from stoneage_core.simulation import opening

#: Games per round, and rounds; the fastest round counts, because other programs use the
#: core, too.
GAMES, ROUNDS = 60, 5


def play_openings(play: Kernel, players: int) -> list[tuple[list[float], list[int]]]:
    """Play a game from each opening; return shares of the victory and scores."""
    weights = play.weights(_rows(players))
    boards = [_opening(players, seed) for seed in range(GAMES)]
    return [play.shares(board, weights, seed) for seed, board in enumerate(boards)]


def games_a_second(play: Kernel, players: int) -> float:
    """Return how many whole games are played per CPU second."""
    weights = play.weights(_rows(players))
    boards = [_opening(players, seed) for seed in range(GAMES)]
    quickest = min(_seconds(play, boards, weights) for _ in range(ROUNDS))
    return GAMES / quickest


def _seconds(play: Kernel, boards: list[list[int]], weights: Any) -> float:
    started = time.process_time()
    for seed, board in enumerate(boards):
        play.shares(board, weights, seed)
    return time.process_time() - started


def _opening(players: int, seed: int) -> list[int]:
    return list(model_board_of(opening(players, RandomChance(seed)).state, seed | 1))


def _rows(players: int) -> list[float]:
    rows = [load_styles()[ALL_ROUND].row(players)] * players
    return [weight for row in rows for weight in row]


def main() -> None:
    """Print a table with a line for each number of players."""
    plain, quick = Kernel(playing), kernel()
    print("| players | plain Python | compiled | same games |")
    print("| --- | --- | --- | --- |")
    for players in (2, 3, 4):
        slow = f"{games_a_second(plain, players):.0f}"
        if quick.is_compiled:
            fast = f"{games_a_second(quick, players):,.0f}"
            same = play_openings(plain, players) == play_openings(quick, players)
        else:
            fast, same = "not compiled", True
        print(f"| {players} | {slow} | {fast} | {'yes' if same else 'NO'} |")


if __name__ == "__main__":
    main()
