"""What events do to one tribe, and to what it took from the board."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from stoneage_core.components.resources import one
from stoneage_core.components.tools import Tool
from stoneage_core.events.actions import (
    ActionDeclined,
    FoodTrackRaised,
    GoodsGathered,
    NothingGained,
    PeoplePlaced,
    PersonBorn,
    ToolMade,
    ToolsUsed,
)
from stoneage_core.events.base import Event
from stoneage_core.events.feeding import (
    FoodProduced,
    FoodRanShort,
    TribeFed,
    TribeStarved,
)
from stoneage_core.events.purchases import (
    BuildingBuilt,
    CardDrawn,
    CardKeptOpen,
    CardTaken,
    FoodGained,
    PointsScored,
    ResourcesGained,
    ResourcesTaken,
)
from stoneage_core.events.rounds import FinalScored
from stoneage_core.evolvers.state_changes import change_tribe, home, swap, without
from stoneage_core.state import GameState, Stack


def _place_people(state: GameState, event: PeoplePlaced) -> GameState:
    placed = state.players[event.player].placed
    placed = swap(placed, event.place.number, event.people)
    return change_tribe(state, event.player, placed=placed)


def _use_tools(state: GameState, event: ToolsUsed) -> GameState:
    tribe = state.players[event.player]
    tools = tuple(
        Tool(tool.value, tool.used or slot in event.slots)
        for slot, tool in enumerate(tribe.tools)
    )
    open_cards = tribe.open_cards
    for card in event.cards:
        open_cards = without(open_cards, card)
    return change_tribe(state, event.player, tools=tools, open_cards=open_cards)


def _gather_goods(state: GameState, event: GoodsGathered) -> GameState:
    tribe = state.players[event.player]
    changes: dict[str, Any] = {"placed": home(tribe, event.place)}
    if event.good == "food":
        changes["food"] = tribe.food + event.amount
    elif event.amount:
        changes["resources"] = tribe.resources + one(event.good, event.amount)
    return replace(change_tribe(state, event.player, **changes), decision=None)


def _make_tool(state: GameState, event: ToolMade) -> GameState:
    tribe = state.players[event.player]
    tools = tribe.tools
    if event.slot == len(tools):
        tools = (*tools, Tool(event.value))
    else:
        raised = Tool(event.value, tools[event.slot].used)
        tools = swap(tools, event.slot, raised)
    return change_tribe(
        state, event.player, tools=tools, placed=home(tribe, event.place)
    )


def _add_person(state: GameState, event: PersonBorn) -> GameState:
    tribe = state.players[event.player]
    placed = home(tribe, event.place)
    return change_tribe(state, event.player, people=tribe.people + 1, placed=placed)


def _raise_food_track(state: GameState, event: FoodTrackRaised) -> GameState:
    placed = home(state.players[event.player], event.place)
    return change_tribe(state, event.player, food_track=event.level, placed=placed)


def _bring_home(state: GameState, event: NothingGained | ActionDeclined) -> GameState:
    placed = home(state.players[event.player], event.place)
    return change_tribe(state, event.player, placed=placed)


def _take_card(state: GameState, event: CardTaken) -> GameState:
    tribe = state.players[event.player]
    after = change_tribe(
        state,
        event.player,
        resources=tribe.resources - event.payment,
        cards=(*tribe.cards, event.card),
        placed=home(tribe, event.place),
    )
    return replace(after, slots=swap(state.slots, event.place.index, None))


def _keep_card_open(state: GameState, event: CardKeptOpen) -> GameState:
    open_cards = state.players[event.player].open_cards
    return change_tribe(state, event.player, open_cards=(*open_cards, event.card))


def _gain_food(state: GameState, event: FoodGained | FoodProduced) -> GameState:
    food = state.players[event.player].food + event.amount
    return change_tribe(state, event.player, food=food)


def _gain_resources(state: GameState, event: ResourcesGained) -> GameState:
    resources = state.players[event.player].resources + event.resources
    return change_tribe(state, event.player, resources=resources)


def _score_points(state: GameState, event: PointsScored) -> GameState:
    score = state.players[event.player].score + event.points
    return change_tribe(state, event.player, score=score)


def _draw_card(state: GameState, event: CardDrawn) -> GameState:
    cards = (*state.players[event.player].cards, event.card)
    after = change_tribe(state, event.player, cards=cards)
    unseen = without(state.unseen_cards, event.card)
    return replace(after, unseen_cards=unseen, drawn_at=after.version)


def _take_resources(state: GameState, event: ResourcesTaken) -> GameState:
    tribe = state.players[event.player]
    return change_tribe(
        state,
        event.player,
        resources=tribe.resources + event.resources,
        open_cards=without(tribe.open_cards, event.card),
    )


def _build(state: GameState, event: BuildingBuilt) -> GameState:
    tribe = state.players[event.player]
    after = change_tribe(
        state,
        event.player,
        resources=tribe.resources - event.payment,
        buildings=(*tribe.buildings, event.building),
        score=tribe.score + event.points,
        placed=home(tribe, event.place),
    )
    at = event.place.index
    stack = Stack(None, state.stacks[at].left - 1)
    return replace(after, stacks=swap(state.stacks, at, stack))


def _owe_food(state: GameState, event: FoodRanShort) -> GameState:
    food = state.players[event.player].food - event.food
    after = change_tribe(state, event.player, food=food)
    return replace(after, owing=swap(state.owing, event.player, event.missing))


def _feed_tribe(state: GameState, event: TribeFed) -> GameState:
    tribe = state.players[event.player]
    resources = tribe.resources - event.resources
    food = tribe.food - event.food
    after = change_tribe(state, event.player, food=food, resources=resources)
    return replace(after, owing=swap(state.owing, event.player, 0))


def _starve_tribe(state: GameState, event: TribeStarved) -> GameState:
    score = state.players[event.player].score - event.points
    after = change_tribe(state, event.player, score=score)
    return replace(after, owing=swap(state.owing, event.player, 0))


def _score_tribe(state: GameState, event: FinalScored) -> GameState:
    after = change_tribe(state, event.player, score=event.score.total)
    return replace(after, scores=swap(state.scores, event.player, event.score))


#: By types of events.
TRIBE_EVOLVERS: dict[type[Event], Callable[..., GameState]] = {
    PeoplePlaced: _place_people,
    ToolsUsed: _use_tools,
    GoodsGathered: _gather_goods,
    ToolMade: _make_tool,
    PersonBorn: _add_person,
    FoodTrackRaised: _raise_food_track,
    NothingGained: _bring_home,
    CardTaken: _take_card,
    CardKeptOpen: _keep_card_open,
    FoodGained: _gain_food,
    ResourcesGained: _gain_resources,
    PointsScored: _score_points,
    CardDrawn: _draw_card,
    ResourcesTaken: _take_resources,
    BuildingBuilt: _build,
    ActionDeclined: _bring_home,
    FoodProduced: _gain_food,
    FoodRanShort: _owe_food,
    TribeFed: _feed_tribe,
    TribeStarved: _starve_tribe,
    FinalScored: _score_tribe,
}
