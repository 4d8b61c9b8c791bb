"""Kinds of waits: what a player is asked at the beginning of a visit."""

from enum import StrEnum

from stoneage_core import engine
from stoneage_core.components.places import Place, PlaceKind
from stoneage_core.payments import Payments
from stoneage_core.rules import gathering, purchases
from stoneage_core.state import GameState, Player, Question


class WaitKind(StrEnum):
    """The kinds of waits; those from BUYING on come after the placements of a round."""

    FIRST = "the first placement of a round"
    FURTHER = "a further placement"
    BUYING = "a turn with something that can be bought"
    TOOLS = "a turn without that, with dice and tools for them"
    SETTLED = "a turn in which nothing can be chosen but the order, as far as is known"
    ROLL = "tools for dice that lie on the table"
    DIE = "one of the dice for all"
    MEAL = "resources for food, or hunger"


def kind_of_wait(state: GameState, player: int) -> WaitKind:
    """Return the kind of an awaited player's question."""
    tribe = state.players[player]
    match state.question:
        case Question.PLACE:
            return WaitKind.FURTHER if any(tribe.placed) else WaitKind.FIRST
        case Question.USE:
            return _kind_of_turn(state, player, tribe)
        case Question.TOOLS:
            return WaitKind.ROLL
        case Question.DIE:
            return WaitKind.DIE
    return WaitKind.MEAL


def count_answers(state: GameState, player: int) -> int:
    """Return how many legal commands an awaited player has, counting each payment."""
    return sum(
        len(list(choice.commands())) if isinstance(choice, Payments) else 1
        for choice in engine.legal_commands(state, player)
    )


def _kind_of_turn(state: GameState, player: int, tribe: Player) -> WaitKind:
    used = [place for place in Place if tribe.on(place)]
    for place in used:
        is_for_sale = place.kind in purchases.FOR_SALE
        if is_for_sale and len(purchases.legal(state, player, place)) > 1:
            return WaitKind.BUYING
    rolls = any(place.kind is PlaceKind.GATHERING for place in used)
    has_tools = Place.TOOL_MAKER in used or bool(gathering.tool_values(tribe))
    return WaitKind.TOOLS if rolls and has_tools else WaitKind.SETTLED
