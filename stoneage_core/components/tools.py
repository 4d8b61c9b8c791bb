"""Tools: three slots, each raised up to value 4 (rules: phase 2, tool maker)."""

from msgspec import Struct

SLOTS = 3
HIGHEST_VALUE = 4


class Tool(Struct, frozen=True, array_like=True, gc=False):
    """One tool of a player; ``used`` is reset at the next round."""

    value: int
    used: bool = False


def slot_to_improve(tools: tuple[Tool, ...]) -> int | None:
    """
    Return the slot for the next tool, or None if all have the highest value.

    It is the first empty slot, or else the lowest tool, an unused one if possible.
    """
    if len(tools) < SLOTS:
        return len(tools)
    slot = min(range(SLOTS), key=lambda at: (tools[at].value, tools[at].used))
    return slot if tools[slot].value < HIGHEST_VALUE else None


def total_value(tools: tuple[Tool, ...]) -> int:
    return sum(tool.value for tool in tools)
