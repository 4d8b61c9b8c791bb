"""Orders: what a player wants done later, as a list in the notation of commands.

Everything that is done later is such a list: the next placements, the order of uses, a
plan that became orders, and preferences for tools, dice and missing food. ``text``
reads and writes the list. ``following`` applies it when its player is asked.
"""

from stoneage_core.orders.following import (
    Answer,
    Answered,
    Disarmed,
    Failed,
    NonePossible,
    Reason,
    TooFew,
    after_own_decision,
    next_command,
)
from stoneage_core.orders.steps import NO_ORDERS, Orders, Step, about, without
from stoneage_core.orders.text import parse, to_text

__all__ = [
    "NO_ORDERS",
    "Answer",
    "Answered",
    "Disarmed",
    "Failed",
    "NonePossible",
    "Orders",
    "Reason",
    "Step",
    "TooFew",
    "about",
    "after_own_decision",
    "next_command",
    "parse",
    "to_text",
    "without",
]
