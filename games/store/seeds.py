"""The chance of a real game; tests put loaded dice in its place."""

import secrets

from games.models import Game, GameSeed
from stoneage_core import Chance, SealedChance
from stoneage_core.chance import SEED_BYTES


def new_seed() -> bytes:
    """Return a seed that nobody knows."""
    return secrets.token_bytes(SEED_BYTES)


def chance_of(game: Game) -> Chance:
    """Return the sealed chance of a game, made from its secret seed."""
    return SealedChance(bytes(game.seed.secret))


def replace_secret(game: Game, secret: bytes) -> None:
    """Let a game draw from another seed; the former one is in its log by then."""
    GameSeed.objects.filter(game=game).update(secret=secret)
    game.seed.secret = secret
