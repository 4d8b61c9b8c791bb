"""Standing orders: what a player wrote down in advance for when they are asked."""

from stoneage_core.standing.answers import Answer, Answered, Disarmed, answer
from stoneage_core.standing.orders import StandingOrders, ToolsOrder
from stoneage_core.standing.reasons import Failed, Reason
from stoneage_core.standing.text import parse, to_text

__all__ = [
    "Answer",
    "Answered",
    "Disarmed",
    "Failed",
    "Reason",
    "StandingOrders",
    "ToolsOrder",
    "answer",
    "parse",
    "to_text",
]
