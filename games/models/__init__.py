"""The tables: users, games with their seats and seeds, stored events."""

from games.models.events import DecidedHow, StoredEvent
from games.models.games import Game, GameSeed, Invitation, Seat, Status
from games.models.users import User

__all__ = [
    "DecidedHow",
    "Game",
    "GameSeed",
    "Invitation",
    "Seat",
    "Status",
    "StoredEvent",
    "User",
]
