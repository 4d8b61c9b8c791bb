"""The random seed of a real game. Tests replace it with loaded dice."""

import secrets

from games.models import Game, GameSeed
from stoneage_core import Chance, SealedChance
from stoneage_core.chance import SEED_BYTES


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def chance_of(game: Game) -> Chance:
    return SealedChance(bytes(game.seed.secret))


def replace_secret(game: Game, secret: bytes) -> None:
    """The log must have revealed the former one already."""
    GameSeed.objects.filter(game=game).update(secret=secret)
    game.seed.secret = secret
