"""Tool tiles: three slots, raised in turn to value 4 (rules: phase 2, tool maker)."""

from msgspec import Struct

SLOTS = 3
HIGHEST_VALUE = 4


class Tool(Struct, frozen=True, array_like=True, gc=False):
    """One tile on a player's board; ``used`` until the next round."""

    value: int
    used: bool = False


def slot_to_improve(tools: tuple[Tool, ...]) -> int | None:
    """
    Return the slot the next tool goes to, or None when all are at their highest.

    Empty slots come first, then the lowest tile; of several lowest an unused one.
    """
    if len(tools) < SLOTS:
        return len(tools)
    slot = min(range(SLOTS), key=lambda at: (tools[at].value, tools[at].used))
    return slot if tools[slot].value < HIGHEST_VALUE else None


def total_value(tools: tuple[Tool, ...]) -> int:
    """Return the sum of the tiles' values, used or not."""
    return sum(tool.value for tool in tools)
