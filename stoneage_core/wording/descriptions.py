"""What cards and buildings say, in words."""

from collections.abc import Callable
from typing import Any

from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.cards import (
    CARDS,
    AnotherCard,
    AnyResources,
    DiceForAll,
    Figure,
    Food,
    FoodTrack,
    Goods,
    Green,
    NewTool,
    OneUseTool,
    Points,
    RollFor,
)
from stoneage_core.components.resources import FOOD, amount
from stoneage_core.payments import price_of
from stoneage_core.phrases import Phrase, Word, ngettext_noop

_BENEFITS: dict[type, Callable[[Any], Phrase]] = {
    DiceForAll: lambda _: Phrase("benefit.dice_for_all", "dice for all"),
    Food: lambda food: amount(FOOD, food.amount),
    Goods: lambda goods: amount(goods.resource, goods.amount),
    RollFor: lambda roll: Phrase(
        "benefit.roll",
        "roll {dice} dice for {good}",
        {"dice": roll.dice, "good": Word(roll.resource)},
    ),
    Points: lambda points: Phrase(
        "benefit.points", "{number} points", {"number": points.amount}
    ),
    NewTool: lambda _: Phrase("benefit.tool", "a tool"),
    FoodTrack: lambda _: Phrase("benefit.food_track", "food track +1"),
    AnotherCard: lambda _: Phrase("benefit.another_card", "another card"),
    OneUseTool: lambda tool: Phrase(
        "benefit.one_use_tool", "a one-use tool of {value}", {"value": tool.value}
    ),
    AnyResources: lambda any_two: Phrase(
        "benefit.any_resources", "any {number} resources", {"number": any_two.amount}
    ),
}

_FIGURES = {
    Figure.FARMER: ngettext_noop("{count} farmer", "{count} farmers"),
    Figure.HUT_BUILDER: ngettext_noop("{count} hut builder", "{count} hut builders"),
    Figure.SHAMAN: ngettext_noop("{count} shaman", "{count} shamans"),
    Figure.TOOL_MAKER: ngettext_noop("{count} tool maker", "{count} tool makers"),
}


def benefit_of(card: int) -> Phrase:
    """Say what the card gives at once."""
    benefit = CARDS[card].benefit
    return _BENEFITS[type(benefit)](benefit)


def scoring_of(card: int) -> Phrase:
    """Say what the card counts for in the final scoring."""
    scoring = CARDS[card].scoring
    if isinstance(scoring, Green):
        return Phrase("scoring.green", "{symbol}", {"symbol": Word(scoring.symbol)})
    return Phrase("scoring.sand", _FIGURES[scoring.figure], {"count": scoring.count})


def card_in_words(card: int) -> Phrase:
    """Say both halves of a card."""
    values = {"benefit": benefit_of(card), "scoring": scoring_of(card)}
    return Phrase("card", "{benefit} / {scoring}", values)


def price_in_words(building: int) -> Phrase:
    """Say what a building asks."""
    return price_of(BUILDINGS[building]).phrase()
