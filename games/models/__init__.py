"""The tables: users, games with their seats and seeds, stored events, and the rest."""

from games.models.absence import StandingOrders, SubstituteOffer
from games.models.events import DecidedHow, StoredEvent
from games.models.games import Game, GameSeed, Status
from games.models.seats import Invitation, Seat
from games.models.service import Heartbeat, Outage
from games.models.staff import Act, StaffAct
from games.models.talk import Report, TalkMessage, TalkRead
from games.models.users import Unreachable, User

__all__ = [
    "Act",
    "DecidedHow",
    "Game",
    "GameSeed",
    "Heartbeat",
    "Invitation",
    "Outage",
    "Report",
    "Seat",
    "StaffAct",
    "StandingOrders",
    "Status",
    "StoredEvent",
    "SubstituteOffer",
    "TalkMessage",
    "TalkRead",
    "Unreachable",
    "User",
]
