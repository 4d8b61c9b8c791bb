"""The 28 buildings and their prices (rules: phase 2, building)."""

from msgspec import Struct

from stoneage_core.components.resources import Resources


class Fixed(Struct, frozen=True, tag=True):
    cost: Resources


class Mixed(Struct, frozen=True, tag=True):
    """Exactly ``count`` resources of exactly ``kinds`` different kinds."""

    count: int
    kinds: int


class Open(Struct, frozen=True, tag=True):
    fewest: int
    most: int


Price = Fixed | Mixed | Open


class Building(Struct, frozen=True):
    """One building; it scores the sum of the values of the resources paid."""

    id: int
    price: Price


STACK_SIZE = 7

# The printed buildings have no numbers; these ids are ours.
_SHEET = (
    Building(1, Fixed(Resources(wood=2, brick=1))),
    Building(2, Fixed(Resources(wood=2, stone=1))),
    Building(3, Fixed(Resources(wood=1, brick=2))),
    Building(4, Fixed(Resources(wood=2, gold=1))),
    Building(5, Fixed(Resources(wood=1, brick=1, stone=1))),
    Building(6, Fixed(Resources(wood=1, brick=1, stone=1))),
    Building(7, Fixed(Resources(wood=1, stone=2))),
    Building(8, Fixed(Resources(brick=2, stone=1))),
    Building(9, Fixed(Resources(wood=1, brick=1, gold=1))),
    Building(10, Fixed(Resources(wood=1, brick=1, gold=1))),
    Building(11, Fixed(Resources(brick=2, gold=1))),
    Building(12, Fixed(Resources(brick=1, stone=2))),
    Building(13, Fixed(Resources(wood=1, stone=1, gold=1))),
    Building(14, Fixed(Resources(wood=1, stone=1, gold=1))),
    Building(15, Fixed(Resources(brick=1, stone=1, gold=1))),
    Building(16, Fixed(Resources(brick=1, stone=1, gold=1))),
    Building(17, Fixed(Resources(stone=2, gold=1))),
    Building(18, Mixed(4, 1)),
    Building(19, Mixed(4, 2)),
    Building(20, Mixed(4, 3)),
    Building(21, Mixed(4, 4)),
    Building(22, Mixed(5, 1)),
    Building(23, Mixed(5, 2)),
    Building(24, Mixed(5, 3)),
    Building(25, Mixed(5, 4)),
    Building(26, Open(1, 7)),
    Building(27, Open(1, 7)),
    Building(28, Open(1, 7)),
)

BUILDINGS = {building.id: building for building in _SHEET}
ALL_BUILDINGS = tuple(BUILDINGS)
