"""
The rules of the game: no clock, no database.

``Game`` is the way in for a newcomer. The functions beside it are pure: they take a
state and return events and the state after them.
"""

from stoneage_core.chance import Chance, SealedChance, commitment
from stoneage_core.engine import (
    awaited,
    create,
    decide,
    end,
    expire,
    join,
    legal_commands,
    replay,
    reveal,
    start,
)
from stoneage_core.errors import (
    Code,
    CorruptStream,
    GameError,
    IllegalMove,
    InvalidCommand,
)
from stoneage_core.evolve import evolve, go_back
from stoneage_core.game import Game
from stoneage_core.rules.draft import Decision
from stoneage_core.state import INITIAL, GameState, Phase
from stoneage_core.terms import Audience, Terms, TieBreak

__all__ = [
    "INITIAL",
    "Audience",
    "Chance",
    "Code",
    "CorruptStream",
    "Decision",
    "Game",
    "GameError",
    "GameState",
    "IllegalMove",
    "InvalidCommand",
    "Phase",
    "SealedChance",
    "Terms",
    "TieBreak",
    "awaited",
    "commitment",
    "create",
    "decide",
    "end",
    "evolve",
    "expire",
    "go_back",
    "join",
    "legal_commands",
    "replay",
    "reveal",
    "start",
]
