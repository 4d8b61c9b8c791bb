"""
Brings the phases together: who is asked, what they may do, and which rule applies.
"""

from collections.abc import Callable, Iterable
from typing import Any

from stoneage_core import commands as c
from stoneage_core.components.places import PLACES, PlaceKind
from stoneage_core.errors import Code, IllegalMove, InvalidCommand
from stoneage_core.payments import Payments
from stoneage_core.rules import (
    dice_for_all,
    feeding,
    gathering,
    open_cards,
    placement,
    purchases,
    village,
)
from stoneage_core.rules.draft import Draft
from stoneage_core.state import DiceDecision, GameState, Phase, Question

#: A legal command, or all legal commands that only differ in their payment.
Choice = c.Command | Payments


def awaited(state: GameState) -> tuple[int, ...]:
    """Return the players who have to decide now, in seat order."""
    if state.is_redrawing and waits_for_beacon(state):
        return ()
    if type(state.decision) is DiceDecision:
        return state.decision.waiting[:1]
    if state.turn is not None:
        return (state.turn,)
    return tuple([player for player, owed in enumerate(state.owing) if owed])


def waits_for_beacon(state: GameState) -> bool:
    """
    Return whether the game waits for a round of the beacon, so that nobody decides.

    It does so before the first draws, before the actions of a round, and before the
    cards of the next round.
    """
    if state.terms.beacon is None:
        return False
    if state.phase is Phase.INVITATION:
        return state.is_full
    if state.phase is Phase.ACTIONS:
        return state.turn is None or state.is_redrawing
    return state.phase is Phase.FEEDING and not any(state.owing)


def choices(state: GameState, player: int) -> list[Choice]:
    """Return what an awaited player may do."""
    question = state.question
    assert question is not None
    options: list[Choice] = list(_CHOICES[question](state, player))
    if state.players[player].open_cards:
        options += open_cards.legal(state, player)
    return options


def perform(draft: Draft, player: int, command: c.Command) -> None:
    """Carry out a command of an awaited player; raise GameError if it is illegal."""
    try:
        questions, rule = _RULES[type(command)]
    except KeyError:
        raise InvalidCommand(Code.NOT_UNDERSTOOD, "that isn’t a command") from None
    if draft.state.question not in questions:
        raise IllegalMove(Code.WRONG_PHASE)
    rule(draft, player, command)


def _uses(state: GameState, player: int) -> list[Choice]:
    """Return the legal uses of all places where the player has people."""
    placed = state.players[player].placed
    options: list[Choice] = [use for use in _USES if placed[use.place.number]]
    for place in _FOR_SALE if any(placed[len(_USES) :]) else ():
        if placed[place.number]:
            options += purchases.legal(state, player, place)
    return options


def _use_place(draft: Draft, player: int, command: c.UsePlace) -> None:
    place = command.place
    tribe = draft.tribe(player)
    purchases.require_people(tribe, place, PlaceKind.GATHERING, PlaceKind.VILLAGE)
    if place.good is None:
        village.USES[place](draft, player, place)
    else:
        gathering.roll_for(draft, player, place, place.good, tribe.on(place))


#: The legal answers to each question.
_CHOICES: dict[Question, Callable[[GameState, int], Iterable[Choice]]] = {
    Question.PLACE: placement.legal,
    Question.USE: _uses,
    Question.TOOLS: gathering.legal,
    Question.DIE: lambda state, player: dice_for_all.legal(state),
    Question.FEED: feeding.legal,
}

#: The uses of gathering and village places, whose numbers come first.
_USES = tuple(c.UsePlace(p) for p in PLACES if p.kind not in purchases.FOR_SALE)
_FOR_SALE = PLACES[len(_USES) :]

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
