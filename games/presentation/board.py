"""The board: the map, the people on it, the cards and the buildings."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import labels
from games.presentation.cards import Face, Half, face_at
from games.presentation.text import join_list
from stoneage_core.components.places import (
    BUILDING_STACKS,
    CARD_SLOTS,
    GATHERING,
    PLACES,
    VILLAGE,
    Place,
    PlaceKind,
)
from stoneage_core.components.resources import DIVISORS
from stoneage_core.notation import usual_party
from stoneage_core.phrases import capitalised
from stoneage_core.state import GameState

RING_STEP = 27
RINGS_IN_A_ROW = 4

#: The centre of each place's first ring.
_FIRST_RING = {
    Place.FOREST: (40, 88),
    Place.CLAY_PIT: (200, 88),
    Place.QUARRY: (360, 88),
    Place.RIVER: (302, 372),
    Place.TOOL_MAKER: (246, 240),
    Place.HUT: (321, 240),
    Place.FIELD: (424, 240),
}

#: The centres of the tribes' rings on the hunting grounds.
_HERDS = ((46, 250), (118, 250), (46, 296), (118, 296))


@dataclass(frozen=True)
class MapLayout:
    """
    The layout of a place on the map, in units of its view box.

    A place with dice has its word at ``x`` and ``y``, and a chip for newcomers at
    ``chip_x`` and ``chip_y``. A place in the village has its word centred at ``x``, and
    its ``sign`` from ``sign_x`` on. The shapes are in
    ``templates/games/table/_map_shapes.html``.
    """

    ground: str
    x: int
    y: int = 0
    chip_x: int = 0
    chip_y: int = 0
    sign: str = ""
    sign_x: int = 0


#: In the order of drawing and of keyboard focus.
LAYOUT = {
    Place.FOREST: MapLayout("forest", 22, 38, chip_x=98, chip_y=127),
    Place.CLAY_PIT: MapLayout("clay", 182, 38, chip_x=262, chip_y=127),
    Place.QUARRY: MapLayout("quarry", 342, 38, chip_x=414, chip_y=127),
    Place.HUNTING_GROUNDS: MapLayout("plain", 22, 192, chip_x=124, chip_y=206),
    Place.TOOL_MAKER: MapLayout("village", 246, sign="tool", sign_x=224),
    Place.HUT: MapLayout("village", 335, sign="building", sign_x=313),
    Place.FIELD: MapLayout("village", 424, sign="track", sign_x=402),
    Place.RIVER: MapLayout("river", 216, 352, chip_x=404, chip_y=404),
}


@dataclass(frozen=True)
class Ring:
    """
    A ring on the map: its centre and who stands there. ``count`` is 0 if it is free.

    ``number`` counts the people of one seat in a place from 0.
    """

    x: int
    y: int
    seat: int = 0
    shape: str = ""
    count: int = 0
    number: int = 0


@dataclass(frozen=True)
class Crowd:
    seat: int
    shape: str
    name: str
    count: int


def crowds_on(state: GameState, names: Sequence[str], place: Place) -> list[Crowd]:
    """Return who stands in a place, in seat order."""
    return [
        Crowd(seat, labels.SEATS[seat].shape, names[seat], tribe.on(place))
        for seat, tribe in enumerate(state.players)
        if tribe.on(place)
    ]


def spots_of_places() -> dict[str, tuple[tuple[int, int], ...]]:
    """Return the centres of all rings by place, in units of the map's view box."""
    spots = {
        str(place.value): tuple(
            _spot(left, top, number) for number in range(place.rings or 0)
        )
        for place, (left, top) in _FIRST_RING.items()
    }
    return spots | {str(Place.HUNTING_GROUNDS.value): _HERDS}


def rings_of(place: Place, crowds: Sequence[Crowd]) -> tuple[Ring, ...]:
    """Return the rings of a place in rows of four, filled in seat order."""
    if place.rings is None:
        return tuple(
            Ring(x, y, crowd.seat, crowd.shape, crowd.count)
            for (x, y), crowd in zip(_HERDS, crowds, strict=False)
        )
    standing = [(crowd, person) for crowd in crowds for person in range(crowd.count)]
    left, top = _FIRST_RING[place]
    rings = []
    for number in range(place.rings):
        x, y = _spot(left, top, number)
        if number < len(standing):
            crowd, person = standing[number]
            rings.append(Ring(x, y, crowd.seat, crowd.shape, 1, person))
        else:
            rings.append(Ring(x, y))
    return tuple(rings)


def _spot(left: int, top: int, number: int) -> tuple[int, int]:
    """Return the centre of ring ``number``, from 0, if the first is at left, top."""
    row, column = divmod(number, RINGS_IN_A_ROW)
    x = left + column * RING_STEP + row * RING_STEP // 2
    return x, top + row * (RING_STEP - 1)


