"""Autopilot decides for absent players.

It looks one decision ahead, spends nothing needlessly and feeds its tribe. Of equal
choices it takes the first one in board order, so it is deterministic. Time-outs record
its ``VERSION``, so that a verifier knows whether it can repeat them.
"""

from collections.abc import Sequence

from stoneage_core import commands as c
from stoneage_core.components.places import (
    CARD_SLOTS,
    GATHERING,
    PLACES,
    Place,
    PlaceKind,
)
from stoneage_core.components.resources import DIVISORS, FOOD, Resources
from stoneage_core.payments import Demand, Payments
from stoneage_core.rules import (
    dice_for_all,
    gathering,
    open_cards,
    placement,
    purchases,
)
from stoneage_core.rules.feeding import GO_HUNGRY, HUNGER_POINTS, missing_food
from stoneage_core.rules.village import HIGHEST_FOOD_TRACK
from stoneage_core.state import GameState, Player, Question

#: Rises with every change of a decision.
VERSION = 1

MEAN_DIE = 3.5

#: The value in points of one step of growth in the first round; it falls with time.
GROWTH = {Place.HUT: 20.0, Place.FIELD: 11.0, Place.TOOL_MAKER: 9.0}
ROUNDS_OF_GROWTH = 12

#: The value in points of one food that the tribe needs, and of one that it does not.
FOOD_WANTED = 4.0
FOOD_SPARE = 0.5

#: The mean values in points of a civilization card and of a resource paid for it.
CARD_WORTH = 11.0
RESOURCE_WORTH = 3.0

#: A turn is played in this order: grow, gather, then spend.
USE_ORDER = (PlaceKind.VILLAGE, PlaceKind.GATHERING, PlaceKind.BUILDING, PlaceKind.CARD)

#: The faces of the dice for all, best first: food track, tool, then gold to wood.
DICE_ORDER = (6, 5, 4, 3, 2, 1)


def choose(state: GameState, player: int, *, cautious: bool = False) -> c.Command:
    """
    Return what autopilot decides for an awaited player.

    A ``cautious`` autopilot plays for an absent player. It never uses one-use tools,
    uses the open card only against hunger, and pays as little as possible.
    """
    tribe = state.players[player]
    match state.question:
        case Question.PLACE:
            placements = placement.legal(state, player)
            return max(placements, key=lambda each: _worth(state, player, each))
        case Question.USE:
            return _use(state, player, cautious)
        case Question.TOOLS:
            return best_tools(state, player, one_use=not cautious)
        case Question.DIE:
            faces = [pick.face for pick in dice_for_all.legal(state)]
            return c.PickDie(min(faces, key=DICE_ORDER.index))
        case _:
            return _meal(state, player, tribe)


def best_tools(state: GameState, player: int, *, one_use: bool) -> c.UseTools:
    """
    Return the tools that gain most; for equal gains the fewest, one-use tools last.

    Without ``one_use``, one-use tools are kept. If nothing gains, it is no tools.
    """
    roll = gathering.open_roll(state)
    options = gathering.legal(state, player)
    allowed = (tools for tools in options if one_use or not tools.once)

    def waste(tools: c.UseTools) -> tuple[int, int, int]:
        added = sum(tools.tiles) + sum(tools.once)
        return -gathering.gain(roll, added), sum(tools.once), added

    return min(allowed, key=waste)


def order_choices(
    state: GameState, player: int, choices: Sequence[c.Command]
) -> tuple[c.Command, ...]:
    """
    Return legal choices of an awaited player, sorted by autopilot's preference.

    The best placement at each place comes before all others. For other decisions,
    autopilot's choice comes first and the rest keeps its order.
    """
    if state.question is not Question.PLACE:
        own = choose(state, player)
        return tuple(sorted(choices, key=lambda choice: choice != own))
    sendings = [choice for choice in choices if isinstance(choice, c.PlacePeople)]
    others = [choice for choice in choices if not isinstance(choice, c.PlacePeople)]
    liked = sorted(sendings, key=lambda choice: -_worth(state, player, choice))
    best: dict[Place, c.PlacePeople] = {}
    for choice in liked:
        best.setdefault(choice.place, choice)
    rest = [choice for choice in liked if choice is not best[choice.place]]
    return (*best.values(), *rest, *others)


