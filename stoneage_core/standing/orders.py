"""What standing orders say, once they have been read."""

from enum import StrEnum

from msgspec import Struct

from stoneage_core.commands import PlacePeople
from stoneage_core.places import Place
from stoneage_core.resources import Resource


class ToolsOrder(StrEnum):
    """When to add tools: never, or where they gain; one-use tools only if asked for."""

    NONE = "none"
    GAIN = "gain"
    GAIN_CARDS = "gain cards"


class StandingOrders(Struct, frozen=True):
    """
    What to do when asked; a field at its default says nothing about its question.

    ``placements`` are used up, one for each decision, each the commands to try in turn.
    The others stand: ``uses`` and ``faces`` are tried in turn, ``meal`` is which
    resources to feed with in turn, the empty one being to go hungry.
    """

    placements: tuple[tuple[PlacePeople, ...], ...] = ()
    uses: tuple[Place, ...] = ()
    faces: tuple[int, ...] = ()
    meal: tuple[Resource, ...] | None = None
    tools: ToolsOrder | None = None

    @property
    def is_empty(self) -> bool:
        """Whether they say nothing at all."""
        return self == NO_ORDERS


NO_ORDERS = StandingOrders()