@dataclass(frozen=True)
class Tile:
    """
    A card or a building on the table. Without a ``face`` none is left there.

    ``price`` is what a card costs, or how many buildings the stack has. ``obstacle``
    says why nobody, or not the reader, can go there, or is ''.
    """

    key: str
    label: str
    is_card: bool
    price: int
    face: Face | None
    crowd: Crowd | None
    link: str = ""
    obstacle: str = ""
    is_open: bool = False
    is_chosen: bool = False
    arrived: tuple[Crowd, ...] = ()

    @property
    def halves(self) -> tuple[Half, ...]:
        return () if self.face is None else self.face.halves

    @property
    def text(self) -> str:
        """What it gives now and at the end, or what it costs and is worth."""
        if self.face is None or self.is_card:
            return "" if self.face is None else self.face.text
        return f"{self.face.text}, {self.face.halves[1].explained}"

    @property
    def title(self) -> str:
        """The label of its link: what it is, and who stands there."""
        if self.is_card:
            costs = _("costs %(cost)s") % {"cost": self.price}
            taken = _("taken")
            title = f"{self.label}, {costs}: {self.text or taken}."
        else:
            none = _("none left")
            left = ngettext("last one", "%(left)s left", self.price)
            some = f"{self.text}; {left % {'left': self.price}}"
            title = f"{self.label}: {some if self.face else none}."
        if self.crowd is not None:
            title = f"{title} {self.crowd.name}."
        return f"{title} {self.access}".strip()

    @property
    def access(self) -> str:
        return _access(is_open=self.is_open, obstacle=self.obstacle)

    @property
    def explained(self) -> str:
        """What both halves do, as a tooltip."""
        return " ".join(half.explained for half in self.halves)


def _access(*, is_open: bool, obstacle: str) -> str:
    """Return whether the reader can go to a place, in a sentence, or ''."""
    if obstacle:
        return f"{obstacle.rstrip('.')}."
    return _("You can go there.") if is_open else ""


def tile_at(state: GameState, names: Sequence[str], place: Place) -> Tile:
    is_card = place.kind is PlaceKind.CARD
    return Tile(
        key=str(place.value),
        label=labels.place_label(place),
        is_card=is_card,
        price=place.index + 1 if is_card else state.stacks[place.index].left,
        face=face_at(state, place),
        crowd=next(iter(crowds_on(state, names, place)), None),
    )


#: How many letters fit into the width of a place in the village.
VILLAGE_LETTERS = 10


@dataclass(frozen=True)
class MapPlace:
    """
    A place on the map. The hunting grounds have a ring for each tribe there.

    ``cost`` is what a good costs in pips, or how many people go there. ``is_open`` is
    set if the reader can send people. ``arrived`` is who came since their last move.
    Pictures have no ``link``, no ``obstacle`` and nobody who ``arrived``.
    """

    key: str
    label: str
    map_word: str
    good: str
    divisor: int
    rings: tuple[Ring, ...]
    crowds: tuple[Crowd, ...]
    summary: str
    cost: str
    layout: MapLayout
    link: str = ""
    obstacle: str = ""
    is_open: bool = False
    is_chosen: bool = False
    arrived: tuple[Crowd, ...] = ()

    @property
    def title(self) -> str:
        """The label of its link: who stands there, the cost, and whether one can go."""
        return f"{self.summary} {self.cost}. {self.access}".strip()

    @property
    def access(self) -> str:
        return _access(is_open=self.is_open, obstacle=self.obstacle)

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(wrap(self.map_word, VILLAGE_LETTERS, break_long_words=False))

    @property
    def arrived_count(self) -> int:
        return sum(crowd.count for crowd in self.arrived)


@dataclass(frozen=True)
class Board:
    """Everything that lies between the players."""

    places: dict[str, MapPlace]
    cards: tuple[Tile, ...]
    buildings: tuple[Tile, ...]
    cards_left: int
    summary: str

    @property
    def drawn(self) -> tuple[MapPlace, ...]:
        return tuple(self.places[str(place.value)] for place in LAYOUT)

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(place.summary for place in self.places.values())


def board_of(state: GameState, names: Sequence[str]) -> Board:
    """Return the board of a position. ``names`` are those of the seats, by number."""
    places = {
        str(place.value): _map_place(state, names, place)
        for place in (*GATHERING, *VILLAGE)
    }
    cards, buildings = (
        tuple(tile_at(state, names, place) for place in lying)
        for lying in (CARD_SLOTS, BUILDING_STACKS[: state.player_count])
    )
    left = len(state.unseen_cards)
    people = sum(sum(tribe.placed) for tribe in state.players)
    text = ngettext(
        "The board in round %(round)d, with %(count)d person on it.",
        "The board in round %(round)d, with %(count)d people on it.",
        people,
    )
    summary = text % {"round": state.round, "count": people}
    return Board(places, cards, buildings, left, summary)


def _map_place(state: GameState, names: Sequence[str], place: Place) -> MapPlace:
    crowds = tuple(crowds_on(state, names, place))
    good = place.good or ""
    return MapPlace(
        key=str(place.value),
        label=labels.place_label(place),
        map_word=str(labels.MAP_WORDS[place]),
        good=good,
        divisor=DIVISORS.get(good, 0),
        rings=rings_of(place, crowds),
        crowds=crowds,
        summary=_place_summary(place, crowds),
        cost=capitalised(f"{labels.GOODS[good]} ÷ {DIVISORS[good]}")
        if good
        else labels.count_people(usual_party(place) or 1),
        layout=LAYOUT[place],
    )


def _place_summary(place: Place, crowds: Sequence[Crowd]) -> str:
    label = labels.place_label(place)
    parts = [f"{crowd.name} {crowd.count}" for crowd in crowds]
    values = {"place": label, "people": join_list(parts) or _("no one")}
    if place.rings is None:
        return _("%(place)s: %(people)s.") % values
    free = place.rings - sum(crowd.count for crowd in crowds)
    still = ngettext("%(free)d free", "%(free)d free", free) % {"free": free}
    values["free"] = still if free else _("full")
    return _("%(place)s: %(people)s; %(free)s.") % values


def occupied_places(state: GameState, player: int) -> tuple[Place, ...]:
    tribe = state.players[player]
    return tuple(place for place in PLACES if tribe.on(place))
