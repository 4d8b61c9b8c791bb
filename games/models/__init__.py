"""The models: users, games with their seats and seeds, stored events, and the rest."""

from games.models.drafts import GameDraft
from games.models.events import (
    SOURCE_NAMES,
    GameArchive,
    GameCheck,
    GameWords,
    StoredEvent,
)
from games.models.games import Game, GameSeed, Invitation, Status
from games.models.leagues import (
    Entrant,
    HostAct,
    League,
    LeagueGame,
    LeagueInvitation,
    Season,
)
from games.models.moderation import ModerationAction, StaffTrace
from games.models.ratings import PlayerRating, RatedGame
from games.models.seats import Seat, SeatOffer, SeatOrders
from games.models.service import Attempt, Heartbeat, Outage
from games.models.talk import Report, TalkMessage, TalkRead
from games.models.tallies import Tally
from games.models.tokens import AccessToken
from games.models.transparency import (
    Checkpoint,
    Cosignature,
    LogLeaf,
    TransparencyLog,
    TreeNode,
)
from games.models.users import Follow, Unreachable, User
from stoneage_core.terms import Audience

__all__ = [
    "SOURCE_NAMES",
    "AccessToken",
    "Attempt",
    "Audience",
    "Checkpoint",
    "Cosignature",
    "Entrant",
    "Follow",
    "Game",
    "GameArchive",
    "GameCheck",
    "GameDraft",
    "GameSeed",
    "GameWords",
    "Heartbeat",
    "HostAct",
    "Invitation",
    "League",
    "LeagueGame",
    "LeagueInvitation",
    "LogLeaf",
    "ModerationAction",
    "Outage",
    "PlayerRating",
    "RatedGame",
    "Report",
    "Season",
    "Seat",
    "SeatOffer",
    "SeatOrders",
    "StaffTrace",
    "Status",
    "StoredEvent",
    "TalkMessage",
    "TalkRead",
    "Tally",
    "TransparencyLog",
    "TreeNode",
    "Unreachable",
    "User",
]
