"""What standing orders answer to the question a player is asked.

They are obeyed to the letter: an order that cannot be carried out is never bent into
another, it disarms, and the player is asked as if they had written nothing.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from stoneage_core import autopilot
from stoneage_core.commands import Command, Feed, PickDie, UsePlace
from stoneage_core.components.places import PLACES, Place
from stoneage_core.components.resources import NOTHING, Resource, Resources, one
from stoneage_core.notation import to_text
from stoneage_core.payments import Demand, Payments
from stoneage_core.rules.dispatch import awaited, choices
from stoneage_core.rules.feeding import GO_HUNGRY, missing_food
from stoneage_core.rules.gathering import NO_TOOLS
from stoneage_core.rules.purchases import FOR_SALE, LEAVE, price
from stoneage_core.standing.orders import (
    Budget,
    Purchase,
    PurchaseOrder,
    StandingOrders,
    ToolsOrder,
)
from stoneage_core.standing.purchase_text import purchase_text
from stoneage_core.standing.reasons import NoneLegal, NonePayable, Reason, TooFew
from stoneage_core.state import GameState, Question


class Answered(Struct, frozen=True):
    """A command that is legal now, and the orders that remain after it."""

    command: Command
    orders: StandingOrders


class Disarmed(Struct, frozen=True):
    """The orders no longer fit the game, and why."""

    reason: Reason


#: None where the orders say nothing about what is asked.
Answer = Answered | Disarmed | None


def answer(orders: StandingOrders, state: GameState, player: int) -> Answer:
    """
    Return what ``orders`` say to what ``player`` is being asked.

    None means that the player has to decide; so it is if nobody asks them anything.
    """
    if state.question is None or player not in awaited(state):
        return None
    return _ANSWERS[state.question](orders, state, player)


def _place(orders: StandingOrders, state: GameState, player: int) -> Answer:
    """Play the first placement of the next order that is legal; use the order up."""
    if not orders.placements:
        return None
    wanted, *later = orders.placements
    command = _first_legal(wanted, state, player)
    if command is None:
        return Disarmed(NoneLegal(tuple(map(to_text, wanted))))
    return Answered(command, replace(orders, placements=tuple(later)))


def _use(orders: StandingOrders, state: GameState, player: int) -> Answer:
    """
    Use the first place named where people stand; of others nothing was said.

    What is for sale is bought when it is named, if it can be paid then, and else once
    all other people are back.
    """
    for place in orders.uses:
        if place.kind in FOR_SALE:
            if bought := _buy_at(orders, state, player, place):
                return bought
        elif state.players[player].on(place):
            return Answered(UsePlace(place), orders)
    return _buy(orders, state, player)


def _buy(orders: StandingOrders, state: GameState, player: int) -> Answer:
    """Carry out the next order to buy, once its time has come."""
    order = _due_order(orders, state, player)
    if order is None:
        return None
    tribe = state.players[player]
    here = [purchase for purchase in order.purchases if tribe.on(purchase.place)]
    if command := _first_payable(here, state, player):
        return Answered(command, _without(orders, order))
    if order.else_leave:
        # It stays: the next question may be about another of its places.
        return Answered(LEAVE[here[0].place.number], orders)
    return Disarmed(NonePayable(tuple(map(purchase_text, order.purchases))))


def _tools(orders: StandingOrders, state: GameState, player: int) -> Answer:
    match orders.tools:
        case None:
            return None
        case ToolsOrder.NONE:
            return Answered(NO_TOOLS, orders)
        case _:
            one_use = orders.tools is ToolsOrder.GAIN_CARDS
            tools = autopilot.best_tools(state, player, one_use=one_use)
            return Answered(tools, orders)


def _die(orders: StandingOrders, state: GameState, player: int) -> Answer:
    """Pick the first face named that lies ready, after those as autopilot would."""
    if not orders.faces:
        return None
    picks = map(PickDie, orders.faces + autopilot.DICE_ORDER)
    command = _first_legal(picks, state, player)
    assert command is not None, "some die lies ready, and all faces are named"
    return Answered(command, orders)


def _meal(orders: StandingOrders, state: GameState, player: int) -> Answer:
    """Feed with the resources named, and with no others."""
    if orders.meal is None:
        return None
    if not orders.meal:
        return Answered(GO_HUNGRY, orders)
    demand = missing_food(state, player)
    purse = state.players[player].resources
    payment = _used_up(orders.meal, purse, demand.fewest)
    if not demand.accepts(payment):
        return Disarmed(TooFew(orders.meal, payment.total, demand.fewest))
    return Answered(Feed(payment), orders)


_ANSWERS: dict[Question, Callable[[StandingOrders, GameState, int], Answer]] = {
    Question.PLACE: _place,
    Question.USE: _use,
    Question.TOOLS: _tools,
    Question.DIE: _die,
    Question.FEED: _meal,
}


def _first_legal(
    wanted: Iterable[Command], state: GameState, player: int
) -> Command | None:
    options = choices(state, player)
    return next((command for command in wanted if command in options), None)


def _used_up(kinds: Iterable[Resource], purse: Resources, count: int) -> Resources:
    """Take up to ``count`` pieces: all there are of one kind before any of the next."""
    payment = NOTHING
    for kind in kinds:
        pieces = min(purse.of(kind), count - payment.total)
        payment += one(kind, pieces)
    return payment


def _buy_at(
    orders: StandingOrders, state: GameState, player: int, place: Place
) -> Answered | None:
    """Buy at ``place`` by the first order that can, and use it up."""
    for order in orders.purchases:
        here = [purchase for purchase in order.purchases if purchase.place is place]
        if command := _first_payable(here, state, player):
            return Answered(command, _without(orders, order))
    return None


def _due_order(
    orders: StandingOrders, state: GameState, player: int
) -> PurchaseOrder | None:
    """
    Return the next order to buy, as far as it is about places where people stand.

    Its time comes when all of the player's other people are back; None before that.
    """
    occupied = [place for place in PLACES if state.players[player].on(place)]
    if any(place.kind not in FOR_SALE for place in occupied):
        return None
    for order in orders.purchases:
        if any(purchase.place in occupied for purchase in order.purchases):
            return order
    return None


def _first_payable(
    purchases: list[Purchase], state: GameState, player: int
) -> Command | None:
    """Return the first purchase that can be paid by someone who stands there."""
    tribe = state.players[player]
    for purchase in purchases:
        if tribe.on(purchase.place):
            demand = price(state, purchase.place)
            payment = _payment(purchase.payment, demand, tribe.resources)
            if payment is not None:
                payments = Payments(demand, tribe.resources, purchase.place)
                return payments.command(payment)
    return None


def _payment(
    ordered: Resources | Budget, demand: Demand, purse: Resources
) -> Resources | None:
    match ordered:
        case Budget.CHEAPEST:
            return autopilot.cheapest_payment(demand, purse)
        case Budget.MOST:
            return autopilot.best_payment(demand, purse)
        case _:
            return (
                ordered if demand.accepts(ordered) and purse.covers(ordered) else None
            )


def _without(orders: StandingOrders, done: PurchaseOrder) -> StandingOrders:
    """Use up one order, the first of its like."""
    at = orders.purchases.index(done)
    left = orders.purchases[:at] + orders.purchases[at + 1 :]
    return replace(orders, purchases=left)
