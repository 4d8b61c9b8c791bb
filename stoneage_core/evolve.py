"""The only writer of state: one event in, the next state out. It holds no rule."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from stoneage_core import events as e
from stoneage_core.buildings import STACK_SIZE
from stoneage_core.errors import Code, CorruptStream
from stoneage_core.places import Place
from stoneage_core.resources import one
from stoneage_core.state import (
    DiceDecision,
    GameState,
    Phase,
    Player,
    Stack,
    ToolsDecision,
)
from stoneage_core.tools import Tool

T = TypeVar("T")


def evolve(state: GameState, event: e.Event) -> GameState:
    """Return the state after ``event``; raise CorruptStream if it cannot follow."""
    try:
        return _EVOLVERS[type(event)](state, event)
    except (LookupError, TypeError, ValueError) as error:
        raise CorruptStream(
            Code.BAD_STREAM,
            "event {sequence}, {type}, cannot follow what came before it",
            sequence=state.version + 1,
            type=type(event).__name__,
        ) from error


def _next(state: GameState, **changes: Any) -> GameState:
    return replace(state, version=state.version + 1, **changes)


def _swap(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    if at >= len(items):
        raise IndexError("there is no such position")
    changed = list(items)
    changed[at] = item
    return tuple(changed)


def _home(tribe: Player, place: Place | None) -> tuple[int, ...]:
    """Return the tribe's people on the board after those on ``place`` came home."""
    if place is None or not tribe.placed[place.number]:
        return tribe.placed
    return _swap(tribe.placed, place.number, 0)


def _tribe(state: GameState, number: int, **changes: Any) -> GameState:
    tribe = replace(state.players[number], **changes)
    players = _swap(state.players, number, tribe)
    return replace(state, version=state.version + 1, players=players)


def _game_created(state: GameState, event: e.GameCreated) -> GameState:
    if state.version:
        raise ValueError("a game is created once")
    count = event.player_count
    return _next(
        state,
        game=event.game,
        player_count=count,
        tie_break=event.tie_break,
        commitment=event.commitment,
        first_player=event.first_player,
        salts=(None,) * count,
        players=(Player(),) * count,
        stacks=(Stack(None, STACK_SIZE),) * count,
        owing=(0,) * count,
        scores=(None,) * count,
    )


def _player_joined(state: GameState, event: e.PlayerJoined) -> GameState:
    return _next(state, salts=_swap(state.salts, event.player, event.salt))


def _game_started(state: GameState, event: e.GameStarted) -> GameState:
    return _next(state, start_player=event.start_player)


def _card_revealed(state: GameState, event: e.CardRevealed) -> GameState:
    slots = _swap(state.slots, event.place.index, event.card)
    return _next(
        state, slots=slots, unseen_cards=_without(state.unseen_cards, event.card)
    )


def _building_revealed(state: GameState, event: e.BuildingRevealed) -> GameState:
    at = event.place.index
    stack = Stack(event.building, state.stacks[at].left)
    unseen = _without(state.unseen_buildings, event.building)
    return _next(state, stacks=_swap(state.stacks, at, stack), unseen_buildings=unseen)


def _round_started(state: GameState, event: e.RoundStarted) -> GameState:
    players = tuple(_with_tools_ready(tribe) for tribe in state.players)
    return _next(
        state, round=event.round, start_player=event.start_player, players=players
    )


def _with_tools_ready(tribe: Player) -> Player:
    return replace(tribe, tools=tuple(Tool(tool.value) for tool in tribe.tools))


def _phase_started(state: GameState, event: e.PhaseStarted) -> GameState:
    return _next(state, phase=event.phase, turn=None)


def _turn_started(state: GameState, event: e.TurnStarted) -> GameState:
    if event.player >= state.player_count:
        raise IndexError("there is no such player")
    return _next(state, turn=event.player)


def _people_placed(state: GameState, event: e.PeoplePlaced) -> GameState:
    placed = state.players[event.player].placed
    placed = _swap(placed, event.place.number, event.people)
    return _tribe(state, event.player, placed=placed)


