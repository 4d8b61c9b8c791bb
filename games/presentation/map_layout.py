"""The layout of the map, in units of its view box: words, marks, rings, people.

The shapes of the places are in ``templates/games/table/_map_shapes.html``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.presentation import labels
from stoneage_core.components.places import Place
from stoneage_core.state import GameState

RING_STEP = 27
RINGS_IN_A_ROW = 4

#: The centre of each place's first ring on the map, in units of its view box.
_FIRST_RING = {
    Place.FOREST: (40, 88),
    Place.CLAY_PIT: (200, 88),
    Place.QUARRY: (360, 88),
    Place.RIVER: (302, 372),
    Place.TOOL_MAKER: (246, 240),
    Place.HUT: (321, 240),
    Place.FIELD: (424, 240),
}

#: Where the tribes gather on the hunting grounds.
_HERDS = ((46, 250), (118, 250), (46, 296), (118, 296))


@dataclass(frozen=True)
class MapLayout:
    """
    A place on the map: what its ``ground`` is, and where its word begins.

    Of a place where dice are rolled also where a chip with who came is put; of one in
    the village, whose word is centred at ``x``, its ``sign`` and where that begins.
    """

    ground: str
    x: int
    y: int = 0
    chip_x: int = 0
    chip_y: int = 0
    sign: str = ""
    sign_x: int = 0


#: By place, in the order in which they are drawn and reached by keys.
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
    A ring of the map: its centre and who stands there; ``count`` 0 is free.

    ``number`` counts the people of one seat on a place from 0.
    """

    x: int
    y: int
    seat: int = 0
    shape: str = ""
    count: int = 0
    number: int = 0


@dataclass(frozen=True)
class Crowd:
    """The people of one seat on one place."""

    seat: int
    shape: str
    name: str
    count: int


def crowds_on(state: GameState, names: Sequence[str], place: Place) -> list[Crowd]:
    """Return who stands on ``place``, in seat order."""
    return [
        Crowd(seat, labels.SEATS[seat].shape, names[seat], tribe.on(place))
        for seat, tribe in enumerate(state.players)
        if tribe.on(place)
    ]


def spots_of_places() -> dict[str, tuple[tuple[int, int], ...]]:
    """Return where people can stand on each place, in units of the map's view box."""
    spots = {
        str(place.value): tuple(
            _spot(left, top, number) for number in range(place.rings or 0)
        )
        for place, (left, top) in _FIRST_RING.items()
    }
    return spots | {str(Place.HUNTING_GROUNDS.value): _HERDS}


def rings_of(place: Place, crowds: Sequence[Crowd]) -> tuple[Ring, ...]:
    """Lay the rings of a place out in rows of four, filled in seat order."""
    if place.rings is None:
        return tuple(
            Ring(x, y, crowd.seat, crowd.shape, crowd.count)
            for (x, y), crowd in zip(_HERDS, crowds, strict=False)
        )
    standing = [(crowd, person) for crowd in crowds for person in range(crowd.count)]
    left, top = _FIRST_RING[place]
    return tuple(
        _ring(left, top, number, standing[number : number + 1])
        for number in range(place.rings)
    )


def _spot(left: int, top: int, number: int) -> tuple[int, int]:
    """Return the centre of a ring, counted from 0, of a place that begins there."""
    row, column = divmod(number, RINGS_IN_A_ROW)
    x = left + column * RING_STEP + row * RING_STEP // 2
    return x, top + row * (RING_STEP - 1)


def _ring(
    left: int, top: int, number: int, standing: Sequence[tuple[Crowd, int]]
) -> Ring:
    x, y = _spot(left, top, number)
    for crowd, person in standing:
        return Ring(x, y, crowd.seat, crowd.shape, 1, person)
    return Ring(x, y)
