"""Applies an event to a position: the only code that changes it. It checks no rules."""

from collections.abc import Callable
from typing import Any, TypeVar, get_args

from msgspec import structs
from msgspec.structs import replace

from stoneage_core.components.buildings import STACK_SIZE
from stoneage_core.components.places import Place
from stoneage_core.components.resources import one
from stoneage_core.components.tools import Tool
from stoneage_core.errors import Code, CorruptStream
from stoneage_core.events.actions import (
    ActionDeclined,
    DiceRolled,
    FoodTrackRaised,
    GoodsGathered,
    NothingGained,
    PeoplePlaced,
    PersonBorn,
    ToolMade,
    ToolsUsed,
)
from stoneage_core.events.base import Event, MatchEvent
from stoneage_core.events.catalogue import Return, find_types
from stoneage_core.events.chance import (
    BeaconMissed,
    BeaconRevealed,
    BeaconRoundNamed,
    SeedRevealed,
)
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
    DiceForAllRolled,
    DiePicked,
    FoodGained,
    PointsScored,
    ResourcesGained,
    ResourcesTaken,
)
from stoneage_core.events.rounds import (
    BuildingRevealed,
    CardRevealed,
    CardsSlid,
    DiceOffered,
    FinalScored,
    GameEnded,
    PhaseStarted,
    RoundStarted,
    TurnStarted,
)
from stoneage_core.events.service import GameRestored, RulesChanged
from stoneage_core.events.setup import (
    GameCreated,
    GameStarted,
    PlayerJoined,
    PlayerWithdrew,
    PositionSetUp,
)
from stoneage_core.state import (
    DiceDecision,
    GameState,
    OpenRoll,
    Phase,
    Player,
    Stack,
    ToolsDecision,
)

T = TypeVar("T")


def _next_state(state: GameState, **changes: Any) -> GameState:
    return replace(state, version=state.version + 1, **changes)


def _drawn_state(state: GameState, **changes: Any) -> GameState:
    """Return the state after an event that has a draw."""
    return _next_state(state, drawn_at=state.version + 1, **changes)


