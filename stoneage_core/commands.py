"""The commands of a player on the board. A command can be refused."""

from msgspec import Struct

from stoneage_core.components.places import Place
from stoneage_core.components.resources import NOTHING, Resources


class PlacePeople(Struct, frozen=True):
    place: Place
    people: int


class UsePlace(Struct, frozen=True):
    place: Place


class UseTools(Struct, frozen=True):
    """Add unused tools and one-use tools to the roll, by value, highest first."""

    tiles: tuple[int, ...] = ()
    once: tuple[int, ...] = ()


class BuyCard(Struct, frozen=True):
    place: Place
    payment: Resources


class Build(Struct, frozen=True):
    place: Place
    payment: Resources


class Leave(Struct, frozen=True):
    place: Place


class PickDie(Struct, frozen=True):
    face: int


class TakeResources(Struct, frozen=True):
    """Use the open card that gives two resources of choice."""

    resources: Resources


class Feed(Struct, frozen=True):
    resources: Resources = NOTHING


class GoHungry(Struct, frozen=True):
    """Lose points instead of paying the missing food (phase 3)."""


Command = (
    PlacePeople
    | UsePlace
    | UseTools
    | BuyCard
    | Build
    | Leave
    | PickDie
    | TakeResources
    | Feed
    | GoHungry
)
