"""The places of the board and how many people they hold (rules: placing people)."""

from enum import Enum, StrEnum

from stoneage_core.phrases import Word
from stoneage_core.phrases import gettext_noop as _


class PlaceKind(StrEnum):
    """A group of places with common rules; each has its file in ``rules``."""

    GATHERING = "gathering"
    VILLAGE = "village"
    CARD = "card"
    BUILDING = "building"


class Place(Enum):
    """
    A place for people; its value is its stored name.

    ``number`` counts from 0 in board order, ``index`` from 0 within its kind. ``rings``
    is how many people it holds, None for no limit. ``good`` is what is gathered there.
    """

    HUNTING_GROUNDS = ("hunting_grounds", PlaceKind.GATHERING, None, "food")
    FOREST = ("forest", PlaceKind.GATHERING, 7, "wood")
    CLAY_PIT = ("clay_pit", PlaceKind.GATHERING, 7, "brick")
    QUARRY = ("quarry", PlaceKind.GATHERING, 7, "stone")
    RIVER = ("river", PlaceKind.GATHERING, 7, "gold")
    TOOL_MAKER = ("tool_maker", PlaceKind.VILLAGE, 1, None)
    HUT = ("hut", PlaceKind.VILLAGE, 2, None)
    FIELD = ("field", PlaceKind.VILLAGE, 1, None)
    CARD_1 = ("card_1", PlaceKind.CARD, 1, None)
    CARD_2 = ("card_2", PlaceKind.CARD, 1, None)
    CARD_3 = ("card_3", PlaceKind.CARD, 1, None)
    CARD_4 = ("card_4", PlaceKind.CARD, 1, None)
    BUILDING_1 = ("building_1", PlaceKind.BUILDING, 1, None)
    BUILDING_2 = ("building_2", PlaceKind.BUILDING, 1, None)
    BUILDING_3 = ("building_3", PlaceKind.BUILDING, 1, None)
    BUILDING_4 = ("building_4", PlaceKind.BUILDING, 1, None)

    number: int
    index: int
    kind: PlaceKind
    rings: int | None
    good: str | None

    def __new__(
        cls, name: str, kind: PlaceKind, rings: int | None, good: str | None
    ) -> "Place":
        place = object.__new__(cls)
        place._value_ = name
        place.kind = kind
        place.rings = rings
        place.good = good
        place.number = len(cls.__members__)
        place.index = sum(other.kind is kind for other in cls.__members__.values())
        return place

    @property
    def label(self) -> str:
        """The name in words: 'clay pit', 'card 2'."""
        return str(self.value).replace("_", " ")


PLACES = tuple(Place)
GATHERING = tuple(place for place in PLACES if place.kind is PlaceKind.GATHERING)
VILLAGE = tuple(place for place in PLACES if place.kind is PlaceKind.VILLAGE)
CARD_SLOTS = tuple(place for place in PLACES if place.kind is PlaceKind.CARD)
BUILDING_STACKS = tuple(place for place in PLACES if place.kind is PlaceKind.BUILDING)

#: Forest, clay pit, quarry and river, where games of two and three limit the tribes.
RESOURCE_PLACES = tuple(place for place in GATHERING if place.rings is not None)

#: The most tribes on one resource place, by the number of players.
TRIBES_ON_A_RESOURCE = {2: 1, 3: 2, 4: 4}

#: How many of tool maker, hut and field may be occupied in a round.
VILLAGE_PLACES_OPEN = {2: 2, 3: 2, 4: 3}


_NAMES = {
    Place.HUNTING_GROUNDS: _("the hunting grounds"),
    Place.FOREST: _("the forest"),
    Place.CLAY_PIT: _("the clay pit"),
    Place.QUARRY: _("the quarry"),
    Place.RIVER: _("the river"),
    Place.TOOL_MAKER: _("the tool maker"),
    Place.HUT: _("the hut"),
    Place.FIELD: _("the field"),
    Place.CARD_1: _("card 1"),
    Place.CARD_2: _("card 2"),
    Place.CARD_3: _("card 3"),
    Place.CARD_4: _("card 4"),
    Place.BUILDING_1: _("building 1"),
    Place.BUILDING_2: _("building 2"),
    Place.BUILDING_3: _("building 3"),
    Place.BUILDING_4: _("building 4"),
}


def place_in_words(place: Place) -> Word:
    """Return the place with its article: 'the forest', 'card 2'."""
    return Word(_NAMES[place])
