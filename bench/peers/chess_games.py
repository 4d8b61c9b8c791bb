"""python-chess: a rules engine in Python that also generates and checks its moves."""

from collections.abc import Callable
from random import Random

import chess

#: As long a game as a random one may become, in plies.
LONGEST = 200
RECORDED = 120


def random_moves() -> Callable[[], int]:
    """Return a case: one random game, its legal moves generated; moves made."""
    dice = Random(7)

    def play() -> int:
        board, moves = chess.Board(), 0
        while moves < LONGEST and (legal := list(board.legal_moves)):
            board.push(legal[int(dice.random() * len(legal))])
            moves += 1
        return moves

    return play


def checked_replay() -> Callable[[], int]:
    """Return a case: a recorded game replayed from UCI text, each move checked."""
    texts = recorded_game(Random(7))

    def replay() -> int:
        board = chess.Board()
        for text in texts:
            board.push_uci(text)
        return len(texts)

    return replay


def recorded_game(dice: Random) -> tuple[str, ...]:
    """Return the moves of a random game in UCI text, ``RECORDED`` of them."""
    board = chess.Board()
    while len(board.move_stack) < RECORDED:
        legal = list(board.legal_moves)
        if legal:
            board.push(dice.choice(legal))
        else:
            board = chess.Board()
    return tuple(move.uci() for move in board.move_stack)
