"""The 36 civilization cards: immediate benefit and final scoring."""

from enum import StrEnum

from msgspec import Struct

from stoneage_core.components.resources import Resource
from stoneage_core.phrases import gettext_noop as _


class DiceForAll(Struct, frozen=True, tag=True):
    """One die per player is rolled; clockwise from the taker, each player picks one."""


class Food(Struct, frozen=True, tag=True):
    amount: int


class Goods(Struct, frozen=True, tag=True):
    resource: Resource
    amount: int


class RollFor(Struct, frozen=True, tag=True):
    """Dice rolled for a resource; tools may be added."""

    resource: Resource
    dice: int


class Points(Struct, frozen=True, tag=True):
    amount: int


class NewTool(Struct, frozen=True, tag=True):
    """One new tool, as at the tool maker."""


class FoodTrack(Struct, frozen=True, tag=True):
    """One step on the food track, as on the field."""


class AnotherCard(Struct, frozen=True, tag=True):
    """The next card of the deck, which only counts in the final scoring."""


class OneUseTool(Struct, frozen=True, tag=True):
    """Kept open; it adds its value to one roll, once in the game."""

    value: int


class AnyResources(Struct, frozen=True, tag=True):
    """Kept open; it gives resources of choice, once in the game."""

    amount: int


Benefit = (
    DiceForAll
    | Food
    | Goods
    | RollFor
    | Points
    | NewTool
    | FoodTrack
    | AnotherCard
    | OneUseTool
    | AnyResources
)


class Symbol(StrEnum):
    ART = _("art")
    MEDICINE = _("medicine")
    MUSIC = _("music")
    POTTERY = _("pottery")
    TIME = _("time")
    TRANSPORT = _("transport")
    WEAVING = _("weaving")
    WRITING = _("writing")


class Figure(StrEnum):
    FARMER = "farmer"
    HUT_BUILDER = "hut builder"
    SHAMAN = "shaman"
    TOOL_MAKER = "tool maker"


class Green(Struct, frozen=True, tag=True):
    """A culture symbol; a set of k different ones scores k squared."""

    symbol: Symbol


class Sand(Struct, frozen=True, tag=True):
    """Figures that multiply a number of the tribe in the final scoring."""

    figure: Figure
    count: int


class Card(Struct, frozen=True):
    """One card: ``benefit`` is its upper part, ``scoring`` its lower part."""

    id: int
    benefit: Benefit
    scoring: Green | Sand


#: What a die picked from a dice-for-all card gives: four resources, then these two.
DIE_RESOURCES = {
    1: Resource.WOOD,
    2: Resource.BRICK,
    3: Resource.STONE,
    4: Resource.GOLD,
}
DIE_TOOL = 5
DIE_FOOD_TRACK = 6

# The ids are ours; the printed cards carry none.
_SHEET = (
    Card(1, DiceForAll(), Green(Symbol.POTTERY)),
    Card(2, DiceForAll(), Green(Symbol.WRITING)),
    Card(3, DiceForAll(), Green(Symbol.TIME)),
    Card(4, DiceForAll(), Green(Symbol.TRANSPORT)),
    Card(5, DiceForAll(), Sand(Figure.HUT_BUILDER, 1)),
    Card(6, DiceForAll(), Sand(Figure.HUT_BUILDER, 2)),
    Card(7, DiceForAll(), Sand(Figure.FARMER, 1)),
    Card(8, DiceForAll(), Sand(Figure.FARMER, 2)),
    Card(9, DiceForAll(), Sand(Figure.TOOL_MAKER, 2)),
    Card(10, DiceForAll(), Sand(Figure.TOOL_MAKER, 2)),
    Card(11, Food(1), Green(Symbol.WEAVING)),
    Card(12, Food(2), Sand(Figure.HUT_BUILDER, 2)),
    Card(13, Food(3), Green(Symbol.WEAVING)),
    Card(14, Food(3), Sand(Figure.FARMER, 2)),
    Card(15, Food(4), Sand(Figure.HUT_BUILDER, 1)),
    Card(16, Food(5), Green(Symbol.MEDICINE)),
    Card(17, Food(7), Green(Symbol.POTTERY)),
    Card(18, Goods(Resource.BRICK, 1), Sand(Figure.SHAMAN, 2)),
    Card(19, Goods(Resource.STONE, 1), Sand(Figure.FARMER, 1)),
    Card(20, Goods(Resource.STONE, 1), Sand(Figure.SHAMAN, 1)),
    Card(21, Goods(Resource.STONE, 2), Green(Symbol.TRANSPORT)),
    Card(22, Goods(Resource.GOLD, 1), Sand(Figure.SHAMAN, 1)),
    Card(23, RollFor(Resource.WOOD, 2), Sand(Figure.SHAMAN, 2)),
    Card(24, RollFor(Resource.STONE, 2), Sand(Figure.SHAMAN, 1)),
    Card(25, RollFor(Resource.GOLD, 2), Green(Symbol.ART)),
    Card(26, Points(3), Green(Symbol.MUSIC)),
    Card(27, Points(3), Green(Symbol.MUSIC)),
    Card(28, Points(3), Sand(Figure.HUT_BUILDER, 3)),
    Card(29, NewTool(), Green(Symbol.ART)),
    Card(30, FoodTrack(), Green(Symbol.TIME)),
    Card(31, FoodTrack(), Sand(Figure.FARMER, 1)),
    Card(32, AnotherCard(), Green(Symbol.WRITING)),
    Card(33, OneUseTool(2), Sand(Figure.TOOL_MAKER, 2)),
    Card(34, OneUseTool(3), Sand(Figure.TOOL_MAKER, 1)),
    Card(35, OneUseTool(4), Sand(Figure.TOOL_MAKER, 1)),
    Card(36, AnyResources(2), Green(Symbol.MEDICINE)),
)

CARDS = {card.id: card for card in _SHEET}
ALL_CARDS = tuple(CARDS)
