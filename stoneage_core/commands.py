"""Commands: what a player may decide. Imperative; a command may be refused."""

from msgspec import Struct

from stoneage_core.components.places import Place
from stoneage_core.components.resources import NOTHING, Resources


class PlacePeople(Struct, frozen=True):
    """Put ``people`` on one place (phase 1)."""

    place: Place
    people: int


class UsePlace(Struct, frozen=True):
    """Use the people on a gathering or village place (phase 2)."""

    place: Place


class UseTools(Struct, frozen=True):
    """
    Add tools to the dice on the table, or none at all.

    ``tiles`` are the values of unused tiles and ``once`` those of one-use tools, each
    in descending order.
    """

    tiles: tuple[int, ...] = ()
    once: tuple[int, ...] = ()


class BuyCard(Struct, frozen=True):
    """Take the civilization card where one's person stands."""

    place: Place
    payment: Resources


class Build(Struct, frozen=True):
    """Take the building where one's person stands."""

    place: Place
    payment: Resources


class Leave(Struct, frozen=True):
    """Take one's person back from a card or building and leave it there."""

    place: Place


class PickDie(Struct, frozen=True):
    """Pick one of the dice that were rolled for all."""

    face: int


class TakeResources(Struct, frozen=True):
    """Turn over the card that gives any two resources."""

    resources: Resources


class Feed(Struct, frozen=True):
    """Cover all the missing food with resources (phase 3)."""

    resources: Resources = NOTHING


class GoHungry(Struct, frozen=True):
    """Keep the resources and lose points instead."""


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
