"""The immediate benefits of cards, which are in their upper part."""

from stoneage_core.chance import DrawKind
from stoneage_core.components.cards import (
    CARDS,
    AnotherCard,
    DiceForAll,
    Food,
    FoodTrack,
    Goods,
    NewTool,
    Points,
    RollFor,
)
from stoneage_core.components.places import Place
from stoneage_core.components.resources import one
from stoneage_core.events.actions import NothingGained
from stoneage_core.events.purchases import (
    CardDrawn,
    CardKeptOpen,
    FoodGained,
    PointsScored,
    ResourcesGained,
)
from stoneage_core.rules import gathering, variants, village
from stoneage_core.rules.draft import Draft


def give(draft: Draft, player: int, place: Place, card: int) -> None:
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
            _draw_card(draft, player, place)
        case _:  # a one-use tool, or any two resources
            draft.record(CardKeptOpen(player, card))


def _draw_card(draft: Draft, player: int, place: Place) -> None:
    unseen = draft.state.unseen_cards
    if unseen:
        card = draft.pick(DrawKind.FURTHER_CARD, unseen, player=player, place=place)
        draft.record(CardDrawn(player, card))
    else:
        draft.record(NothingGained(player, place))
