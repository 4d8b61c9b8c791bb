"""Three simple bots to measure the ladder by.

They share nothing with the bots of the ladder: no weights, no model, no autopilot. Each
gives every legal command a value and takes the best one.
"""

from collections.abc import Callable, Iterator, Mapping

from stoneage_core import commands as c
from stoneage_core.commands import Command
from stoneage_core.components.cards import CARDS, Green, Points
from stoneage_core.components.places import Place, PlaceKind
from stoneage_core.components.resources import DIVISORS
from stoneage_core.payments import Payments
from stoneage_core.rules import gathering, purchases
from stoneage_core.rules.dispatch import choices
from stoneage_core.simulation import Policy
from stoneage_core.state import GameState, Player

#: Returns the value of sending people to a place.
Wish = Callable[[GameState, Player, Place, int], float]

MEAN_DIE = 3.5
#: What the planner expects of a person elsewhere, in points.
PERSON = 4.2


def policy_by(wish: Wish) -> Policy:
    """Return a policy that places by ``wish`` and decides the rest by habit."""

    def decide(state: GameState, player: int) -> Command:
        tribe = state.players[player]

        def value(command: Command) -> float:
            if isinstance(command, c.PlacePeople):
                return wish(state, tribe, command.place, command.people)
            return _habit(state, command)

        return max(_commands(state, player), key=value)

    return decide


def _commands(state: GameState, player: int) -> Iterator[Command]:
    for choice in choices(state, player):
        if isinstance(choice, Payments):
            yield from choice.commands()
        else:
            yield choice


def _habit(state: GameState, command: Command) -> float:
    """Grow, gather, then buy whatever can be paid; feed with what is cheap."""
    match command:
        case c.UsePlace(place):
            return 2000 if place.kind is PlaceKind.VILLAGE else 1000 + place.number
        case c.Build(_, payment):
            return 500 + payment.points
        case c.BuyCard(_, payment):
            return 500 - payment.points
        case c.UseTools(tiles, once):
            added = sum(tiles) + sum(once)
            return 100 * gathering.gain(gathering.open_roll(state), added) - added
        case c.Feed(payment):
            return 100 - payment.points
        case c.GoHungry():
            return 70
        case c.PickDie(face):
            return face
        case c.TakeResources():
            return 1
        case _:
            return 0


def _hunger(tribe: Player) -> float:
    """Return how much food the tribe still lacks for the round."""
    hunted = tribe.on(Place.HUNTING_GROUNDS) * MEAN_DIE / 2
    return tribe.people - tribe.food_track - tribe.food - hunted


def _spare(state: GameState, tribe: Player) -> float:
    """Return how many resources are left after what the tribe has claimed already."""
    claimed = sum(
        purchases.price(state, place).fewest
        for place in Place
        if place.kind in purchases.FOR_SALE and tribe.on(place)
    )
    return tribe.resources.total - claimed


def _gathers(state: GameState, tribe: Player, place: Place, people: int) -> float:
    """Gather with as many as possible, and now and then hunt or grow."""
    if place is Place.HUNTING_GROUNDS:
        return 50 if _hunger(tribe) > 0 else 0
    if place.kind is PlaceKind.VILLAGE:
        return 40
    if place.kind is not PlaceKind.GATHERING:
        return 30 if _spare(state, tribe) > 3 else 0
    return people


def _settles(state: GameState, tribe: Player, place: Place, people: int) -> float:
    """Buy what can be paid already, feed everybody, grow, then gather."""
    if place is Place.HUNTING_GROUNDS:
        return 60 + people if 0 < people <= _hunger(tribe) else 0
    if place.kind is PlaceKind.VILLAGE:
        wanted = {Place.HUT: 80, Place.FIELD: 70, Place.TOOL_MAKER: 65}
        return wanted[place] if state.round < 10 else 5
    if place.kind is PlaceKind.GATHERING:
        return 10 + people
    is_paid = purchases.price(state, place).fewest <= _spare(state, tribe)
    if place.kind is PlaceKind.CARD:
        return 85 - place.index if is_paid else 0
    is_paid = purchases.price(state, place).payable(tribe.resources) and is_paid
    return 90 if is_paid else 0


def _plans(state: GameState, tribe: Player, place: Place, people: int) -> float:
    """Estimate everything in points: what a place gives, less what its people cost."""
    left = max(0, 11 - state.round)
    growth = {
        Place.HUT: 4 + 2.2 * left,
        Place.FIELD: 2 + 1.6 * left,
        Place.TOOL_MAKER: 3 + 1.3 * left,
    }
    if place in growth:
        return growth[place] - PERSON * people
    if place.good is not None:
        pips = MEAN_DIE * people + sum(gathering.unused_tiles(tribe)) / 2
        units = pips / DIVISORS[place.good] - 0.4
        if place is Place.HUNTING_GROUNDS:
            wanted = max(0.0, min(units, _hunger(tribe)))
            return 5 * wanted + 0.8 * (units - wanted) - PERSON * people
        worth = (DIVISORS[place.good] + 1) / (1 + max(0, tribe.resources.total - 8) / 8)
        return units * worth - PERSON * people
    demand = purchases.price(state, place)
    missing = max(0.0, demand.fewest - _spare(state, tribe))
    if place.kind is PlaceKind.CARD:
        gain = _card_points(state, tribe, place) - 3 * demand.fewest
    elif demand.payable(tribe.resources):
        best = max(way.points for way in demand.payments(tribe.resources))
        gain = 10 + best / 4
    else:
        gain = 4
    return gain / (1 + missing) - PERSON


def _card_points(state: GameState, tribe: Player, place: Place) -> float:
    card = CARDS[purchases.card_on(state, place)]
    above = 3 if isinstance(card.benefit, Points) else 5
    if not isinstance(card.scoring, Green):
        return above + 3.5 * card.scoring.count
    owned = [
        CARDS[each].scoring.symbol
        for each in tribe.cards
        if isinstance(CARDS[each].scoring, Green)
    ]
    kinds = len(set(owned))
    return above + (2 * kinds + 4 if card.scoring.symbol not in owned else 2)


#: By name.
SIMPLE_BOTS: Mapping[str, Policy] = {
    "gatherer": policy_by(_gathers),
    "settler": policy_by(_settles),
    "planner": policy_by(_plans),
}
