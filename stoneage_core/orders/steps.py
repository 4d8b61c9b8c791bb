"""Orders as steps, each with alternatives.

An alternative is a command, or a form that only orders have because nobody knows yet
what there will be to pay, to roll or to feed with.
"""

from enum import StrEnum

from msgspec import Struct

from stoneage_core import commands as c
from stoneage_core.commands import Command
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resource
from stoneage_core.state import Question


class Budget(StrEnum):
    """How to pay if no resources are named: the cheapest or the dearest payment."""

    CHEAPEST = "cheapest"
    MOST = "most"


class BuyWithin(Struct, frozen=True):
    """Buy the card or building on ``place`` with a payment chosen by ``budget``."""

    place: Place
    budget: Budget = Budget.CHEAPEST


class ToolsThatGain(Struct, frozen=True):
    """Add the tools that gain most; one-use tools only with ``one_use``."""

    one_use: bool = False


class FeedInTurn(Struct, frozen=True):
    """Pay missing food with these kinds only, one kind after the other."""

    kinds: tuple[Resource, ...]


Order = Command | BuyWithin | ToolsThatGain | FeedInTurn
#: Alternatives, which are tried in order.
Step = tuple[Order, ...]
Orders = tuple[Step, ...]

NO_ORDERS: Orders = ()

#: Steps that answer these questions stay after they were followed.
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
    Return the questions that a step answers; a sensible step answers one.

    Taking resources from an open card goes with any question; alone it is a use.
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
    """Return orders with more steps at the end; a preference replaces an older one."""
    for step in more:
        questions = questions_of(step)
        for question in questions.intersection(KEPT):
            orders = without(orders, question)
        if Question.USE not in questions or step not in orders:
            orders = (*orders, step)
    return orders
