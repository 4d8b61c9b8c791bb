"""Dice for all: each player picks one, clockwise from the taker of the card.

If the table picks at the players' own turns, the dice are kept in open rolls. A player
is offered them before their turn, before the last feeding, or as soon as all remaining
dice are alike.
"""

from collections.abc import Iterator
from enum import Enum, auto
from itertools import takewhile

from stoneage_core.commands import PickDie
from stoneage_core.components.cards import DIE_RESOURCES, DIE_TOOL
from stoneage_core.components.resources import one
from stoneage_core.errors import Code, IllegalMove
from stoneage_core.events.purchases import DiePicked, ResourcesGained
from stoneage_core.events.rounds import DiceOffered
from stoneage_core.rules import variants, village
from stoneage_core.rules.draft import Draft
from stoneage_core.state import DiceDecision, GameState, OpenRoll, Phase


class PickTime(Enum):
    """When a die is picked: with the roll, before the own turn, or before the end."""

    WITH_ROLL = auto()
    BEFORE_TURN = auto()
    BEFORE_END = auto()


def legal(state: GameState) -> Iterator[PickDie]:
    """Yield a pick for each different face, lowest first."""
    for face in sorted(set(open_dice(state).dice)):
        yield PickDie(face)


def pick_die(draft: Draft, player: int, command: PickDie) -> None:
    face = command.face
    if face not in open_dice(draft.state).dice:
        raise IllegalMove(Code.NO_SUCH_DIE, "no die shows {face}", face=face)
    draft.record(DiePicked(player, face))
    if face in DIE_RESOURCES:
        draft.record(ResourcesGained(player, one(DIE_RESOURCES[face])))
    elif face == DIE_TOOL:
        village.make_tool(draft, player, None)
    else:
        village.raise_food_track(draft, player, None)


def open_dice(state: GameState) -> DiceDecision:
    assert isinstance(state.decision, DiceDecision)
    return state.decision


def offer_alike(draft: Draft) -> bool:
    """Offer a die of the first roll with equal dice; return whether there is one."""
    for at, roll in enumerate(draft.state.open_rolls):
        if len(set(roll.dice)) == 1:
            draft.record(DiceOffered(roll.waiting[0], at))
            return True
    return False


def offer_to(draft: Draft, player: int) -> bool:
    """Offer a player their oldest waiting dice; return whether there are any."""
    for at, roll in enumerate(draft.state.open_rolls):
        if player in roll.waiting:
            draft.record(DiceOffered(player, at))
            return True
    return False


def offer_oldest(draft: Draft) -> bool:
    """Offer the oldest dice to the next player; return whether there are any."""
    if not draft.state.open_rolls:
        return False
    draft.record(DiceOffered(draft.state.open_rolls[0].waiting[0], 0))
    return True


def pick_time(state: GameState) -> PickTime:
    """Return when the die that ``state`` asks for is picked."""
    decision = open_dice(state)
    if decision.roll is None:
        return PickTime.WITH_ROLL
    if decision.waiting[0] == state.open_rolls[decision.roll].taker:
        return PickTime.WITH_ROLL
    if state.phase is Phase.ACTIONS and not _yet_to_act(state):
        return PickTime.BEFORE_END
    return PickTime.BEFORE_TURN


def order_of_picking(state: GameState, roll: OpenRoll) -> tuple[int, ...]:
    """Return the players who still pick from an open roll, in turn order."""
    if state.phase is Phase.PLACEMENT:
        order = state.clockwise(state.start_player)
    elif variants.end_reason(state) is None:
        next_round = state.clockwise(variants.next_start_player(state))
        order = (*_yet_to_act(state), *next_round)
    else:
        order = (*_yet_to_act(state), *roll.waiting)
    return tuple(each for each in dict.fromkeys(order) if each in roll.waiting)


def dice_waiting_for(state: GameState, player: int) -> tuple[tuple[int, ...], ...]:
    """Return the dice of each open roll that a player will pick from later."""
    return tuple(
        tuple(sorted(roll.dice))
        for roll in state.open_rolls
        if player in roll.waiting and roll.taker not in roll.waiting
    )


def _yet_to_act(state: GameState) -> tuple[int, ...]:
    if state.turn is None:
        return ()
    following = state.clockwise(state.turn + 1)
    return tuple(takewhile(lambda player: player != state.start_player, following))