def _dice_rolled(state: GameState, event: e.DiceRolled) -> GameState:
    decision = ToolsDecision(event.player, event.place, event.good, event.dice)
    return _next(state, decision=decision)


def _tools_used(state: GameState, event: e.ToolsUsed) -> GameState:
    tribe = state.players[event.player]
    tools = tuple(
        Tool(tool.value, tool.used or slot in event.slots)
        for slot, tool in enumerate(tribe.tools)
    )
    open_cards = tribe.open_cards
    for card in event.cards:
        open_cards = _without(open_cards, card)
    return _tribe(state, event.player, tools=tools, open_cards=open_cards)


def _goods_gathered(state: GameState, event: e.GoodsGathered) -> GameState:
    tribe = state.players[event.player]
    changes: dict[str, Any] = {"placed": _home(tribe, event.place)}
    if event.good == "food":
        changes["food"] = tribe.food + event.amount
    elif event.amount:
        changes["resources"] = tribe.resources + one(event.good, event.amount)
    return replace(_tribe(state, event.player, **changes), decision=None)


def _tool_made(state: GameState, event: e.ToolMade) -> GameState:
    tribe = state.players[event.player]
    tools = tribe.tools
    if event.slot == len(tools):
        tools = (*tools, Tool(event.value))
    else:
        raised = Tool(event.value, tools[event.slot].used)
        tools = _swap(tools, event.slot, raised)
    return _tribe(state, event.player, tools=tools, placed=_home(tribe, event.place))


def _person_born(state: GameState, event: e.PersonBorn) -> GameState:
    tribe = state.players[event.player]
    placed = _home(tribe, event.place)
    return _tribe(state, event.player, people=tribe.people + 1, placed=placed)


def _food_track_raised(state: GameState, event: e.FoodTrackRaised) -> GameState:
    placed = _home(state.players[event.player], event.place)
    return _tribe(state, event.player, food_track=event.level, placed=placed)


def _went_home(
    state: GameState, event: e.NothingGained | e.ActionDeclined
) -> GameState:
    placed = _home(state.players[event.player], event.place)
    return _tribe(state, event.player, placed=placed)


def _card_taken(state: GameState, event: e.CardTaken) -> GameState:
    tribe = state.players[event.player]
    after = _tribe(
        state,
        event.player,
        resources=tribe.resources - event.payment,
        cards=(*tribe.cards, event.card),
        placed=_home(tribe, event.place),
    )
    return replace(after, slots=_swap(state.slots, event.place.index, None))


def _card_kept_open(state: GameState, event: e.CardKeptOpen) -> GameState:
    open_cards = state.players[event.player].open_cards
    return _tribe(state, event.player, open_cards=(*open_cards, event.card))


def _food_gained(state: GameState, event: e.FoodGained | e.FoodProduced) -> GameState:
    food = state.players[event.player].food + event.amount
    return _tribe(state, event.player, food=food)


def _resources_gained(state: GameState, event: e.ResourcesGained) -> GameState:
    resources = state.players[event.player].resources + event.resources
    return _tribe(state, event.player, resources=resources)


def _points_scored(state: GameState, event: e.PointsScored) -> GameState:
    score = state.players[event.player].score + event.points
    return _tribe(state, event.player, score=score)


def _card_drawn(state: GameState, event: e.CardDrawn) -> GameState:
    cards = (*state.players[event.player].cards, event.card)
    after = _tribe(state, event.player, cards=cards)
    return replace(after, unseen_cards=_without(state.unseen_cards, event.card))


def _dice_for_all_rolled(state: GameState, event: e.DiceForAllRolled) -> GameState:
    decision = DiceDecision(event.dice, state.clockwise(event.player))
    return _next(state, decision=decision)


def _die_picked(state: GameState, event: e.DiePicked) -> GameState:
    decision = state.decision
    if not isinstance(decision, DiceDecision):
        raise ValueError("no dice wait to be picked")
    dice = _without(decision.dice, event.face)
    left = DiceDecision(dice, decision.waiting[1:]) if dice else None
    return _next(state, decision=left)


