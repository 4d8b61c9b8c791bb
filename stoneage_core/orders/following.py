"""Applies orders to the question that their player is asked.

The first step that answers the question counts, and of its alternatives the first that
is possible. If none is possible, the orders are disarmed, and the player has to decide.
"""

from collections.abc import Iterable
from itertools import islice

from msgspec import Struct

from stoneage_core import careful
from stoneage_core.commands import Build, BuyCard, Command, Feed, Leave, UsePlace
from stoneage_core.components.places import PLACES, Place
from stoneage_core.components.resources import NOTHING, Resource, Resources, one
from stoneage_core.orders.steps import (
    KEPT,
    Budget,
    BuyWithin,
    FeedInTurn,
    Order,
    Orders,
    Step,
    ToolsThatGain,
    about,
    questions_of,
)
from stoneage_core.orders.text import order_text
from stoneage_core.payments import Payments, best_payment, cheapest_payment
from stoneage_core.phrases import Many, Phrase, Spelling, Word, ngettext_noop
from stoneage_core.rules import purchases
from stoneage_core.rules.dispatch import awaited, choices
from stoneage_core.rules.feeding import missing_food
from stoneage_core.state import GameState, Player, Question

# Why orders cannot be followed. Reasons are stored by their tags and fields, which must
# never be renamed or removed.


class NonePossible(Struct, frozen=True, tag="none_possible"):
    """No alternative of a step is possible; ``orders`` are its alternatives as text."""

    orders: tuple[str, ...]

    def phrase(self) -> Phrase:
        return Phrase(
            "disarmed.none",
            ngettext_noop(
                "your order “{orders}” isn’t possible now",
                "none of {orders} is possible now",
            ),
            {
                "orders": Many(map(Spelling, self.orders)),
                "count": len(self.orders),
            },
        )


class TooFew(Struct, frozen=True, tag="too_few"):
    """The named resources give less food than is missing."""

    kinds: tuple[Resource, ...]
    found: int
    missing: int

    def phrase(self) -> Phrase:
        return Phrase(
            "disarmed.feed",
            ngettext_noop(
                "you’re {missing} food short, but your {resources} makes only {found}",
                "you’re {missing} food short, but your {resources} make only {found}",
            ),
            {
                "missing": self.missing,
                "resources": Many(map(Word, self.kinds)),
                "found": self.found,
                "count": len(self.kinds),
            },
        )


class Failed(Struct, frozen=True, tag="failed"):
    """Following the orders failed for a reason that is not in the orders."""

    def phrase(self) -> Phrase:
        return Phrase("disarmed.failed", "they weren’t possible")


Reason = NonePossible | TooFew | Failed


class Answered(Struct, frozen=True):
    """A legal command, and the orders that remain after it."""

    command: Command
    orders: Orders


class Disarmed(Struct, frozen=True):
    """The orders are no longer possible, for this reason."""

    reason: Reason


#: None if the player has to decide.
Answer = Answered | Disarmed | None


def next_command(
    orders: Orders, state: GameState, player: int, *, has_rolled: bool = True
) -> Answer:
    """
    Return what ``orders`` answer to the question that ``player`` is asked.

    A step that places or uses people is removed; one for tools, dice or food stays.
    None means that the player has to decide, or that nobody asks them. ``has_rolled``
    says whether dice may have been rolled since the player saw the game. If so, the
    player may want another purchase than the next one.
    """
    question = state.question
    if question is None or player not in awaited(state):
        return None
    if question is Question.USE:
        return _use(orders, state, player, has_rolled)
    for step in about(orders, question)[:1]:
        for order in step:
            if command := _command(order, state, player):
                is_kept = question in KEPT
                return Answered(command, orders if is_kept else _done(orders, step))
        return Disarmed(_reason(step, state, player))
    return None


def after_own_decision(orders: Orders, command: Command) -> Orders:
    """
    Return the orders that remain after a decision that the player made.

    A placement removes the first step that places people. A use removes the first step
    that names its place. Steps for tools, dice and food stay.
    """
    (question,) = questions_of((command,))
    if question in KEPT:
        return orders
    steps = about(orders, question)
    if question is Question.USE:
        steps = tuple(step for step in steps if _names_place_of(command, step))
    return _done(orders, steps[0]) if steps else orders


def _names_place_of(command: Command, step: Step) -> bool:
    place = getattr(command, "place", None)
    return any(getattr(order, "place", None) == place for order in step)


