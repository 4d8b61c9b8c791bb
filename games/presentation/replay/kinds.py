"""Kinds of what happened, by which readers filter a history."""

from enum import StrEnum
from typing import get_args

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from stoneage_core import events as e
from stoneage_core import match_events as c
from stoneage_core.places import PlaceKind
from stoneage_core.staff_events import StaffEvent


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

_EVENTS: dict[HistoryKind, tuple[type, ...]] = {
    HistoryKind.PLACING: (e.PeoplePlaced,),
    HistoryKind.DICE: (
        *(e.DiceRolled, e.ToolsUsed, e.GoodsGathered),
        *(e.DiceForAllRolled, e.DiePicked),
    ),
    HistoryKind.VILLAGE: (e.ToolMade, e.PersonBorn, e.FoodTrackRaised),
    HistoryKind.CARDS: (
        *(e.CardTaken, e.CardKeptOpen, e.CardDrawn, e.CardRevealed, e.CardsSlid),
        *(e.FoodGained, e.ResourcesGained, e.ResourcesTaken, e.PointsScored),
    ),
    HistoryKind.BUILDINGS: (e.BuildingBuilt, e.BuildingRevealed),
    HistoryKind.FEEDING: (e.FoodProduced, e.FoodRanShort, e.TribeFed, e.TribeStarved),
    HistoryKind.TABLE: (
        *(e.GameCreated, e.PlayerJoined, e.SaltsRevealed, e.GameStarted),
        *(e.BeaconRoundNamed, e.BeaconRevealed, e.BeaconMissed, e.PositionSetUp),
        *(e.FinalScored, e.GameEnded, e.SeedRevealed),
        *get_args(c.MatchEvent),
    ),
    # After the table, to which all of these belong too.
    HistoryKind.PROPOSALS: (c.ProposalMade, c.VoteCast, c.ProposalSettled),
    HistoryKind.STAFF: get_args(StaffEvent),
}
_KINDS = {event: kind for kind, events in _EVENTS.items() for event in events}


#: Where nothing came of it: on which place that was.
_PLACES = {
    PlaceKind.CARD: HistoryKind.CARDS,
    PlaceKind.BUILDING: HistoryKind.BUILDINGS,
    PlaceKind.VILLAGE: HistoryKind.VILLAGE,
}


def kind_of(event: e.Event) -> HistoryKind | None:
    """Return what an event is about, None for a heading and for whose turn it is."""
    if isinstance(event, e.ActionDeclined | e.NothingGained):
        place = event.place
        return HistoryKind.DICE if place is None else _PLACES[place.kind]
    return _KINDS.get(type(event))
