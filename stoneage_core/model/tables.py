"""Cards and buildings as columns of numbers, made from ``components``."""

from stoneage_core.components.buildings import BUILDINGS, Fixed, Mixed, Open
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
    Sand,
    Symbol,
)
from stoneage_core.components.resources import DIVISORS, Resource

# Benefits.
DICE = 0
FOOD = 1
RESOURCES = 2
THROW = 3
POINTS = 4
TOOL = 5
STEP = 6
FURTHER = 7
TOOL_ONCE = 8
WILD = 9

_BENEFITS = {
    DiceForAll: DICE,
    Food: FOOD,
    Goods: RESOURCES,
    RollFor: THROW,
    Points: POINTS,
    NewTool: TOOL,
    FoodTrack: STEP,
    AnotherCard: FURTHER,
    OneUseTool: TOOL_ONCE,
    AnyResources: WILD,
}

GOOD_NAMES = tuple(DIVISORS)
SYMBOL_NAMES = tuple(Symbol)
FIGURE_NAMES = tuple(Figure)


def _amount(card: int) -> int:
    """Return the amount of a card's benefit, or its number of dice."""
    benefit = CARDS[card].benefit
    match benefit:
        case RollFor():
            return benefit.dice
        case Food() | Goods() | Points() | AnyResources():
            return benefit.amount
        case OneUseTool():
            return benefit.value
    return 1


def _good(card: int) -> int:
    benefit = CARDS[card].benefit
    if isinstance(benefit, Goods | RollFor):
        return GOOD_NAMES.index(benefit.resource)
    return 0


def _symbol(card: int) -> int:
    scoring = CARDS[card].scoring
    return SYMBOL_NAMES.index(scoring.symbol) if isinstance(scoring, Green) else -1


def _figure(card: int) -> int:
    scoring = CARDS[card].scoring
    return FIGURE_NAMES.index(scoring.figure) if isinstance(scoring, Sand) else -1


def _figures(card: int) -> int:
    scoring = CARDS[card].scoring
    return scoring.count if isinstance(scoring, Sand) else 0


def _cost(building: int) -> list[int]:
    price = BUILDINGS[building].price
    if isinstance(price, Fixed):
        return [price.cost.of(resource) for resource in Resource]
    return [0, 0, 0, 0]


def _bounds(building: int) -> tuple[int, int, int]:
    """Return the fewest and the most pieces, and the number of kinds (0: any)."""
    price = BUILDINGS[building].price
    if isinstance(price, Mixed):
        return price.count, price.count, price.kinds
    if isinstance(price, Open):
        return price.fewest, price.most, 0
    return price.cost.total, price.cost.total, 0


DIVISOR = list(DIVISORS.values())

# By the id of a card; ids begin at 1.
BENEFIT = [0] + [_BENEFITS[type(card.benefit)] for card in CARDS.values()]
AMOUNT = [0] + [_amount(card) for card in CARDS]
GOOD = [0] + [_good(card) for card in CARDS]
SYMBOL = [-1] + [_symbol(card) for card in CARDS]
FIGURE = [-1] + [_figure(card) for card in CARDS]
NUMBER = [0] + [_figures(card) for card in CARDS]

# By the id of a building; COST has four numbers per building.
COST = [0] * 4 + [count for building in BUILDINGS for count in _cost(building)]
FIXED = [0] + [int(isinstance(b.price, Fixed)) for b in BUILDINGS.values()]
FIXED_POINTS = [0] + [
    b.price.cost.points if isinstance(b.price, Fixed) else 0 for b in BUILDINGS.values()
]
FEWEST = [0] + [_bounds(building)[0] for building in BUILDINGS]
MOST = [0] + [_bounds(building)[1] for building in BUILDINGS]
KINDS = [0] + [_bounds(building)[2] for building in BUILDINGS]

# The number of kinds by a mask with one bit per resource.
KIND_COUNT = [mask.bit_count() for mask in range(16)]