def _worth(state: GameState, player: int, command: c.PlacePeople) -> float:
    """Estimate the value of a placement in points per person."""
    tribe = state.players[player]
    place = command.place
    match place.kind:
        case PlaceKind.VILLAGE:
            promise = _growth(state, tribe, place)
        case PlaceKind.GATHERING:
            promise = _harvest(tribe, place, command.people)
        case PlaceKind.CARD:
            promise = _card_promise(tribe, place)
        case _:  # a building
            payment = best_payment(purchases.price(state, place), tribe.resources)
            promise = -1.0 if payment is None else float(payment.points)
    return promise / command.people


def _growth(state: GameState, tribe: Player, place: Place) -> float:
    full = {
        Place.HUT: tribe.people >= placement.MOST_PEOPLE,
        Place.FIELD: tribe.food_track >= HIGHEST_FOOD_TRACK,
        Place.TOOL_MAKER: False,
    }
    if full[place]:
        return -1.0
    return GROWTH[place] * max(0.1, 1 - (state.round - 1) / ROUNDS_OF_GROWTH)


def _harvest(tribe: Player, place: Place, people: int) -> float:
    """Estimate the value of a roll: half a unit is lost to rounding, tools help."""
    assert place.good is not None
    pips = people * MEAN_DIE + min(2, sum(gathering.unused_tiles(tribe)))
    units = max(0.0, pips / DIVISORS[place.good] - 0.5)
    if place.good != FOOD:
        return units * DIVISORS[place.good]
    hunting = tribe.on(Place.HUNTING_GROUNDS)
    wanted = max(0, tribe.people - tribe.food - tribe.food_track - 2 * hunting)
    return min(units, wanted) * FOOD_WANTED + max(0, units - wanted) * FOOD_SPARE


def _card_promise(tribe: Player, place: Place) -> float:
    gatherers = sum(tribe.on(other) for other in GATHERING[1:])
    claimed = sum(other.index + 1 for other in CARD_SLOTS if tribe.on(other))
    cost = place.index + 1
    if tribe.resources.total + gatherers // 2 < claimed + cost:
        return -1.0
    return CARD_WORTH - RESOURCE_WORTH * cost


def _use(state: GameState, player: int, cautious: bool) -> c.Command:
    """Use the next place in order: buy what can be paid, leave the rest."""
    tribe = state.players[player]
    place = min(
        (place for place in PLACES if tribe.on(place)),
        key=lambda place: USE_ORDER.index(place.kind),
    )
    if place.kind not in purchases.FOR_SALE:
        return c.UsePlace(place)
    demand = purchases.price(state, place)
    spends = place.kind is PlaceKind.BUILDING and not cautious
    pay = best_payment if spends else cheapest_payment
    payment = pay(demand, tribe.resources)
    if payment is not None:
        return Payments(demand, tribe.resources, place).command(payment)
    taking = None if cautious else _taking_that_helps(tribe, demand)
    return purchases.LEAVE[place.number] if taking is None else taking


def _taking_that_helps(tribe: Player, demand: Demand) -> c.TakeResources | None:
    """Return how to use the open card if that makes a purchase possible, or None."""
    for taking in open_cards.takings(tribe):
        if demand.payable(tribe.resources + taking.resources):
            return taking
    return None


def _meal(state: GameState, player: int, tribe: Player) -> c.Command:
    """Feed with the cheapest resources, or go hungry if that costs much less."""
    demand = missing_food(state, player)
    payment = cheapest_payment(demand, tribe.resources)
    if payment is not None:
        return c.Feed(payment) if payment.points <= 2 * HUNGER_POINTS else GO_HUNGRY
    taking = _taking_that_helps(tribe, demand)
    return GO_HUNGRY if taking is None else taking


def best_payment(demand: Demand, purse: Resources) -> Resources | None:
    """Return the payment with the most points, or None if none is possible."""
    return max(demand.payments(purse), key=_points, default=None)


def cheapest_payment(demand: Demand, purse: Resources) -> Resources | None:
    """Return the payment with the fewest points, or None if none is possible."""
    return min(demand.payments(purse), key=_points, default=None)


def _points(payment: Resources) -> int:
    return payment.points
