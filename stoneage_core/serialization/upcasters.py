"""Steps from an older form of a stored event to the next one, applied on reading.

A stored event is never rewritten. When the fields of an event change, add a function
here that takes the old dict and returns the new one, named for what it does, e.g.
``dice_rolled_v1_v2``; the type's schema version rises by itself.
"""

from collections.abc import Callable
from typing import Any

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


#: By stable type name: the steps from version 1 to 2, from 2 to 3, and so on.
UPCASTERS: dict[str, tuple[Upcaster, ...]] = {}


def latest_version(type_name: str) -> int:
    """Return the schema version in which events of this type are written now."""
    return 1 + len(UPCASTERS.get(type_name, ()))


def upcast(type_name: str, version: int, data: dict[str, Any]) -> dict[str, Any]:
    """Return ``data`` of ``version`` brought to the latest one."""
    for step in UPCASTERS.get(type_name, ())[version - 1 :]:
        data = step(data)
    return data
