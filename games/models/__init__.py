"""The tables: users, games with their seats and seeds, stored events, and the rest."""

from games.models.absence import StandingOrders, SubstituteOffer
from games.models.events import DecidedHow, StoredEvent
from games.models.games import Game, GameSeed, Invitation, Seat, Status
from games.models.service import Heartbeat, Outage
from games.models.users import User

__all__ = [
    "DecidedHow",
    "Game",
    "GameSeed",
    "Heartbeat",
    "Invitation",
    "Outage",
    "Seat",
    "StandingOrders",
    "Status",
    "StoredEvent",
    "SubstituteOffer",
    "User",
]