def _swap(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return ``items`` with another item; raise IndexError if ``at`` is too high."""
    if at >= len(items):
        raise IndexError("there is no such position")
    changed = list(items)
    changed[at] = item
    return tuple(changed)


def _home(tribe: Player, place: Place | None) -> tuple[int, ...]:
    """Return where the tribe's people are after those on ``place`` went home."""
    if place is None or not tribe.placed[place.number]:
        return tribe.placed
    return _swap(tribe.placed, place.number, 0)


def _change_tribe(state: GameState, number: int, **changes: Any) -> GameState:
    tribe = replace(state.players[number], **changes)
    players = _swap(state.players, number, tribe)
    return replace(state, version=state.version + 1, players=players)


def _without(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    """Return ``items`` without one ``item``; raise ValueError if it is missing."""
    at = items.index(item)
    return items[:at] + items[at + 1 :]


# The whole game: the board, turns, dice, the end


def _create_game(state: GameState, event: GameCreated) -> GameState:
    if state.version:
        raise ValueError("a game is created once")
    count = event.terms.player_count
    return _next_state(
        state,
        game=event.game,
        rules_version=event.rules_version,
        terms=event.terms,
        commitment=event.commitment,
        joined=(False,) * count,
        players=(Player(),) * count,
        stacks=(Stack(None, STACK_SIZE),) * count,
        owing=(0,) * count,
        scores=(None,) * count,
    )


def _seat_player(state: GameState, event: PlayerJoined) -> GameState:
    return _next_state(state, joined=_swap(state.joined, event.player, True))


def _free_seat(state: GameState, event: PlayerWithdrew) -> GameState:
    return _next_state(state, joined=_swap(state.joined, event.player, False))


def _name_beacon_round(state: GameState, event: BeaconRoundNamed) -> GameState:
    return _next_state(state, beacon_round=event.round)


def _reveal_beacon(state: GameState, event: BeaconRevealed) -> GameState:
    return _next_state(
        state, beacon_round=0, randomness=event.value, is_redrawing=False
    )


def _miss_beacon(state: GameState, event: BeaconMissed) -> GameState:
    return _next_state(state, beacon_round=0, randomness="", is_redrawing=False)


def _start_game(state: GameState, event: GameStarted) -> GameState:
    return _drawn_state(state, start_player=event.start_player)


def _set_up_position(state: GameState, event: PositionSetUp) -> GameState:
    if len(event.position.players) != state.player_count:
        raise ValueError("it is the position of a game for others")
    # This counts as a draw, because what was drawn in the other game is known.
    return _drawn_state(state, **structs.asdict(event.position))


def _reveal_card(state: GameState, event: CardRevealed) -> GameState:
    slots = _swap(state.slots, event.place.index, event.card)
    return _drawn_state(
        state, slots=slots, unseen_cards=_without(state.unseen_cards, event.card)
    )


def _reveal_building(state: GameState, event: BuildingRevealed) -> GameState:
    at = event.place.index
    stack = Stack(event.building, state.stacks[at].left)
    unseen = _without(state.unseen_buildings, event.building)
    return _drawn_state(
        state, stacks=_swap(state.stacks, at, stack), unseen_buildings=unseen
    )


def _start_round(state: GameState, event: RoundStarted) -> GameState:
    if event.round != state.round + 1:
        raise ValueError(event.round)
    players = tuple(
        replace(tribe, tools=tuple(Tool(tool.value) for tool in tribe.tools))
        for tribe in state.players
    )
    return _next_state(
        state, round=event.round, start_player=event.start_player, players=players
    )


def _start_phase(state: GameState, event: PhaseStarted) -> GameState:
    return _next_state(state, phase=event.phase, turn=None)


def _start_turn(state: GameState, event: TurnStarted) -> GameState:
    if event.player >= state.player_count:
        raise IndexError("there is no such player")
    return _next_state(state, turn=event.player)


def _roll_dice(state: GameState, event: DiceRolled) -> GameState:
    decision = ToolsDecision(event.player, event.place, event.good, event.dice)
    return _drawn_state(state, decision=decision)


def _roll_dice_for_all(state: GameState, event: DiceForAllRolled) -> GameState:
    pickers = state.clockwise(event.player)
    if not event.at_own_turn:
        return _drawn_state(state, decision=DiceDecision(event.dice, pickers))
    roll = OpenRoll(event.player, event.dice, pickers)
    return _drawn_state(
        state,
        open_rolls=(*state.open_rolls, roll),
        decision=DiceDecision(event.dice, pickers[:1], len(state.open_rolls)),
    )


def _offer_dice(state: GameState, event: DiceOffered) -> GameState:
    roll = state.open_rolls[event.roll]
    if event.player not in roll.waiting:
        raise ValueError("no dice wait for this player")
    decision = DiceDecision(roll.dice, (event.player,), event.roll)
    return _next_state(state, decision=decision)


def _pick_die(state: GameState, event: DiePicked) -> GameState:
    decision = state.decision
    if not isinstance(decision, DiceDecision):
        raise ValueError("no dice wait to be picked")
    dice = _without(decision.dice, event.face)
    if decision.roll is None:
        left = DiceDecision(dice, decision.waiting[1:]) if dice else None
        return _next_state(state, decision=left)
    rolls = list(state.open_rolls)
    roll = rolls.pop(decision.roll)
    if dice:
        waiting = _without(roll.waiting, event.player)
        rolls.insert(decision.roll, replace(roll, dice=dice, waiting=waiting))
    return _next_state(state, decision=None, open_rolls=tuple(rolls))


def _slide_cards(state: GameState, event: CardsSlid) -> GameState:
    return _next_state(state, slots=event.cards)


def _end_game(state: GameState, event: GameEnded) -> GameState:
    return _next_state(
        state,
        phase=Phase.ENDED,
        turn=None,
        decision=None,
        owing=(0,) * state.player_count,
        open_rolls=(),
        end_reason=event.reason,
        ranks=event.ranks,
    )


def _reveal_seed(state: GameState, event: SeedRevealed) -> GameState:
    return _next_state(state, seed=event.seed)


def _restore_game(state: GameState, event: GameRestored) -> GameState:
    return _next_state(state, commitment=event.commitment)


def _change_rules(state: GameState, event: RulesChanged) -> GameState:
    return _next_state(state, rules_version=event.version)


# One tribe, and what it took from the board


def _place_people(state: GameState, event: PeoplePlaced) -> GameState:
    placed = state.players[event.player].placed
    placed = _swap(placed, event.place.number, event.people)
    return _change_tribe(state, event.player, placed=placed)


def _use_tools(state: GameState, event: ToolsUsed) -> GameState:
    tribe = state.players[event.player]
    tools = tuple(
        Tool(tool.value, tool.used or slot in event.slots)
        for slot, tool in enumerate(tribe.tools)
    )
    open_cards = tribe.open_cards
    for card in event.cards:
        open_cards = _without(open_cards, card)
    return _change_tribe(state, event.player, tools=tools, open_cards=open_cards)


def _gather_goods(state: GameState, event: GoodsGathered) -> GameState:
    tribe = state.players[event.player]
    changes: dict[str, Any] = {"placed": _home(tribe, event.place)}
    if event.good == "food":
        changes["food"] = tribe.food + event.amount
    elif event.amount:
        changes["resources"] = tribe.resources + one(event.good, event.amount)
    return replace(_change_tribe(state, event.player, **changes), decision=None)


def _make_tool(state: GameState, event: ToolMade) -> GameState:
    tribe = state.players[event.player]
    tools = tribe.tools
    if event.slot == len(tools):
        tools = (*tools, Tool(event.value))
    else:
        raised = Tool(event.value, tools[event.slot].used)
        tools = _swap(tools, event.slot, raised)
    return _change_tribe(
        state, event.player, tools=tools, placed=_home(tribe, event.place)
    )


def _add_person(state: GameState, event: PersonBorn) -> GameState:
    tribe = state.players[event.player]
    placed = _home(tribe, event.place)
    return _change_tribe(state, event.player, people=tribe.people + 1, placed=placed)


def _raise_food_track(state: GameState, event: FoodTrackRaised) -> GameState:
    placed = _home(state.players[event.player], event.place)
    return _change_tribe(state, event.player, food_track=event.level, placed=placed)


def _bring_home(state: GameState, event: NothingGained | ActionDeclined) -> GameState:
    placed = _home(state.players[event.player], event.place)
    return _change_tribe(state, event.player, placed=placed)


def _take_card(state: GameState, event: CardTaken) -> GameState:
    tribe = state.players[event.player]
    after = _change_tribe(
        state,
        event.player,
        resources=tribe.resources - event.payment,
        cards=(*tribe.cards, event.card),
        placed=_home(tribe, event.place),
    )
    return replace(after, slots=_swap(state.slots, event.place.index, None))


def _keep_card_open(state: GameState, event: CardKeptOpen) -> GameState:
    open_cards = state.players[event.player].open_cards
    return _change_tribe(state, event.player, open_cards=(*open_cards, event.card))


def _gain_food(state: GameState, event: FoodGained | FoodProduced) -> GameState:
    food = state.players[event.player].food + event.amount
    return _change_tribe(state, event.player, food=food)


def _gain_resources(state: GameState, event: ResourcesGained) -> GameState:
    resources = state.players[event.player].resources + event.resources
    return _change_tribe(state, event.player, resources=resources)


def _score_points(state: GameState, event: PointsScored) -> GameState:
    score = state.players[event.player].score + event.points
    return _change_tribe(state, event.player, score=score)


def _draw_card(state: GameState, event: CardDrawn) -> GameState:
    cards = (*state.players[event.player].cards, event.card)
    after = _change_tribe(state, event.player, cards=cards)
    unseen = _without(state.unseen_cards, event.card)
    return replace(after, unseen_cards=unseen, drawn_at=after.version)


def _take_resources(state: GameState, event: ResourcesTaken) -> GameState:
    tribe = state.players[event.player]
    return _change_tribe(
        state,
        event.player,
        resources=tribe.resources + event.resources,
        open_cards=_without(tribe.open_cards, event.card),
    )


def _build(state: GameState, event: BuildingBuilt) -> GameState:
    tribe = state.players[event.player]
    after = _change_tribe(
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


def _owe_food(state: GameState, event: FoodRanShort) -> GameState:
    food = state.players[event.player].food - event.food
    after = _change_tribe(state, event.player, food=food)
    return replace(after, owing=_swap(state.owing, event.player, event.missing))


def _feed_tribe(state: GameState, event: TribeFed) -> GameState:
    tribe = state.players[event.player]
    resources = tribe.resources - event.resources
    food = tribe.food - event.food
    after = _change_tribe(state, event.player, food=food, resources=resources)
    return replace(after, owing=_swap(state.owing, event.player, 0))


def _starve_tribe(state: GameState, event: TribeStarved) -> GameState:
    score = state.players[event.player].score - event.points
    after = _change_tribe(state, event.player, score=score)
    return replace(after, owing=_swap(state.owing, event.player, 0))


def _score_tribe(state: GameState, event: FinalScored) -> GameState:
    after = _change_tribe(state, event.player, score=event.score.total)
    return replace(after, scores=_swap(state.scores, event.player, event.score))


def _keep_position(state: GameState, event: MatchEvent) -> GameState:
    if getattr(event, "player", 0) >= state.player_count:
        raise IndexError("there is no such player")
    return _next_state(state)


#: Events around the board. Those that go back have no evolver, because they need an
#: earlier state; see ``go_back``.
_UNCHANGING = frozenset(find_types(MatchEvent)) - frozenset(get_args(Return))

#: What each type of event does.
_EVOLVERS: dict[type[Event], Callable[..., GameState]] = {
    **dict.fromkeys(_UNCHANGING, _keep_position),
    GameCreated: _create_game,
    PlayerJoined: _seat_player,
    PlayerWithdrew: _free_seat,
    BeaconRoundNamed: _name_beacon_round,
    BeaconRevealed: _reveal_beacon,
    BeaconMissed: _miss_beacon,
    GameStarted: _start_game,
    PositionSetUp: _set_up_position,
    CardRevealed: _reveal_card,
    BuildingRevealed: _reveal_building,
    RoundStarted: _start_round,
    PhaseStarted: _start_phase,
    TurnStarted: _start_turn,
    DiceRolled: _roll_dice,
    DiceForAllRolled: _roll_dice_for_all,
    DiceOffered: _offer_dice,
    DiePicked: _pick_die,
    CardsSlid: _slide_cards,
    GameEnded: _end_game,
    SeedRevealed: _reveal_seed,
    RulesChanged: _change_rules,
    GameRestored: _restore_game,
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


def evolve(state: GameState, event: Event) -> GameState:
    """
    Return the state after ``event``; raise CorruptStream if it cannot follow.

    This includes events that go back, because only a replay knows earlier states.
    """
    try:
        return _EVOLVERS[type(event)](state, event)
    except (LookupError, TypeError, ValueError) as error:
        raise CorruptStream(
            Code.BAD_STREAM,
            "event {sequence}, {type}, can’t follow what came before it",
            sequence=state.version + 1,
            type=type(event).__name__,
        ) from error


def go_back(present: GameState, past: GameState) -> GameState:
    """
    Return the state after an event that restores a past position.

    If anything was drawn since, the rounds in between get new draws, so that the old
    ones predict nothing. An awaited round of the beacon may be published by now, so
    another one has to be named. The version of the rules stays.
    """
    redone, is_redrawn = present.redone, present.drawn_at > past.version
    if is_redrawn:
        first, last = sorted((present.round, past.round))
        redone = tuple(
            present.times_redone(number) + (first <= number <= last)
            for number in range(max(last + 1, len(redone)))
        )
    return replace(
        past,
        version=present.version + 1,
        commitment=present.commitment,
        rules_version=present.rules_version,
        drawn_at=present.drawn_at,
        redone=redone,
        beacon_round=0,
        is_redrawing=past.terms.beacon is not None
        and (past.is_redrawing or is_redrawn),
    )
