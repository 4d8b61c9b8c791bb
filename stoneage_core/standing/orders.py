"""What standing orders say, once they have been read."""

from enum import StrEnum

from msgspec import Struct

from stoneage_core.commands import PlacePeople
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resource, Resources


class ToolsOrder(StrEnum):
    """When to add tools: never, or where they gain; one-use tools only if asked for."""

    NONE = "none"
    GAIN = "gain"
    GAIN_CARDS = "gain cards"


class Budget(StrEnum):
    """How to pay where no resources are named: by what the payment is worth."""

    CHEAPEST = "cheapest"
    MOST = "most"


class Purchase(Struct, frozen=True):
    """One card or building, and how to pay for it."""

    place: Place
    payment: Resources | Budget = Budget.CHEAPEST


class PurchaseOrder(Struct, frozen=True):
    """Purchases to try in turn; whether to leave these places where none is payable."""

    purchases: tuple[Purchase, ...]
    else_leave: bool = False


class StandingOrders(Struct, frozen=True):
    """
    What to do when asked; a field at its default says nothing about its question.

    ``placements`` are used up, one for each decision, each the commands to try in turn;
    ``purchases`` are used up as well, each when something was bought by it.
    The others stand: ``uses`` and ``faces`` are tried in turn, ``meal`` is which
    resources to feed with in turn, the empty one being to go hungry.
    """

    placements: tuple[tuple[PlacePeople, ...], ...] = ()
    purchases: tuple[PurchaseOrder, ...] = ()
    uses: tuple[Place, ...] = ()
    faces: tuple[int, ...] = ()
    meal: tuple[Resource, ...] | None = None
    tools: ToolsOrder | None = None

    @property
    def is_empty(self) -> bool:
        """Whether they say nothing at all."""
        return self == NO_ORDERS


NO_ORDERS = StandingOrders()
