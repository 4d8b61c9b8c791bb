"""Buying cards and buildings, with what cards give at once (rules: phase 2)."""

from stoneage_core.chance import DrawKind
from stoneage_core.commands import Build, BuyCard, Leave
from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.cards import (
    CARDS,
    AnotherCard,
    DiceForAll,
    Food,
    FoodTrack,
    Goods,
    NewTool,
    OneUseTool,
    Points,
    RollFor,
)
from stoneage_core.components.places import PLACES, Place, PlaceKind, place_in_words
from stoneage_core.components.resources import Resources, one
from stoneage_core.components.tools import slot_to_improve
from stoneage_core.errors import Code, IllegalMove
from stoneage_core.events.actions import ActionDeclined, NothingGained
from stoneage_core.events.purchases import (
    BuildingBuilt,
    CardDrawn,
    CardKeptOpen,
    CardTaken,
    FoodGained,
    PointsScored,
    ResourcesGained,
)
from stoneage_core.events.rounds import BuildingRevealed
from stoneage_core.payments import PLACE_ASKS, Demand, Payments, price_of
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules import gathering, variants, village
from stoneage_core.rules.draft import Draft
from stoneage_core.state import GameState, Player

FOR_SALE = (PlaceKind.CARD, PlaceKind.BUILDING)
CARD_PRICES = tuple(Demand(cost, cost) for cost in range(1, 5))
LEAVE = tuple(Leave(place) for place in PLACES)


def legal(state: GameState, player: int, place: Place) -> tuple[Payments | Leave, ...]:
    """Return what a player may do with a person on a card or building."""
    purse = state.players[player].resources
    demand = price(state, place)
    if demand.payable(purse):
        return Payments(demand, purse, place), LEAVE[place.number]
    return (LEAVE[place.number],)


def price(state: GameState, place: Place) -> Demand:
    if place.kind is PlaceKind.CARD:
        return CARD_PRICES[place.index]
    return price_of(BUILDINGS[building_on(state, place)])


def buy_card(draft: Draft, player: int, command: BuyCard) -> None:
    place = command.place
    require_people(draft.tribe(player), place, PlaceKind.CARD)
    _check_payment(draft, player, place, command.payment)
    card = card_on(draft.state, place)
    draft.record(CardTaken(player, place, card, command.payment))
    _give_benefit(draft, player, place, card)


def _give_benefit(draft: Draft, player: int, place: Place, card: int) -> None:
    match CARDS[card].benefit:
        case DiceForAll():
            variants.roll_dice_for_all(draft, player, place)
        case Food(amount):
            draft.record(FoodGained(player, amount))
        case Goods(resource, amount):
            draft.record(ResourcesGained(player, one(resource, amount)))
        case RollFor(resource, dice_count):
            gathering.roll_for(draft, player, place, str(resource), dice_count)
        case Points(amount):
            draft.record(PointsScored(player, amount))
        case NewTool():
            village.make_tool(draft, player, place)
        case FoodTrack():
            village.raise_food_track(draft, player, place)
        case AnotherCard():
            # The card counts in the final scoring only.
            if unseen := draft.state.unseen_cards:
                kind = DrawKind.FURTHER_CARD
                drawn = draft.pick(kind, unseen, player=player, place=place)
                draft.record(CardDrawn(player, drawn))
            else:
                draft.record(NothingGained(player, place))
        case _:  # a one-use tool, or any two resources
            draft.record(CardKeptOpen(player, card))


def build(draft: Draft, player: int, command: Build) -> None:
    """Pay for the building, take it, score it, and turn up the next of its stack."""
    place = command.place
    require_people(draft.tribe(player), place, PlaceKind.BUILDING)
    _check_payment(draft, player, place, command.payment)
    building = building_on(draft.state, place)
    points = command.payment.points
    draft.record(BuildingBuilt(player, place, building, command.payment, points))
    if draft.state.stacks[place.index].left:
        reveal_building(draft, place)


def leave(draft: Draft, player: int, command: Leave) -> None:
    require_people(draft.tribe(player), command.place, *FOR_SALE)
    draft.record(ActionDeclined(player, command.place))


def reveal_building(draft: Draft, place: Place) -> None:
    unseen = draft.state.unseen_buildings
    building = draft.pick(DrawKind.BUILDING, unseen, place=place)
    draft.record(BuildingRevealed(place, building))


def require_people(tribe: Player, place: Place, *kinds: PlaceKind) -> None:
    """Raise IllegalMove unless the tribe has people on a place of these kinds."""
    if place.kind not in kinds or not tribe.on(place):
        english = _("none of your people can do that at {place}")
        raise IllegalMove(Code.NOBODY_THERE, english, place=place_in_words(place))


def card_on(state: GameState, place: Place) -> int:
    """Return the card in a slot that is not empty."""
    card = state.slots[place.index]
    assert card is not None
    return card


def helps_a_roll(state: GameState, player: int, place: Place) -> bool:
    """Return whether a place is a card with a tool that a player can pay already."""
    if place.kind is not PlaceKind.CARD:
        return False
    tribe, benefit = state.players[player], CARDS[card_on(state, place)].benefit
    if isinstance(benefit, NewTool):
        is_tool = slot_to_improve(tribe.tools) is not None
    else:
        is_tool = isinstance(benefit, OneUseTool)
    return is_tool and price(state, place).payable(tribe.resources)


def building_on(state: GameState, place: Place) -> int:
    """Return the building on top of a stack."""
    building = state.stacks[place.index].top
    assert building is not None
    return building


def _check_payment(draft: Draft, player: int, place: Place, payment: Resources) -> None:
    demand = price(draft.state, place)
    if not demand.accepts(payment):
        word = place_in_words(place)
        raise IllegalMove(
            Code.WRONG_PAYMENT, PLACE_ASKS, place=word, demand=demand.phrase()
        )
    require_resources(draft.tribe(player), payment)


def require_resources(tribe: Player, payment: Resources) -> None:
    """Raise IllegalMove if the tribe cannot afford a payment."""
    if not tribe.resources.covers(payment):
        english = _("you have {purse}, not {payment}")
        purse = tribe.resources.words()
        raise IllegalMove(
            Code.NOT_ENOUGH, english, purse=purse, payment=payment.words()
        )
