"""Phrases for what cards and buildings do."""

from stoneage_core.components.buildings import BUILDINGS
from stoneage_core.components.cards import (
    CARDS,
    DIE_FOOD_TRACK,
    DIE_RESOURCES,
    DIE_TOOL,
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
from stoneage_core.phrases import Many, Phrase, Word, gettext_noop, ngettext_noop

_FIGURES = {
    Figure.FARMER: ngettext_noop("{count} farmer", "{count} farmers"),
    Figure.HUT_BUILDER: ngettext_noop("{count} hut builder", "{count} hut builders"),
    Figure.SHAMAN: ngettext_noop("{count} shaman", "{count} shamans"),
    Figure.TOOL_MAKER: ngettext_noop("{count} tool maker", "{count} tool makers"),
}

#: What each figure counts in the final scoring.
COUNTED = {
    Figure.FARMER: gettext_noop("food track"),
    Figure.TOOL_MAKER: gettext_noop("tools"),
    Figure.HUT_BUILDER: gettext_noop("buildings"),
    Figure.SHAMAN: gettext_noop("people"),
}
_POINTS_PER_FIGURE = ngettext_noop(
    "At the end, {count} point times your {counted}.",
    "At the end, {count} points times your {counted}.",
)
#: What the green cards score at the end of the game.
SETS_EXPLAINED = Phrase(
    "scoring.green.explained",
    "A set of different culture symbols scores its number squared.",
)
#: Benefits that are the same on every card.
_ALWAYS_THE_SAME = {
    DiceForAll: Phrase("benefit.dice_for_all", "dice for all"),
    NewTool: Phrase("benefit.tool", "a tool"),
    FoodTrack: Phrase("benefit.food_track", "food track +1"),
    AnotherCard: Phrase("benefit.another_card", "another card"),
}


def benefit_of(card: int) -> Phrase:
    """Return the immediate benefit of a card in a few words."""
    match CARDS[card].benefit:
        case Food(food):
            return amount(FOOD, food)
        case Goods(resource, count):
            return amount(resource, count)
        case RollFor(resource, dice):
            values = {"dice": dice, "good": Word(resource)}
            return Phrase("benefit.roll", "roll {dice} dice for {good}", values)
        case Points(points):
            return Phrase("benefit.points", "{number} points", {"number": points})
        case OneUseTool(value):
            return Phrase(
                "benefit.one_use_tool", "a one-use tool of {value}", {"value": value}
            )
        case AnyResources(number):
            return Phrase(
                "benefit.any_resources", "any {number} resources", {"number": number}
            )
        case benefit:
            return _ALWAYS_THE_SAME[type(benefit)]


def benefit_explained(card: int) -> Phrase:
    match CARDS[card].benefit:
        case DiceForAll():
            return Phrase(
                "benefit.dice_for_all.explained",
                "A die per player is rolled; you pick one first, then the others in "
                "turn: {faces}.",
                {"faces": _faces_of_dice_for_all()},
            )
        case Food() | Goods():
            return Phrase(
                "benefit.goods.explained",
                "{goods} from the supply at once.",
                {"goods": benefit_of(card)},
            )
        case RollFor(resource, dice):
            return Phrase(
                "benefit.roll.explained",
                "Roll {dice} dice for {good}; tools may be added.",
                {"dice": dice, "good": Word(resource)},
            )
        case Points():
            return Phrase(
                "benefit.points.explained",
                "{points} at once.",
                {"points": benefit_of(card)},
            )
        case NewTool():
            return Phrase("benefit.tool.explained", "A new tool, as at the tool maker.")
        case FoodTrack():
            return Phrase(
                "benefit.food_track.explained",
                "One step up the food track, as on the field.",
            )
        case AnotherCard():
            return Phrase(
                "benefit.another_card.explained",
                "The next card of the deck, for the final scoring alone.",
            )
        case OneUseTool(value):
            return Phrase(
                "benefit.one_use_tool.explained",
                "Kept open: adds {value} to one roll, once in the game.",
                {"value": value},
            )
        case AnyResources(number):
            return Phrase(
                "benefit.any_resources.explained",
                "Kept open: take any {number} resources once, while you use your "
                "people or when you have to feed them.",
                {"number": number},
            )


def gift_of(face: int) -> Phrase:
    if face in DIE_RESOURCES:
        return amount(DIE_RESOURCES[face], 1)
    gifts = {DIE_TOOL: NewTool, DIE_FOOD_TRACK: FoodTrack}
    return _ALWAYS_THE_SAME[gifts[face]]


def _faces_of_dice_for_all() -> Many:
    faces = (*DIE_RESOURCES, DIE_TOOL, DIE_FOOD_TRACK)
    return Many(
        Phrase("benefit.face", "{face}: {gift}", {"face": face, "gift": gift_of(face)})
        for face in faces
    )


def scoring_of(card: int) -> Phrase:
    """Return what a card counts for in the final scoring."""
    scoring = CARDS[card].scoring
    if isinstance(scoring, Green):
        return Phrase("scoring.green", "{symbol}", {"symbol": Word(scoring.symbol)})
    return Phrase("scoring.sand", _FIGURES[scoring.figure], {"count": scoring.count})


def scoring_explained(card: int) -> Phrase:
    scoring = CARDS[card].scoring
    if isinstance(scoring, Green):
        return SETS_EXPLAINED
    return Phrase(
        "scoring.sand.explained",
        _POINTS_PER_FIGURE,
        {"count": scoring.count, "counted": Word(COUNTED[scoring.figure])},
    )


def card_in_words(card: int) -> Phrase:
    values = {"benefit": benefit_of(card), "scoring": scoring_of(card)}
    return Phrase("card", "{benefit} / {scoring}", values)


def price_in_words(building: int) -> Phrase:
    return price_of(BUILDINGS[building]).phrase()
