"""What cards and buildings say, in words."""

from stoneage_core.buildings import BUILDINGS
from stoneage_core.cards import (
    CARDS,
    AnotherCard,
    AnyResources,
    Benefit,
    DiceForAll,
    Food,
    FoodTrack,
    Goods,
    Green,
    NewTool,
    OneUseTool,
    Points,
    RollFor,
)
from stoneage_core.payments import price_of
from stoneage_core.phrases import Phrase, Word
from stoneage_core.resources import FOOD, amount

_PLAIN_BENEFITS: dict[type, Phrase] = {
    DiceForAll: Phrase("benefit.dice_for_all", "dice for all"),
    NewTool: Phrase("benefit.tool", "a tool"),
    FoodTrack: Phrase("benefit.food_track", "food track +1"),
    AnotherCard: Phrase("benefit.another_card", "another card"),
}


def benefit_of(card: int) -> Phrase:
    """Say what the card gives at once."""
    benefit = CARDS[card].benefit
    plain = _PLAIN_BENEFITS.get(type(benefit))
    return _counted_benefit(benefit) if plain is None else plain


def _counted_benefit(benefit: Benefit) -> Phrase:
    match benefit:
        case Food(number):
            return amount(FOOD, number)
        case Goods(resource, number):
            return amount(resource, number)
        case RollFor(resource, dice):
            english = "roll {dice} dice for {good}"
            values = {"dice": dice, "good": Word(resource)}
            return Phrase("benefit.roll", english, values)
        case Points(number):
            return Phrase("benefit.points", "{number} points", {"number": number})
        case OneUseTool(value):
            english = "a one-use tool of {value}"
            return Phrase("benefit.one_use_tool", english, {"value": value})
        case AnyResources(number):
            english = "any {number} resources"
            return Phrase("benefit.any_resources", english, {"number": number})
    raise TypeError(f"{benefit} is not a benefit")


def scoring_of(card: int) -> Phrase:
    """Say what the card counts for in the final scoring."""
    scoring = CARDS[card].scoring
    if isinstance(scoring, Green):
        return Phrase("scoring.green", "{symbol}", {"symbol": Word(scoring.symbol)})
    values = {"count": scoring.count, "figure": Word(scoring.figure)}
    plural = "{count} " + f"{scoring.figure}s"
    return Phrase("scoring.sand", "{count} {figure}", values, many=plural)


def card_in_words(card: int) -> Phrase:
    """Say both halves of a card."""
    values = {"benefit": benefit_of(card), "scoring": scoring_of(card)}
    return Phrase("card", "{benefit} / {scoring}", values)


def price_in_words(building: int) -> Phrase:
    """Say what a building asks."""
    return price_of(BUILDINGS[building]).phrase()
