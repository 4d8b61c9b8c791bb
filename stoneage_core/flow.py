"""Automatic progress of a game: turns and phases end, and forced decisions are made."""

from stoneage_core.commands import Command
from stoneage_core.components.places import PLACES
from stoneage_core.events.rounds import PhaseStarted, RoundStarted, TurnStarted
from stoneage_core.payments import Payments
from stoneage_core.rules import (
    dice_for_all,
    feeding,
    placement,
    scoring,
    setup,
    variants,
)
from stoneage_core.rules.dispatch import awaited, choices, perform, waits_for_beacon
from stoneage_core.rules.draft import Draft
from stoneage_core.state import GameState, Phase, ToolsDecision

FEW_PLACES = len(PLACES) - 2


def advance(draft: Draft) -> None:
    """Add events until an awaited player has a choice, or the game is over."""
    _pass_on(draft)
    while (forced := forced_command(draft.state)) is not None:
        perform(draft, *forced)
        _pass_on(draft)


def go_on(draft: Draft) -> None:
    """
    Continue a game that waited for its start or for a round of the beacon.

    What follows depends on the phase in which it waited: the set-up, the first action
    turn, or the cards of the next round.
    """
    phase = draft.state.phase
    if phase is Phase.INVITATION:
        setup.set_up(draft)
        draft.record(PhaseStarted(Phase.PLACEMENT))
    elif phase is Phase.ACTIONS and draft.state.turn is None:
        draft.record(TurnStarted(draft.state.start_player))
    elif phase is Phase.FEEDING:
        _begin_round(draft)
    advance(draft)


def forced_command(state: GameState) -> tuple[int, Command] | None:
    """Return a player and a command if it is the only legal one, else None."""
    for player in awaited(state):
        if _plainly_free(state, player):
            continue
        options = choices(state, player)
        # Payments are never the only choice: one can also leave, or go hungry.
        if len(options) == 1 and not isinstance(options[0], Payments):
            return player, options[0]
    return None


def _plainly_free(state: GameState, player: int) -> bool:
    """
    Return True if a player certainly has a choice, without listing their commands.

    That is so with two people who may hunt, people on two places, or tools to add.
    """
    if state.decision is not None:
        return type(state.decision) is ToolsDecision
    tribe = state.players[player]
    if state.phase is Phase.PLACEMENT:
        return placement.may_hunt(tribe, 2)
    return state.phase is Phase.ACTIONS and tribe.placed.count(0) <= FEW_PLACES


def _pass_on(draft: Draft) -> None:
    if draft.state.decision is not None or dice_for_all.offer_alike(draft):
        return
    phase = draft.state.phase
    if phase is Phase.ACTIONS:
        _next_actions(draft)
    elif phase is Phase.PLACEMENT:
        _next_placement(draft)
    else:
        _next_round(draft)


def _next_placement(draft: Draft) -> None:
    player = placement.next_player(draft.state)
    if player is None:
        draft.record(PhaseStarted(Phase.ACTIONS))
        if not waits_for_beacon(draft.state):
            draft.record(TurnStarted(draft.state.start_player))
    else:
        _start_turn(draft, player)


def _start_turn(draft: Draft, player: int) -> None:
    """Start a player's turn, or first offer them the dice that wait for them."""
    if not dice_for_all.offer_to(draft, player):
        draft.record(TurnStarted(player))


def _next_actions(draft: Draft) -> None:
    state = draft.state
    player = state.turn
    assert player is not None  # nobody decides while the game waits for a beacon
    if any(state.players[player].placed):
        return
    following = (player + 1) % state.player_count
    if following != state.start_player:
        _start_turn(draft, following)
        return
    if variants.end_reason(state) is not None and dice_for_all.offer_oldest(draft):
        return  # this is the last round, so nobody has another turn
    draft.record(PhaseStarted(Phase.FEEDING))
    feeding.serve(draft)
    _next_round(draft)


def _next_round(draft: Draft) -> None:
    if any(draft.state.owing):
        return
    reason = variants.end_reason(draft.state)
    if reason is not None:
        scoring.end_game(draft, reason)
        return
    if not waits_for_beacon(draft.state):
        _begin_round(draft)


def _begin_round(draft: Draft) -> None:
    """Refill the cards, pass the start player marker on, and begin placing."""
    variants.refill_cards(draft)
    start_player = variants.next_start_player(draft.state)
    draft.record(RoundStarted(draft.state.round + 1, start_player))
    draft.record(PhaseStarted(Phase.PLACEMENT))
    _next_placement(draft)
