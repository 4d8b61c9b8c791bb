"""Preselected choices in forms: only what a careful player would not regret.

A form preselects a choice only if one of these rules makes it. Otherwise the player is
asked and nothing is chosen.

- The number of people for a place: the fewest who gather something in nine of ten
  rolls, or else all who can go. The player chooses the place.
- Tools: the tiles that gain most, and of these the fewest pips; a tile is ready again
  in the next round. One-use tools are never chosen. Nothing is chosen if only one-use
  tools would help, or if another roll in the same turn could gain more from a tile.
- A die: none, because players differ in what they need.
- A payment: the cheapest, or the dearest for a building that scores what is paid. It
  has to leave enough for every other card and building that the player reserved and
  could pay for. Missing food is paid if the resources are worth at most the points that
  hunger costs.
- The order of uses: the village, then cards whose tool may help with a roll, then
  rolls, buildings and cards. A run stops before a purchase that leaves too little for
  another one.
- Later placements, preferences, votes and take-backs: nothing.
"""

from collections.abc import Iterator, Sequence

from stoneage_core.commands import BuyCard, PlacePeople, UseTools
from stoneage_core.components.cards import CARDS, RollFor
from stoneage_core.components.odds import at_least
from stoneage_core.components.places import CARD_SLOTS, GATHERING, Place, PlaceKind
from stoneage_core.components.resources import Resources
from stoneage_core.payments import Payments, cheapest_payment
from stoneage_core.rules import gathering, purchases
from stoneage_core.rules.feeding import HUNGER_POINTS
from stoneage_core.state import GameState, Player

#: A turn is played in this order: grow, gather, then spend.
USE_ORDER = (PlaceKind.VILLAGE, PlaceKind.GATHERING, PlaceKind.BUILDING, PlaceKind.CARD)

#: The least probability that the people who are sent gather something.
SAFE = 0.9


def choose_party(tribe: Player, sendings: Sequence[PlacePeople]) -> PlacePeople:
    """Return the preselected placement; ``sendings`` are sorted by number of people."""
    tools = sum(gathering.unused_tiles(tribe))
    for sending in sendings:
        good = sending.place.good
        if good is None or at_least(good, sending.people, 1, tools) >= SAFE:
            return sending
    return sendings[-1]


def choose_tools(state: GameState, player: int) -> UseTools | None:
    """Return the preselected tools, or None to leave the choice to the player."""
    tools = best_tools(state, player, one_use=False)
    tribe, rolled = state.players[player], gathering.open_roll(state).place
    may_roll_again = any(
        tribe.on(place) for place in GATHERING if place is not rolled
    ) or any(
        isinstance(CARDS[purchases.card_on(state, place)].benefit, RollFor)
        for place in _reserved(tribe)
        if place.kind is PlaceKind.CARD
    )
    return tools if tools.tiles and not may_roll_again else None


def best_tools(state: GameState, player: int, *, one_use: bool) -> UseTools:
    """
    Return the tools that gain most; for equal gains the fewest, one-use tools last.

    Without ``one_use``, one-use tools are kept. If nothing gains, it is no tools.
    """
    roll = gathering.open_roll(state)
    options = gathering.legal(state, player)
    allowed = (tools for tools in options if one_use or not tools.once)

    def waste(tools: UseTools) -> tuple[int, int, int]:
        added = sum(tools.tiles) + sum(tools.once)
        return -gathering.gain(roll, added), sum(tools.once), added

    return min(allowed, key=waste)


def choose_payment(
    state: GameState, player: int, payments: Payments
) -> Resources | None:
    """Return the preselected payment, or None to leave the choice to the player."""
    place, purse = payments.place, payments.purse
    is_building = place is not None and place.kind is PlaceKind.BUILDING
    ways = sorted(
        payments.demand.payments(purse),
        key=lambda way: way.points,
        reverse=is_building,
    )
    if place is None:
        cheapest = ways[0]
        return cheapest if cheapest.points <= HUNGER_POINTS else None
    for way in ways:
        if leaves_enough(state, player, place, way):
            return way
    return None


def leaves_enough(
    state: GameState, player: int, place: Place, payment: Resources
) -> bool:
    """Return whether other reserved places stay payable after a payment."""
    purse = state.players[player].resources
    left = purse - payment
    return all(
        purchases.price(state, other).payable(left)
        for other in _reserved(state.players[player])
        if other is not place and purchases.price(state, other).payable(purse)
    )


def order_uses(
    state: GameState, player: int, places: Sequence[Place]
) -> tuple[Place, ...]:
    gathers = any(place in GATHERING for place in places)

    def rank(place: Place) -> tuple[int, bool]:
        helps = gathers and purchases.helps_a_roll(state, player, place)
        kind = PlaceKind.VILLAGE if helps else place.kind
        return USE_ORDER.index(kind), helps

    return tuple(sorted(places, key=rank))


def tools_before_rolls(state: GameState, player: int) -> list[BuyCard]:
    """Return purchases of cards whose tool may help a later roll, paid cheaply."""
    tribe = state.players[player]
    if not any(tribe.on(place) for place in GATHERING):
        return []
    found = []
    for place in CARD_SLOTS:
        if tribe.on(place) and purchases.helps_a_roll(state, player, place):
            demand = purchases.price(state, place)
            cheapest = cheapest_payment(demand, tribe.resources)
            assert cheapest is not None
            found.append(BuyCard(place, cheapest))
    return found


def _reserved(tribe: Player) -> Iterator[Place]:
    return (
        place for place in Place if place.kind in purchases.FOR_SALE and tribe.on(place)
    )
