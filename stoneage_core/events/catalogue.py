"""The catalogue of all events: their types, found among the classes of each family."""

from collections.abc import Iterator

from stoneage_core.events import (  # noqa: F401 - the families, for their classes
    actions,
    chance,
    clocks,
    feeding,
    proposals,
    purchases,
    rounds,
    seats,
    service,
    setup,
    staff,
)
from stoneage_core.events.base import Event
from stoneage_core.events.proposals import DecisionTakenBack
from stoneage_core.events.staff import GameRolledBack

#: What makes the position an earlier one again.
Return = DecisionTakenBack | GameRolledBack


def find_types(base: type[Event]) -> tuple[type[Event], ...]:
    """Return the types of events of a kind, each of which has a stable name."""
    return tuple(_walk(base))


def _walk(base: type[Event]) -> Iterator[type[Event]]:
    if base.__struct_config__.tag is not None:
        yield base
    for kind in base.__subclasses__():
        yield from _walk(kind)


#: All types of events by their stable names.
EVENT_TYPES = {kind.type_name(): kind for kind in find_types(Event)}
