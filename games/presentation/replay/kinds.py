"""Kinds of what happened, by which readers filter a history."""

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from stoneage_core.components.places import PlaceKind
from stoneage_core.events.actions import (
    ActionDeclined,
    DiceRolled,
    FoodTrackRaised,
    GoodsGathered,
    NothingGained,
    PeoplePlaced,
    PersonBorn,
    ToolMade,
    ToolsUsed,
)
from stoneage_core.events.base import Event, StaffEvent
from stoneage_core.events.catalogue import find_types
from stoneage_core.events.feeding import (
    FoodProduced,
    FoodRanShort,
    TribeFed,
    TribeStarved,
)
from stoneage_core.events.proposals import ProposalMade, ProposalSettled, VoteCast
from stoneage_core.events.purchases import (
    BuildingBuilt,
    CardDrawn,
    CardKeptOpen,
    CardTaken,
    DiceForAllRolled,
    DiePicked,
    FoodGained,
    PointsScored,
    ResourcesGained,
    ResourcesTaken,
)
from stoneage_core.events.rounds import (
    BuildingRevealed,
    CardRevealed,
    CardsSlid,
    PhaseStarted,
    RoundStarted,
    TurnStarted,
)


class HistoryKind(StrEnum):
    """What an event is about; the round and its phases belong to none of them."""

    PLACING = "placing"
    DICE = "dice"
    VILLAGE = "village"
    CARDS = "cards"
    BUILDINGS = "buildings"
    FEEDING = "feeding"
    PROPOSALS = "proposals"
    STAFF = "staff"
    TABLE = "table"


KIND_LABELS: dict[HistoryKind, str | Promise] = {
    HistoryKind.PLACING: _("placing people"),
    HistoryKind.DICE: _("dice, food and resources"),
    HistoryKind.VILLAGE: _("village"),
    HistoryKind.CARDS: _("cards"),
    HistoryKind.BUILDINGS: _("buildings"),
    HistoryKind.FEEDING: _("feeding"),
    HistoryKind.PROPOSALS: _("proposals and votes"),
    HistoryKind.STAFF: _("acts of the moderators"),
    HistoryKind.TABLE: _("around the table"),
}

#: All else that happens is around the table.
_EVENTS: dict[HistoryKind, tuple[type, ...]] = {
    HistoryKind.PLACING: (PeoplePlaced,),
    HistoryKind.DICE: (
        *(DiceRolled, ToolsUsed, GoodsGathered),
        *(DiceForAllRolled, DiePicked),
    ),
    HistoryKind.VILLAGE: (ToolMade, PersonBorn, FoodTrackRaised),
    HistoryKind.CARDS: (
        *(CardTaken, CardKeptOpen, CardDrawn, CardRevealed, CardsSlid),
        *(FoodGained, ResourcesGained, ResourcesTaken, PointsScored),
    ),
    HistoryKind.BUILDINGS: (BuildingBuilt, BuildingRevealed),
    HistoryKind.FEEDING: (FoodProduced, FoodRanShort, TribeFed, TribeStarved),
    HistoryKind.PROPOSALS: (ProposalMade, VoteCast, ProposalSettled),
    HistoryKind.STAFF: find_types(StaffEvent),
}
_KINDS = {event: kind for kind, events in _EVENTS.items() for event in events}


#: Where nothing came of it: on which place that was.
_PLACES = {
    PlaceKind.CARD: HistoryKind.CARDS,
    PlaceKind.BUILDING: HistoryKind.BUILDINGS,
    PlaceKind.VILLAGE: HistoryKind.VILLAGE,
}


def history_kind_of(event: Event) -> HistoryKind | None:
    """Return what an event is about, None for a heading and for whose turn it is."""
    if isinstance(event, RoundStarted | PhaseStarted | TurnStarted):
        return None
    if isinstance(event, ActionDeclined | NothingGained):
        place = event.place
        return HistoryKind.DICE if place is None else _PLACES[place.kind]
    return _KINDS.get(type(event), HistoryKind.TABLE)
