"""What a form may choose beforehand: nothing that a careful player could regret.

A choice is made beforehand only if one of these rules makes it; else the player is
asked and nothing is chosen.

- How many people go to a place: the fewest who bring something in nine of ten rolls,
  else all who can go. The place itself is the player's choice.
- Tools: the tiles that gain most, and of these the fewest pips; a tile is ready again
  in the next round. One-use tools are never chosen. Nothing is chosen if one-use tools
  alone would help, or if another roll may follow in the same turn, where a tile may
  gain more.
- A die: none. What suits one player does not suit another.
- A payment: the cheapest, or for a building that scores what is paid the dearest. It
  has to leave enough for every other card and building that the player reserved and
  could pay for. Missing food is paid for if the resources are worth no more than hunger
  costs.
- The order of uses: the village, then cards whose tool may help with a roll, then
  rolls, buildings and cards. A run stops before a purchase that leaves too little for
  another.
- Placements to come, preferences, votes, what is taken back: nothing.
"""

from collections.abc import Iterator, Sequence

from stoneage_core import autopilot
from stoneage_core.commands import PlacePeople, UseTools
from stoneage_core.components.cards import CARDS, NewTool, OneUseTool, RollFor
from stoneage_core.components.odds import at_least
from stoneage_core.components.places import GATHERING, Place, PlaceKind
from stoneage_core.components.resources import Resources
from stoneage_core.payments import Payments
from stoneage_core.rules import gathering, purchases
from stoneage_core.rules.feeding import HUNGER_POINTS
from stoneage_core.state import GameState, Player

#: So likely is it that the people who are sent bring something home.
SAFE = 0.9


def choose_party(tribe: Player, sendings: Sequence[PlacePeople]) -> PlacePeople:
    """Return one of the ways to send people to a place, the fewest people first."""
    tools = sum(gathering.unused_tiles(tribe))
    for sending in sendings:
        good = sending.place.good
        if good is None or at_least(good, sending.people, 1, tools) >= SAFE:
            return sending
    return sendings[-1]


def choose_tools(state: GameState, player: int) -> UseTools | None:
    """Return the tools to add to the roll; None leaves it to the player."""
    tools = autopilot.best_tools(state, player, one_use=False)
    return tools if tools.tiles and not _may_roll_again(state, player) else None


def choose_payment(
    state: GameState, player: int, payments: Payments
) -> Resources | None:
    """Return one of the ways to pay; None leaves it to the player."""
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
    """Whether what is reserved elsewhere and could be paid for can be so afterwards."""
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
    """Return the places where a player's people stand in the order to use them."""
    gathers = any(place in GATHERING for place in places)

    def rank(place: Place) -> tuple[int, bool]:
        helps = gathers and _helps_a_roll(state, player, place)
        kind = PlaceKind.VILLAGE if helps else place.kind
        return autopilot.USE_ORDER.index(kind), helps

    return tuple(sorted(places, key=rank))


def _may_roll_again(state: GameState, player: int) -> bool:
    """Whether tools could help with another roll in the same turn."""
    tribe, rolled = state.players[player], gathering.open_roll(state).place
    others = (place for place in GATHERING if place is not rolled)
    return any(map(tribe.on, others)) or any(
        isinstance(CARDS[purchases.card_on(state, place)].benefit, RollFor)
        for place in _reserved(tribe)
        if place.kind is PlaceKind.CARD
    )


def _helps_a_roll(state: GameState, player: int, place: Place) -> bool:
    """Whether a place is a card that brings a tool and can be paid for already."""
    if place.kind is not PlaceKind.CARD:
        return False
    benefit = CARDS[purchases.card_on(state, place)].benefit
    purse = state.players[player].resources
    is_tool = isinstance(benefit, NewTool | OneUseTool)
    return is_tool and purchases.price(state, place).payable(purse)


def _reserved(tribe: Player) -> Iterator[Place]:
    """Yield the cards and buildings where a tribe's people stand."""
    return (
        place for place in Place if place.kind in purchases.FOR_SALE and tribe.on(place)
    )
