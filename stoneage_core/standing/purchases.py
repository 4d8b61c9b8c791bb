"""What orders that buy answer: pay as written, or leave where that was written too."""

from msgspec.structs import replace

from stoneage_core import autopilot
from stoneage_core.commands import Command
from stoneage_core.components.places import PLACES, Place
from stoneage_core.components.resources import Resources
from stoneage_core.payments import Demand, Payments
from stoneage_core.rules import purchases
from stoneage_core.standing.orders import (
    Budget,
    Purchase,
    PurchaseOrder,
    StandingOrders,
)
from stoneage_core.state import GameState


def buy_at(
    orders: StandingOrders, state: GameState, player: int, place: Place
) -> tuple[Command, StandingOrders] | None:
    """Return what buys at ``place``, by the first order that can, and what remains."""
    for order in orders.purchases:
        here = [wish for wish in order.purchases if wish.place is place]
        command = _first_payable(here, state, player)
        if command is not None:
            return command, _without(orders, order)
    return None


def due_order(
    orders: StandingOrders, state: GameState, player: int
) -> PurchaseOrder | None:
    """
    Return the next order to buy, as far as it is about places where people stand.

    Its time comes when all of the player's other people are back; None before that.
    """
    occupied = [place for place in PLACES if state.players[player].on(place)]
    if any(place.kind not in purchases.FOR_SALE for place in occupied):
        return None
    for order in orders.purchases:
        if any(wish.place in occupied for wish in order.purchases):
            return order
    return None


def carry_out(
    order: PurchaseOrder, orders: StandingOrders, state: GameState, player: int
) -> tuple[Command, StandingOrders] | None:
    """Return what carries out a due order, and what remains; None if nothing can."""
    tribe = state.players[player]
    here = [wish for wish in order.purchases if tribe.on(wish.place)]
    command = _first_payable(here, state, player)
    if command is not None:
        return command, _without(orders, order)
    if order.else_leave:
        # It stays: the next question may be about another of its places.
        return purchases.LEAVE[here[0].place.number], orders
    return None


def _first_payable(
    wishes: list[Purchase], state: GameState, player: int
) -> Command | None:
    """Return the first purchase that can be paid by someone who stands there."""
    tribe = state.players[player]
    for wish in wishes:
        if tribe.on(wish.place):
            demand = purchases.price(state, wish.place)
            payment = _payment(wish.payment, demand, tribe.resources)
            if payment is not None:
                return Payments(demand, tribe.resources, wish.place).command(payment)
    return None


def _payment(
    wish: Resources | Budget, demand: Demand, purse: Resources
) -> Resources | None:
    match wish:
        case Budget.CHEAPEST:
            return autopilot.cheapest_payment(demand, purse)
        case Budget.MOST:
            return autopilot.best_payment(demand, purse)
        case _:
            return wish if demand.accepts(wish) and purse.covers(wish) else None


def _without(orders: StandingOrders, done: PurchaseOrder) -> StandingOrders:
    """Use up one order, the first of its like."""
    at = orders.purchases.index(done)
    left = orders.purchases[:at] + orders.purchases[at + 1 :]
    return replace(orders, purchases=left)