def _resources_taken(state: GameState, event: e.ResourcesTaken) -> GameState:
    tribe = state.players[event.player]
    return _tribe(
        state,
        event.player,
        resources=tribe.resources + event.resources,
        open_cards=_without(tribe.open_cards, event.card),
    )


def _building_built(state: GameState, event: e.BuildingBuilt) -> GameState:
    tribe = state.players[event.player]
    after = _tribe(
        state,
        event.player,
        resources=tribe.resources - event.payment,
        buildings=(*tribe.buildings, event.building),
        score=tribe.score + event.points,
        placed=_home(tribe, event.place),
    )
    at = event.place.index
    stack = Stack(None, state.stacks[at].left - 1)
    return replace(after, stacks=_swap(state.stacks, at, stack))


def _food_ran_short(state: GameState, event: e.FoodRanShort) -> GameState:
    food = state.players[event.player].food - event.food
    after = _tribe(state, event.player, food=food)
    return replace(after, owing=_swap(state.owing, event.player, event.missing))


def _tribe_fed(state: GameState, event: e.TribeFed) -> GameState:
    tribe = state.players[event.player]
    resources = tribe.resources - event.resources
    food = tribe.food - event.food
    after = _tribe(state, event.player, food=food, resources=resources)
    return replace(after, owing=_swap(state.owing, event.player, 0))


def _tribe_starved(state: GameState, event: e.TribeStarved) -> GameState:
    score = state.players[event.player].score - event.points
    after = _tribe(state, event.player, score=score)
    return replace(after, owing=_swap(state.owing, event.player, 0))


def _cards_slid(state: GameState, event: e.CardsSlid) -> GameState:
    return _next(state, slots=event.cards)


def _final_scored(state: GameState, event: e.FinalScored) -> GameState:
    after = _tribe(state, event.player, score=event.score.total)
    return replace(after, scores=_swap(state.scores, event.player, event.score))


def _game_ended(state: GameState, event: e.GameEnded) -> GameState:
    return _next(
        state,
        phase=Phase.ENDED,
        turn=None,
        end_reason=event.reason,
        ranks=event.ranks,
    )


def _seed_revealed(state: GameState, event: e.SeedRevealed) -> GameState:
    return _next(state, seed=event.seed)


def _turn_timed_out(state: GameState, event: e.TurnTimedOut) -> GameState:
    return _next(state)


def _without(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    """Return ``items`` less one ``item``; ValueError when it is not there."""
    at = items.index(item)
    return items[:at] + items[at + 1 :]


_EVOLVERS: dict[type[e.Event], Callable[..., GameState]] = {
    e.GameCreated: _game_created,
    e.PlayerJoined: _player_joined,
    e.GameStarted: _game_started,
    e.CardRevealed: _card_revealed,
    e.BuildingRevealed: _building_revealed,
    e.RoundStarted: _round_started,
    e.PhaseStarted: _phase_started,
    e.TurnStarted: _turn_started,
    e.PeoplePlaced: _people_placed,
    e.DiceRolled: _dice_rolled,
    e.ToolsUsed: _tools_used,
    e.GoodsGathered: _goods_gathered,
    e.ToolMade: _tool_made,
    e.PersonBorn: _person_born,
    e.FoodTrackRaised: _food_track_raised,
    e.NothingGained: _went_home,
    e.CardTaken: _card_taken,
    e.CardKeptOpen: _card_kept_open,
    e.FoodGained: _food_gained,
    e.ResourcesGained: _resources_gained,
    e.PointsScored: _points_scored,
    e.CardDrawn: _card_drawn,
    e.DiceForAllRolled: _dice_for_all_rolled,
    e.DiePicked: _die_picked,
    e.ResourcesTaken: _resources_taken,
    e.BuildingBuilt: _building_built,
    e.ActionDeclined: _went_home,
    e.FoodProduced: _food_gained,
    e.FoodRanShort: _food_ran_short,
    e.TribeFed: _tribe_fed,
    e.TribeStarved: _tribe_starved,
    e.CardsSlid: _cards_slid,
    e.FinalScored: _final_scored,
    e.GameEnded: _game_ended,
    e.SeedRevealed: _seed_revealed,
    e.TurnTimedOut: _turn_timed_out,
}
