"""Which rule answers which question: the phases brought together."""

from collections.abc import Callable, Iterator
from typing import Any

from stoneage_core import commands as c
from stoneage_core.draft import Draft
from stoneage_core.errors import Code, IllegalMove, InvalidCommand
from stoneage_core.payments import Payments
from stoneage_core.places import Kind
from stoneage_core.places import PLACES, Place
from stoneage_core.rules import (
    dice_for_all,
    feeding,
    gathering,
    open_cards,
    placement,
    purchases,
    village,
)
from stoneage_core.state import DiceDecision, GameState, Question

#: A legal command, or all of those that differ only in the payment.
Choice = c.Command | Payments


def awaited(state: GameState) -> tuple[int, ...]:
    """Return the players from whom a decision is due, in seat order."""
    question = state.question
    if question is Question.FEED:
        return tuple(player for player, owed in enumerate(state.owing) if owed)
    if isinstance(state.decision, DiceDecision):
        return state.decision.waiting[:1]
    return () if state.turn is None else (state.turn,)


def choices(state: GameState, player: int) -> Iterator[Choice]:
    """Yield what an awaited player may do, the plainest first."""
    match state.question:
        case Question.PLACE:
            yield from placement.legal(state, player)
            return
        case Question.USE:
            yield from _uses(state, player)
        case Question.TOOLS:
            yield from gathering.legal(state, player)
        case Question.DIE:
            yield from dice_for_all.legal(state)
        case Question.FEED:
            yield from feeding.legal(state, player)
    yield from open_cards.legal(state, player)


def perform(draft: Draft, player: int, command: c.Command) -> None:
    """Carry out a command of an awaited player, or raise a GameError."""
    try:
        questions, rule = _RULES[type(command)]
    except KeyError:
        raise InvalidCommand(Code.NOT_UNDERSTOOD, "that is not a command") from None
    if draft.state.question not in questions:
        raise IllegalMove(Code.WRONG_PHASE, "that cannot be done now")
    rule(draft, player, command)


def _uses(state: GameState, player: int) -> Iterator[Choice]:
    """Yield the uses of all places where the player's people stand."""
    placed = state.players[player].placed
    for place in PLACES:
        if placed[place.number]:
            if place.kind in purchases.FOR_SALE:
                yield from purchases.legal(state, player, place)
            else:
                yield _USE[place]


def _use_place(draft: Draft, player: int, command: c.UsePlace) -> None:
    place = command.place
    tribe = draft.tribe(player)
    purchases.require_people(tribe, place, Kind.GATHERING, Kind.VILLAGE)
    if place.good is None:
        village.USES[place](draft, player, place)
    else:
        gathering.roll_for(draft, player, place, place.good, tribe.on(place))


_USE = {place: c.UsePlace(place) for place in Place}

_ANY_TIME = (Question.USE, Question.TOOLS, Question.DIE, Question.FEED)

#: The questions that each command answers, and the rule that carries it out.
_RULES: dict[type, tuple[tuple[Question, ...], Callable[[Draft, int, Any], None]]] = {
    c.PlacePeople: ((Question.PLACE,), placement.place_people),
    c.UsePlace: ((Question.USE,), _use_place),
    c.UseTools: ((Question.TOOLS,), gathering.use_tools),
    c.BuyCard: ((Question.USE,), purchases.buy_card),
    c.Build: ((Question.USE,), purchases.build),
    c.Leave: ((Question.USE,), purchases.leave),
    c.PickDie: ((Question.DIE,), dice_for_all.pick_die),
    c.TakeResources: (_ANY_TIME, open_cards.take_resources),
    c.Feed: ((Question.FEED,), feeding.feed),
    c.GoHungry: ((Question.FEED,), feeding.go_hungry),
}
