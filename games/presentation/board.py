"""The board as pages and mails show it: where all stand, cards, building stacks."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import labels
from games.presentation.cards import CardFace, TileFace, card_face, tile_face
from games.presentation.text import join_list
from stoneage_core.places import (
    BUILDING_STACKS,
    CARD_SLOTS,
    GATHERING,
    PLACES,
    VILLAGE,
    Place,
)
from stoneage_core.resources import DIVISORS
from stoneage_core.state import GameState

RING_STEP = 27
RINGS_IN_A_ROW = 4
#: So many letters are as wide as a place in the village.
VILLAGE_LETTERS = 13


@dataclass(frozen=True)
class Ring:
    """A ring of the map: its centre and who stands there; ``count`` 0 is free."""

    x: int
    y: int
    seat: int = 0
    shape: str = ""
    count: int = 0


@dataclass(frozen=True)
class Crowd:
    """The people of one seat on one place."""

    seat: int
    shape: str
    name: str
    count: int


@dataclass(frozen=True)
class MapPlace:
    """A place of the map; the hunting grounds have a ring for each tribe there."""

    key: str
    label: str
    good: str
    divisor: int
    rings: tuple[Ring, ...]
    crowds: tuple[Crowd, ...]
    summary: str

    @property
    def lines(self) -> list[str]:
        """The label, broken where it would be wider than a place in the village."""
        return wrap(self.label, VILLAGE_LETTERS)


@dataclass(frozen=True)
class CardSlot:
    """A card slot: its ``cost``, the card or None, who stands there."""

    key: str
    cost: int
    face: CardFace | None
    crowd: Crowd | None


@dataclass(frozen=True)
class BuildingStack:
    """A stack: the tile face up or None, how many are ``left`` with it."""

    key: str
    number: int
    face: TileFace | None
    left: int
    crowd: Crowd | None


@dataclass(frozen=True)
class Board:
    """Everything on the table between the players."""

    places: dict[str, MapPlace]
    cards: tuple[CardSlot, ...]
    stacks: tuple[BuildingStack, ...]
    cards_left: int
    summary: str

    @property
    def lines(self) -> tuple[str, ...]:
        """The map in words, a sentence for each place."""
        return tuple(place.summary for place in self.places.values())


#: The centre of each place's first ring on the map, in units of its view box.
_FIRST_RING = {
    Place.FOREST: (40, 88),
    Place.CLAY_PIT: (200, 88),
    Place.QUARRY: (360, 88),
    Place.RIVER: (288, 372),
    Place.TOOL_MAKER: (263, 232),
    Place.HUT: (349, 232),
    Place.FIELD: (435, 232),
}

#: Where the tribes gather on the hunting grounds.
_HERDS = ((46, 250), (118, 250), (46, 296), (118, 296))


def board_of(state: GameState, names: Sequence[str]) -> Board:
    """Return the board of a position; ``names`` are those of the seats 0 to 3."""
    places = {
        str(place.value): _map_place(state, names, place)
        for place in (*GATHERING, *VILLAGE)
    }
    cards = tuple(_card_slot(state, names, place) for place in CARD_SLOTS)
    stacks = tuple(
        _building_stack(state, names, place)
        for place in BUILDING_STACKS[: state.player_count]
    )
    return Board(places, cards, stacks, len(state.unseen_cards), _summary(state))


def crowds_on(state: GameState, names: Sequence[str], place: Place) -> list[Crowd]:
    """Return who stands on ``place``, in seat order."""
    return [
        Crowd(seat, labels.SEATS[seat].shape, names[seat], tribe.on(place))
        for seat, tribe in enumerate(state.players)
        if tribe.on(place)
    ]


def _map_place(state: GameState, names: Sequence[str], place: Place) -> MapPlace:
    crowds = tuple(crowds_on(state, names, place))
    good = place.good or ""
    return MapPlace(
        key=str(place.value),
        label=labels.place_label(place),
        good=good,
        divisor=DIVISORS.get(good, 0),
        rings=_rings(place, crowds),
        crowds=crowds,
        summary=_place_summary(place, crowds),
    )


def _rings(place: Place, crowds: Sequence[Crowd]) -> tuple[Ring, ...]:
    """Lay the rings of a place out in rows of four, filled in seat order."""
    if place.rings is None:
        return tuple(
            Ring(x, y, crowd.seat, crowd.shape, crowd.count)
            for (x, y), crowd in zip(_HERDS, crowds, strict=False)
        )
    standing = [crowd for crowd in crowds for _person in range(crowd.count)]
    left, top = _FIRST_RING[place]
    return tuple(
        _ring(left, top, number, standing[number : number + 1])
        for number in range(place.rings)
    )


def _ring(left: int, top: int, number: int, standing: Sequence[Crowd]) -> Ring:
    row, column = divmod(number, RINGS_IN_A_ROW)
    x = left + column * RING_STEP + row * RING_STEP // 2
    y = top + row * (RING_STEP - 1)
    for crowd in standing:
        return Ring(x, y, crowd.seat, crowd.shape, 1)
    return Ring(x, y)


def _place_summary(place: Place, crowds: Sequence[Crowd]) -> str:
    label = labels.place_label(place)
    if not crowds:
        return _("%(place)s: nobody.") % {"place": label}
    parts = [f"{crowd.name} {crowd.count}" for crowd in crowds]
    values = {"place": label, "people": join_list(parts)}
    if place.rings is None:
        return _("%(place)s: %(people)s.") % values
    free = place.rings - sum(crowd.count for crowd in crowds)
    still = ngettext("%(free)d free", "%(free)d free", free) % {"free": free}
    values["free"] = still if free else _("full")
    return _("%(place)s: %(people)s; %(free)s.") % values


def _card_slot(state: GameState, names: Sequence[str], place: Place) -> CardSlot:
    card = state.slots[place.index]
    return CardSlot(
        key=str(place.value),
        cost=place.index + 1,
        face=None if card is None else card_face(card),
        crowd=next(iter(crowds_on(state, names, place)), None),
    )


def _building_stack(
    state: GameState, names: Sequence[str], place: Place
) -> BuildingStack:
    stack = state.stacks[place.index]
    return BuildingStack(
        key=str(place.value),
        number=place.index + 1,
        face=None if stack.top is None else tile_face(stack.top),
        left=stack.left,
        crowd=next(iter(crowds_on(state, names, place)), None),
    )


def _summary(state: GameState) -> str:
    people = sum(sum(tribe.placed) for tribe in state.players)
    text = ngettext(
        "The board in round %(round)d, with %(count)d person on it.",
        "The board in round %(round)d, with %(count)d people on it.",
        people,
    )
    return text % {"round": state.round, "count": people}


def occupied_places(state: GameState, player: int) -> tuple[Place, ...]:
    """Return where a player's people stand, in board order."""
    tribe = state.players[player]
    return tuple(place for place in PLACES if tribe.on(place))
