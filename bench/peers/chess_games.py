"""python-chess: another rules engine in Python that generates and checks moves."""

from collections.abc import Callable
from random import Random

import chess

#: The longest random game, in plies.
LONGEST = 200
RECORDED = 120


def random_moves() -> Callable[[], int]:
    """Return a case that plays a random game with generated legal moves."""
    dice = Random(7)

    def play() -> int:
        board, moves = chess.Board(), 0
        while moves < LONGEST and (legal := list(board.legal_moves)):
            board.push(legal[int(dice.random() * len(legal))])
            moves += 1
        return moves

    return play


def checked_replay() -> Callable[[], int]:
    """Return a case that replays a recorded game from UCI text, checking each move."""
    texts = recorded_game(Random(7))

    def replay() -> int:
        board = chess.Board()
        for text in texts:
            board.push_uci(text)
        return len(texts)

    return replay


def recorded_game(dice: Random) -> tuple[str, ...]:
    """Return ``RECORDED`` moves of random games as UCI text."""
    board = chess.Board()
    while len(board.move_stack) < RECORDED:
        legal = list(board.legal_moves)
        if legal:
            board.push(dice.choice(legal))
        else:
            board = chess.Board()
    return tuple(move.uci() for move in board.move_stack)
