"""What events do to a single tribe, and to what it took from the board."""

from typing import Any

from msgspec.structs import replace

from stoneage_core import events as e
from stoneage_core.evolvers.steps import change_tribe, home, swap, without
from stoneage_core.resources import one
from stoneage_core.state import GameState, Stack
from stoneage_core.tools import Tool


def people_placed(state: GameState, event: e.PeoplePlaced) -> GameState:
    placed = state.players[event.player].placed
    placed = swap(placed, event.place.number, event.people)
    return change_tribe(state, event.player, placed=placed)


def tools_used(state: GameState, event: e.ToolsUsed) -> GameState:
    tribe = state.players[event.player]
    tools = tuple(
        Tool(tool.value, tool.used or slot in event.slots)
        for slot, tool in enumerate(tribe.tools)
    )
    open_cards = tribe.open_cards
    for card in event.cards:
        open_cards = without(open_cards, card)
    return change_tribe(state, event.player, tools=tools, open_cards=open_cards)


def goods_gathered(state: GameState, event: e.GoodsGathered) -> GameState:
    tribe = state.players[event.player]
    changes: dict[str, Any] = {"placed": home(tribe, event.place)}
    if event.good == "food":
        changes["food"] = tribe.food + event.amount
    elif event.amount:
        changes["resources"] = tribe.resources + one(event.good, event.amount)
    return replace(change_tribe(state, event.player, **changes), decision=None)


def tool_made(state: GameState, event: e.ToolMade) -> GameState:
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


def person_born(state: GameState, event: e.PersonBorn) -> GameState:
    tribe = state.players[event.player]
    placed = home(tribe, event.place)
    return change_tribe(state, event.player, people=tribe.people + 1, placed=placed)


def food_track_raised(state: GameState, event: e.FoodTrackRaised) -> GameState:
    placed = home(state.players[event.player], event.place)
    return change_tribe(state, event.player, food_track=event.level, placed=placed)


def went_home(state: GameState, event: e.NothingGained | e.ActionDeclined) -> GameState:
    placed = home(state.players[event.player], event.place)
    return change_tribe(state, event.player, placed=placed)


def card_taken(state: GameState, event: e.CardTaken) -> GameState:
    tribe = state.players[event.player]
    after = change_tribe(
        state,
        event.player,
        resources=tribe.resources - event.payment,
        cards=(*tribe.cards, event.card),
        placed=home(tribe, event.place),
    )
    return replace(after, slots=swap(state.slots, event.place.index, None))


def card_kept_open(state: GameState, event: e.CardKeptOpen) -> GameState:
    open_cards = state.players[event.player].open_cards
    return change_tribe(state, event.player, open_cards=(*open_cards, event.card))


def food_gained(state: GameState, event: e.FoodGained | e.FoodProduced) -> GameState:
    food = state.players[event.player].food + event.amount
    return change_tribe(state, event.player, food=food)


def resources_gained(state: GameState, event: e.ResourcesGained) -> GameState:
    resources = state.players[event.player].resources + event.resources
    return change_tribe(state, event.player, resources=resources)


def points_scored(state: GameState, event: e.PointsScored) -> GameState:
    score = state.players[event.player].score + event.points
    return change_tribe(state, event.player, score=score)


def card_drawn(state: GameState, event: e.CardDrawn) -> GameState:
    cards = (*state.players[event.player].cards, event.card)
    after = change_tribe(state, event.player, cards=cards)
    unseen = without(state.unseen_cards, event.card)
    return replace(after, unseen_cards=unseen, drawn_at=after.version)


def resources_taken(state: GameState, event: e.ResourcesTaken) -> GameState:
    tribe = state.players[event.player]
    return change_tribe(
        state,
        event.player,
        resources=tribe.resources + event.resources,
        open_cards=without(tribe.open_cards, event.card),
    )


def building_built(state: GameState, event: e.BuildingBuilt) -> GameState:
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


def food_ran_short(state: GameState, event: e.FoodRanShort) -> GameState:
    food = state.players[event.player].food - event.food
    after = change_tribe(state, event.player, food=food)
    return replace(after, owing=swap(state.owing, event.player, event.missing))


def tribe_fed(state: GameState, event: e.TribeFed) -> GameState:
    tribe = state.players[event.player]
    resources = tribe.resources - event.resources
    food = tribe.food - event.food
    after = change_tribe(state, event.player, food=food, resources=resources)
    return replace(after, owing=swap(state.owing, event.player, 0))


def tribe_starved(state: GameState, event: e.TribeStarved) -> GameState:
    score = state.players[event.player].score - event.points
    after = change_tribe(state, event.player, score=score)
    return replace(after, owing=swap(state.owing, event.player, 0))


def final_scored(state: GameState, event: e.FinalScored) -> GameState:
    after = change_tribe(state, event.player, score=event.score.total)
    return replace(after, scores=swap(state.scores, event.player, event.score))
