"""The chance of a real game; tests put loaded dice in its place."""

from games.models import Game
from stoneage_core import Chance, SealedChance


def chance_of(game: Game) -> Chance:
    """Return the sealed chance of a game, made from its secret seed."""
    return SealedChance(bytes(game.seed.secret))
