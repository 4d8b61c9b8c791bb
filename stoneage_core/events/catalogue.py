"""All types of events, collected from the modules of the families."""

from collections.abc import Iterator

from stoneage_core.events import (  # noqa: F401 - imported so that their classes exist
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

#: The events that restore an earlier position.
Return = DecisionTakenBack | GameRolledBack


def find_types(base: type[Event]) -> tuple[type[Event], ...]:
    """Return the base and all its subclasses that have a stored name."""
    return tuple(_walk(base))


def _walk(base: type[Event]) -> Iterator[type[Event]]:
    if base.__struct_config__.tag is not None:
        yield base
    for kind in base.__subclasses__():
        yield from _walk(kind)


#: All types of events by stored name.
EVENT_TYPES = {kind.type_name(): kind for kind in find_types(Event)}
