"""What an opponent decides, and why: the same answer to a position, every time."""

from hashlib import sha256

from msgspec import Struct

from stoneage_core import commands as c
from stoneage_core.opponents.boards import command_of
from stoneage_core.opponents.candidates import candidates
from stoneage_core.opponents.ladder import Opponent
from stoneage_core.opponents.reasons import Figures, figures_of, reason_of
from stoneage_core.opponents.searching import Study, Trial, search, study_of
from stoneage_core.opponents.styles import load_styles
from stoneage_core.phrases import Phrase
from stoneage_core.state import GameState


class ChosenCommand(Struct, frozen=True):
    """A decision, and one line of why; the ``figures`` are of a search."""

    command: c.Command
    reason: Phrase
    figures: Figures | None


def choose(
    opponent: Opponent, state: GameState, player: int, game: str
) -> ChosenCommand:
    """
    Return what an opponent decides for an awaited player.

    It depends on the opponent, the position with its version, and ``game``, the name
    of the game; not on the machine, nor on how much time there is.
    """
    style = load_styles()[opponent.style]
    row = style.row(state.player_count, opponent.noise)
    seed = seed_of(game, state.version, player, opponent)
    return choose_by(study_of(state, player, row, seed), state, opponent.playouts)


def choose_by(study: Study, state: GameState, playouts: int) -> ChosenCommand:
    """Return what the player of a study decides with so many playouts."""
    trials: list[Trial] = []
    if playouts:
        moves = candidates(study, state)
        trials = search(study, moves, playouts) if len(moves) > 1 else []
    move = trials[0].move if trials else study.own_move()
    command = command_of(state, study.player, move)
    figures = figures_of(trials)
    reason = reason_of(state, study.player, command, figures)
    return ChosenCommand(command, reason, figures)


def seed_of(game: str, version: int, player: int, opponent: Opponent) -> int:
    """Return where the generator of an opponent begins at a position."""
    label = f"{game}/{version}/{player}/{opponent.name}/{opponent.version}"
    return int.from_bytes(sha256(label.encode()).digest()[:4])