def _use(orders: Orders, state: GameState, player: int, has_rolled: bool) -> Answer:
    """
    Follow the first step about people who are still on the board.

    A purchase waits for people whom no later step uses, and leaving waits for everybody
    else, because they may bring what the purchase costs.
    """
    tribe = state.players[player]
    steps = about(orders, Question.USE)
    out = {p for p in PLACES if tribe.on(p) and p.kind not in purchases.FOR_SALE}
    for at, step in enumerate(steps):
        here = [order for order in step if _is_here(order, tribe)]
        unnamed = out - _places(steps[at + 1 :])
        for order in here:
            if isinstance(order, UsePlace) and order.place.kind in purchases.FOR_SALE:
                only = _only_purchase(state, player, order.place, has_rolled)
                return Answered(only, _done(orders, step)) if only else None
            waits_for = out if isinstance(order, Leave) else unnamed
            if waits_for and isinstance(order, _AT_A_PRICE):
                continue
            if command := _command(order, state, player):
                return Answered(command, _done(orders, step))
        if here and not out:
            return Disarmed(_reason(here, state, player))
    return None


_AT_A_PRICE = (BuyCard, Build, BuyWithin, Leave)


def places_used(orders: Orders) -> tuple[Place, ...]:
    """Return the places where orders use people, in order and without repetitions."""
    steps = about(orders, Question.USE)
    places = (getattr(order, "place", None) for step in steps for order in step)
    return tuple(dict.fromkeys(place for place in places if place is not None))


def _places(steps: Orders) -> set[Place]:
    return set(places_used(steps))


def _is_here(order: Order, tribe: Player) -> bool:
    place: Place | None = getattr(order, "place", None)
    return place is None or tribe.on(place) > 0


def _done(orders: Orders, step: Step) -> Orders:
    at = orders.index(step)
    return orders[:at] + orders[at + 1 :]


def _command(order: Order, state: GameState, player: int) -> Command | None:
    """Return the legal command that an order stands for now, or None."""
    match order:
        case BuyWithin(place, budget):
            demand = purchases.price(state, place)
            purse = state.players[player].resources
            is_cheap = budget is Budget.CHEAPEST
            pay = cheapest_payment if is_cheap else best_payment
            payment = pay(demand, purse)
            ways = Payments(demand, purse, place)
            return None if payment is None else ways.command(payment)
        case ToolsThatGain(one_use):
            return careful.best_tools(state, player, one_use=one_use)
        case FeedInTurn(kinds):
            demand = missing_food(state, player)
            purse = state.players[player].resources
            payment = _used_up(kinds, purse, demand.fewest)
            return Feed(payment) if demand.accepts(payment) else None
    return order if _is_legal(order, state, player) else None


def _is_legal(command: Command, state: GameState, player: int) -> bool:
    for choice in choices(state, player):
        if not isinstance(choice, Payments):
            if choice == command:
                return True
            continue
        payment = getattr(command, "payment", getattr(command, "resources", NOTHING))
        is_payable = choice.demand.accepts(payment) and choice.purse.covers(payment)
        if is_payable and choice.command(payment) == command:
            return True
    return False


def _only_purchase(
    state: GameState, player: int, place: Place, has_rolled: bool
) -> BuyCard | Build | None:
    """
    Return the only way to buy what is on a place.

    Return None if there are several ways or none, or if the purchase leaves too little
    for another reserved place that the player could pay for. Return None as well if
    dice were rolled and the player has people at another card or building.
    """
    tribe = state.players[player]
    wanted = [p for p in PLACES if p.kind in purchases.FOR_SALE and tribe.on(p)]
    if has_rolled and len(wanted) > 1:
        return None
    for choice in purchases.legal(state, player, place):
        if isinstance(choice, Payments):
            ways = list(islice(choice.commands(), 2))
            if len(ways) == 1 and not isinstance(ways[0], Feed):
                only = ways[0]
                enough = careful.leaves_enough(state, player, place, only.payment)
                return only if enough else None
    return None


def _used_up(kinds: Iterable[Resource], purse: Resources, count: int) -> Resources:
    """Return up to ``count`` pieces; each kind is used up before the next one."""
    payment = NOTHING
    for kind in kinds:
        pieces = min(purse.of(kind), count - payment.total)
        payment += one(kind, pieces)
    return payment


def _reason(step: Iterable[Order], state: GameState, player: int) -> Reason:
    match list(step):
        case [FeedInTurn(kinds)]:
            missing = missing_food(state, player).fewest
            purse = state.players[player].resources
            found = _used_up(kinds, purse, missing).total
            return TooFew(kinds, found, missing)
        case orders:
            return NonePossible(tuple(map(order_text, orders)))
