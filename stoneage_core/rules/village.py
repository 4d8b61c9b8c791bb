"""
Tool maker, hut and field, and the same gains from cards and dice (rules: phase 2).
"""

from stoneage_core.components.places import Place
from stoneage_core.components.tools import SLOTS, slot_to_improve
from stoneage_core.events.actions import (
    FoodTrackRaised,
    NothingGained,
    PersonBorn,
    ToolMade,
)
from stoneage_core.rules.draft import Draft
from stoneage_core.rules.placement import MOST_PEOPLE

HIGHEST_FOOD_TRACK = 10


def make_tool(draft: Draft, player: int, place: Place | None) -> None:
    """Give a tribe a tool; the 13th gives nothing."""
    tools = draft.tribe(player).tools
    slot = slot_to_improve(tools)
    if slot is None:
        draft.record(NothingGained(player, place))
        return
    value = tools[slot].value + 1 if len(tools) == SLOTS else 1
    draft.record(ToolMade(player, place, slot, value))


def bear_person(draft: Draft, player: int, place: Place) -> None:
    """Let a tribe grow by one person, up to ten."""
    full = draft.tribe(player).people >= MOST_PEOPLE
    event = NothingGained if full else PersonBorn
    draft.record(event(player, place))


def raise_food_track(draft: Draft, player: int, place: Place | None) -> None:
    """Move a tribe up the food track by one step, up to 10."""
    level = draft.tribe(player).food_track + 1
    if level > HIGHEST_FOOD_TRACK:
        draft.record(NothingGained(player, place))
    else:
        draft.record(FoodTrackRaised(player, place, level))


#: What using each village place does.
USES = {
    Place.TOOL_MAKER: make_tool,
    Place.HUT: bear_person,
    Place.FIELD: raise_food_track,
}
