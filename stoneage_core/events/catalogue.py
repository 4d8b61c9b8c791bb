"""All types of events, collected from the modules of the families."""

from stoneage_core.events import (  # noqa: F401 - to define their classes
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
    own = () if base.__struct_config__.tag is None else (base,)
    return own + tuple(
        found for kind in base.__subclasses__() for found in find_types(kind)
    )


#: All types of events by stored name.
EVENT_TYPES = {kind.type_name(): kind for kind in find_types(Event)}
