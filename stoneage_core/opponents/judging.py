"""Chances of winning: of a position, and of each of its moves."""

from msgspec import Struct

from stoneage_core import commands as c
from stoneage_core.opponents.boards import command_of
from stoneage_core.opponents.candidates import candidates
from stoneage_core.opponents.searching import Trial, neutral_study
from stoneage_core.state import GameState, Phase


class JudgedMove(Struct, frozen=True):
    """A decision, its player's chance of winning after it, and the standard error."""

    command: c.Command
    chance: float
    error: float


def evaluate(state: GameState, playouts: int, seed: int) -> tuple[float, ...]:
    """
    Return each seat's chance of winning, the parts of shared victories added.

    After the end it is 1 for the winner, and 0 for all where a game was called off.
    """
    players = state.player_count
    if state.phase is Phase.ENDED:
        winners = state.winners
        part = 1 / max(1, len(winners))
        return tuple(part if seat in winners else 0.0 for seat in range(players))
    study = neutral_study(state, 0, seed)
    chances = study.kernel.chances(study.board, study.playout_weights, seed, playouts)
    return tuple(chances)


def judge(
    state: GameState, player: int, playouts: int, seed: int
) -> tuple[JudgedMove, ...]:
    """
    Return the decisions worth comparing for an awaited player, the best first.

    Each is played on ``playouts`` times, with the same chances for all.
    """
    study = neutral_study(state, player, seed)
    judged = []
    for move in candidates(study, state):
        trial = Trial(move)
        trial.play(study, playouts)
        command = command_of(state, player, move)
        judged.append(JudgedMove(command, trial.chance, trial.error))
    return tuple(sorted(judged, key=lambda move: -move.chance))
