"""The list of orders once it has been read: steps, each with alternatives.

An alternative is a command, or one of the few things that only an order can say because
nobody knows yet what there will be to pay, to roll or to feed with.
"""

from enum import StrEnum

from msgspec import Struct

from stoneage_core import commands as c
from stoneage_core.commands import Command
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resource
from stoneage_core.state import Question


class Budget(StrEnum):
    """How to pay if no resources are named: by what the payment is worth."""

    CHEAPEST = "cheapest"
    MOST = "most"


class BuyWithin(Struct, frozen=True):
    """Buy what lies on ``place``, and pay by a budget."""

    place: Place
    budget: Budget = Budget.CHEAPEST


class ToolsThatGain(Struct, frozen=True):
    """Add the tools that gain most, none if none gains; one-use tools only if said."""

    one_use: bool = False


class FeedInTurn(Struct, frozen=True):
    """Cover missing food with these kinds, one after the other, and with no others."""

    kinds: tuple[Resource, ...]


Order = Command | BuyWithin | ToolsThatGain | FeedInTurn
#: Alternatives to be tried in turn.
Step = tuple[Order, ...]
Orders = tuple[Step, ...]

NO_ORDERS: Orders = ()

#: Steps that answer these questions stay when they have been followed.
KEPT = (Question.TOOLS, Question.DIE, Question.FEED)

_QUESTIONS: dict[type, Question] = {
    c.PlacePeople: Question.PLACE,
    c.UsePlace: Question.USE,
    c.BuyCard: Question.USE,
    c.Build: Question.USE,
    BuyWithin: Question.USE,
    c.Leave: Question.USE,
    c.UseTools: Question.TOOLS,
    ToolsThatGain: Question.TOOLS,
    c.PickDie: Question.DIE,
    c.Feed: Question.FEED,
    FeedInTurn: Question.FEED,
    c.GoHungry: Question.FEED,
}


def questions_of(step: Step) -> set[Question]:
    """
    Return the questions that a step answers: one, if it makes sense.

    Resources are taken from an open card beside anything else, or else in one's turn.
    """
    types = {type(order) for order in step} - {c.TakeResources}
    return {_QUESTIONS[each] for each in types} or {Question.USE}


def about(orders: Orders, question: Question) -> Orders:
    """Return the steps that answer a question."""
    return tuple(step for step in orders if question in questions_of(step))


def without(orders: Orders, question: Question) -> Orders:
    """Return the steps that answer other questions."""
    return tuple(step for step in orders if question not in questions_of(step))


def add_steps(orders: Orders, more: Orders) -> Orders:
    """Return orders with more behind them; a preference replaces the one there was."""
    for step in more:
        questions = questions_of(step)
        for question in questions.intersection(KEPT):
            orders = without(orders, question)
        if Question.USE not in questions or step not in orders:
            orders = (*orders, step)
    return orders
