"""What events do to the game as a whole: board, turns, dice on the table, the end."""

from msgspec import structs
from msgspec.structs import replace

from stoneage_core import events as e
from stoneage_core.buildings import STACK_SIZE
from stoneage_core.evolvers.steps import drawn_state, next_state, swap, without
from stoneage_core.match_events import GameRestored, MatchEvent
from stoneage_core.state import (
    DiceDecision,
    GameState,
    Phase,
    Player,
    Stack,
    ToolsDecision,
)
from stoneage_core.tools import Tool


def game_created(state: GameState, event: e.GameCreated) -> GameState:
    if state.version:
        raise ValueError("a game is created once")
    count = event.player_count
    return next_state(
        state,
        game=event.game,
        player_count=count,
        tie_break=event.tie_break,
        commitment=event.commitment,
        first_player=event.first_player,
        beacon=event.beacon,
        is_coached=event.coached is True,
        is_rated=event.rated is True,
        salt_commitments=(None,) * count,
        players=(Player(),) * count,
        stacks=(Stack(None, STACK_SIZE),) * count,
        owing=(0,) * count,
        scores=(None,) * count,
    )


def player_joined(state: GameState, event: e.PlayerJoined) -> GameState:
    bound = swap(state.salt_commitments, event.player, event.salt_commitment)
    own_seals = (*state.own_seals, *([event.player] if event.own_seal else ()))
    return next_state(state, salt_commitments=bound, own_seals=own_seals)


def salts_revealed(state: GameState, event: e.SaltsRevealed) -> GameState:
    return next_state(state, salts=event.salts)


def beacon_round_named(state: GameState, event: e.BeaconRoundNamed) -> GameState:
    return next_state(state, beacon_round=event.round)


def beacon_revealed(state: GameState, event: e.BeaconRevealed) -> GameState:
    return next_state(state, beacon_round=0, randomness=event.value, is_redrawing=False)


def beacon_missed(state: GameState, event: e.BeaconMissed) -> GameState:
    return next_state(state, beacon_round=0, randomness="", is_redrawing=False)


def game_started(state: GameState, event: e.GameStarted) -> GameState:
    return drawn_state(state, start_player=event.start_player)


def position_set_up(state: GameState, event: e.PositionSetUp) -> GameState:
    if len(event.position.players) != state.player_count:
        raise ValueError("it is the position of a game for others")
    # Nobody goes back before it: what was drawn in the other game is known.
    return drawn_state(state, **structs.asdict(event.position))


def card_revealed(state: GameState, event: e.CardRevealed) -> GameState:
    slots = swap(state.slots, event.place.index, event.card)
    return drawn_state(
        state, slots=slots, unseen_cards=without(state.unseen_cards, event.card)
    )


def building_revealed(state: GameState, event: e.BuildingRevealed) -> GameState:
    at = event.place.index
    stack = Stack(event.building, state.stacks[at].left)
    unseen = without(state.unseen_buildings, event.building)
    return drawn_state(
        state, stacks=swap(state.stacks, at, stack), unseen_buildings=unseen
    )


def round_started(state: GameState, event: e.RoundStarted) -> GameState:
    """Raise ValueError where rounds are left out: states hold a number for each."""
    if event.round != state.round + 1:
        raise ValueError(event.round)
    players = tuple(_with_tools_ready(tribe) for tribe in state.players)
    return next_state(
        state, round=event.round, start_player=event.start_player, players=players
    )


def _with_tools_ready(tribe: Player) -> Player:
    return replace(tribe, tools=tuple(Tool(tool.value) for tool in tribe.tools))


def phase_started(state: GameState, event: e.PhaseStarted) -> GameState:
    return next_state(state, phase=event.phase, turn=None)


def turn_started(state: GameState, event: e.TurnStarted) -> GameState:
    if event.player >= state.player_count:
        raise IndexError("there is no such player")
    return next_state(state, turn=event.player)


def dice_rolled(state: GameState, event: e.DiceRolled) -> GameState:
    decision = ToolsDecision(event.player, event.place, event.good, event.dice)
    return drawn_state(state, decision=decision)


def dice_for_all_rolled(state: GameState, event: e.DiceForAllRolled) -> GameState:
    decision = DiceDecision(event.dice, state.clockwise(event.player))
    return drawn_state(state, decision=decision)


def die_picked(state: GameState, event: e.DiePicked) -> GameState:
    decision = state.decision
    if not isinstance(decision, DiceDecision):
        raise ValueError("no dice wait to be picked")
    dice = without(decision.dice, event.face)
    left = DiceDecision(dice, decision.waiting[1:]) if dice else None
    return next_state(state, decision=left)


def cards_slid(state: GameState, event: e.CardsSlid) -> GameState:
    return next_state(state, slots=event.cards)


def game_ended(state: GameState, event: e.GameEnded) -> GameState:
    return next_state(
        state,
        phase=Phase.ENDED,
        turn=None,
        decision=None,
        owing=(0,) * state.player_count,
        end_reason=event.reason,
        ranks=event.ranks,
    )


def seed_revealed(state: GameState, event: e.SeedRevealed) -> GameState:
    return next_state(state, seed=event.seed)


def game_restored(state: GameState, event: GameRestored) -> GameState:
    return next_state(state, commitment=event.commitment)


def unchanged(state: GameState, event: MatchEvent) -> GameState:
    """What happens around the board leaves the position as it is."""
    if getattr(event, "player", 0) >= state.player_count:
        raise IndexError("there is no such player")
    return next_state(state)
