"""What events do to the whole game: the board, turns, dice, the end."""

from collections.abc import Callable

from msgspec import structs
from msgspec.structs import replace

from stoneage_core.components.buildings import STACK_SIZE
from stoneage_core.components.tools import Tool
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.base import Event
from stoneage_core.events.chance import (
    BeaconMissed,
    BeaconRevealed,
    BeaconRoundNamed,
    SeedRevealed,
)
from stoneage_core.events.purchases import DiceForAllRolled, DiePicked
from stoneage_core.events.rounds import (
    BuildingRevealed,
    CardRevealed,
    CardsSlid,
    DiceOffered,
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
    PositionSetUp,
)
from stoneage_core.evolvers.state_changes import drawn_state, next_state, swap, without
from stoneage_core.state import (
    DiceDecision,
    GameState,
    OpenRoll,
    Phase,
    Player,
    Stack,
    ToolsDecision,
)


def _create_game(state: GameState, event: GameCreated) -> GameState:
    if state.version:
        raise ValueError("a game is created once")
    count = event.terms.player_count
    return next_state(
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
    return next_state(state, joined=swap(state.joined, event.player, True))


def _name_beacon_round(state: GameState, event: BeaconRoundNamed) -> GameState:
    return next_state(state, beacon_round=event.round)


def _reveal_beacon(state: GameState, event: BeaconRevealed) -> GameState:
    return next_state(state, beacon_round=0, randomness=event.value, is_redrawing=False)


def _miss_beacon(state: GameState, event: BeaconMissed) -> GameState:
    return next_state(state, beacon_round=0, randomness="", is_redrawing=False)


def _start_game(state: GameState, event: GameStarted) -> GameState:
    return drawn_state(state, start_player=event.start_player)


def _set_up_position(state: GameState, event: PositionSetUp) -> GameState:
    if len(event.position.players) != state.player_count:
        raise ValueError("it is the position of a game for others")
    # Nobody goes back before it: what was drawn in the other game is known.
    return drawn_state(state, **structs.asdict(event.position))


def _reveal_card(state: GameState, event: CardRevealed) -> GameState:
    slots = swap(state.slots, event.place.index, event.card)
    return drawn_state(
        state, slots=slots, unseen_cards=without(state.unseen_cards, event.card)
    )


def _reveal_building(state: GameState, event: BuildingRevealed) -> GameState:
    at = event.place.index
    stack = Stack(event.building, state.stacks[at].left)
    unseen = without(state.unseen_buildings, event.building)
    return drawn_state(
        state, stacks=swap(state.stacks, at, stack), unseen_buildings=unseen
    )


def _start_round(state: GameState, event: RoundStarted) -> GameState:
    if event.round != state.round + 1:
        raise ValueError(event.round)
    players = tuple(_with_tools_ready(tribe) for tribe in state.players)
    return next_state(
        state, round=event.round, start_player=event.start_player, players=players
    )


def _with_tools_ready(tribe: Player) -> Player:
    return replace(tribe, tools=tuple(Tool(tool.value) for tool in tribe.tools))


def _start_phase(state: GameState, event: PhaseStarted) -> GameState:
    return next_state(state, phase=event.phase, turn=None)


def _start_turn(state: GameState, event: TurnStarted) -> GameState:
    if event.player >= state.player_count:
        raise IndexError("there is no such player")
    return next_state(state, turn=event.player)


def _roll_dice(state: GameState, event: DiceRolled) -> GameState:
    decision = ToolsDecision(event.player, event.place, event.good, event.dice)
    return drawn_state(state, decision=decision)


def _roll_dice_for_all(state: GameState, event: DiceForAllRolled) -> GameState:
    pickers = state.clockwise(event.player)
    if not event.at_own_turn:
        return drawn_state(state, decision=DiceDecision(event.dice, pickers))
    roll = OpenRoll(event.player, event.dice, pickers)
    return drawn_state(
        state,
        open_rolls=(*state.open_rolls, roll),
        decision=DiceDecision(event.dice, pickers[:1], len(state.open_rolls)),
    )


def _offer_dice(state: GameState, event: DiceOffered) -> GameState:
    roll = state.open_rolls[event.roll]
    if event.player not in roll.waiting:
        raise ValueError("no dice wait for this player")
    decision = DiceDecision(roll.dice, (event.player,), event.roll)
    return next_state(state, decision=decision)


def _pick_die(state: GameState, event: DiePicked) -> GameState:
    decision = state.decision
    if not isinstance(decision, DiceDecision):
        raise ValueError("no dice wait to be picked")
    dice = without(decision.dice, event.face)
    if decision.roll is None:
        left = DiceDecision(dice, decision.waiting[1:]) if dice else None
        return next_state(state, decision=left)
    rolls = list(state.open_rolls)
    roll = rolls.pop(decision.roll)
    if dice:
        waiting = without(roll.waiting, event.player)
        rolls.insert(decision.roll, replace(roll, dice=dice, waiting=waiting))
    return next_state(state, decision=None, open_rolls=tuple(rolls))


def _slide_cards(state: GameState, event: CardsSlid) -> GameState:
    return next_state(state, slots=event.cards)


def _end_game(state: GameState, event: GameEnded) -> GameState:
    return next_state(
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
    return next_state(state, seed=event.seed)


def _restore_game(state: GameState, event: GameRestored) -> GameState:
    return next_state(state, commitment=event.commitment)


def _change_rules(state: GameState, event: RulesChanged) -> GameState:
    return next_state(state, rules_version=event.version)


#: By types of events.
GAME_EVOLVERS: dict[type[Event], Callable[..., GameState]] = {
    GameCreated: _create_game,
    PlayerJoined: _seat_player,
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
}
