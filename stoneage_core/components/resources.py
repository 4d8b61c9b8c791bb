"""The four resources. Food is not a resource and never pays (rules: names)."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache

from msgspec import Struct

from stoneage_core.phrases import Many, Phrase, Template, Word, ngettext_noop
from stoneage_core.phrases import gettext_noop as _


class Resource(StrEnum):
    """A resource; declared from the cheapest to the dearest."""

    WOOD = _("wood")
    BRICK = _("brick")
    STONE = _("stone")
    GOLD = _("gold")


#: The divisor in gathering and the points in building (rules: names).
VALUES = {Resource.WOOD: 3, Resource.BRICK: 4, Resource.STONE: 5, Resource.GOLD: 6}
FOOD = _("food")

#: The template of an amount of each good, for one and for several.
AMOUNTS: dict[str, Template] = {
    FOOD: ngettext_noop("{count} food", "{count} food"),
    Resource.WOOD: ngettext_noop("{count} wood", "{count} wood"),
    Resource.BRICK: ngettext_noop("{count} brick", "{count} brick"),
    Resource.STONE: ngettext_noop("{count} stone", "{count} stone"),
    Resource.GOLD: ngettext_noop("{count} gold", "{count} gold"),
}

#: The divisor of a roll for each good (rules: names).
DIVISORS: dict[str, int] = {FOOD: 2} | VALUES


class Resources(Struct, frozen=True, omit_defaults=True, gc=False):
    """Amounts of each resource: a supply, a payment or a gain."""

    wood: int = 0
    brick: int = 0
    stone: int = 0
    gold: int = 0

    @property
    def total(self) -> int:
        return self.wood + self.brick + self.stone + self.gold

    @property
    def points(self) -> int:
        """The points that a building scores for them: the sum of their values."""
        return 3 * self.wood + 4 * self.brick + 5 * self.stone + 6 * self.gold

    @property
    def kinds(self) -> int:
        return (
            (self.wood != 0) + (self.brick != 0) + (self.stone != 0) + (self.gold != 0)
        )

    def __add__(self, other: "Resources") -> "Resources":
        return Resources(
            self.wood + other.wood,
            self.brick + other.brick,
            self.stone + other.stone,
            self.gold + other.gold,
        )

    def __sub__(self, other: "Resources") -> "Resources":
        return Resources(
            self.wood - other.wood,
            self.brick - other.brick,
            self.stone - other.stone,
            self.gold - other.gold,
        )

    def covers(self, other: "Resources") -> bool:
        """Return whether ``other`` can be paid from these; False if any is negative."""
        return (
            self.wood >= other.wood >= 0
            and self.brick >= other.brick >= 0
            and self.stone >= other.stone >= 0
            and self.gold >= other.gold >= 0
        )

    def of(self, resource: str) -> int:
        return int(getattr(self, resource))

    def words(self) -> Many | Word:
        """Return the amounts in words: '2 wood and 1 gold', or 'nothing'."""
        return Many(amount(kind, count) for kind, count in self) or Word(_("nothing"))

    def __iter__(self) -> Iterator[tuple[Resource, int]]:
        """Yield each resource that is not 0, with its amount, cheapest first."""
        for resource in Resource:
            if count := self.of(resource):
                yield resource, count


def amount(good: str, count: int | str) -> Phrase:
    """Return an amount of a good in words: '3 wood'; a text as count is plural."""
    return Phrase("goods", AMOUNTS[good], {"count": count})


NOTHING = Resources()


@cache
def one(good: str, count: int = 1) -> Resources:
    return Resources(**{str(Resource(good)): count})
