"""Prices and the payments that they accept (rules: phases 2 and 3)."""

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from stoneage_core.commands import Build, BuyCard, Feed
from stoneage_core.components.buildings import Building, Fixed, Mixed
from stoneage_core.components.places import Place, PlaceKind
from stoneage_core.components.resources import Resources
from stoneage_core.phrases import Phrase, ngettext_noop
from stoneage_core.phrases import gettext_noop as _

#: The refusal of a wrong payment.
PLACE_ASKS = _("{place} asks for {demand}")


class Demand(Struct, frozen=True):
    """
    A price: from ``fewest`` to ``most`` resources.

    If ``kinds`` is given, they have to be of exactly that many kinds. If ``exactly`` is
    given, they have to be exactly these.
    """

    fewest: int
    most: int
    kinds: int | None = None
    exactly: Resources | None = None

    def accepts(self, payment: Resources) -> bool:
        """Return whether a payment is right for this price."""
        if self.exactly is not None:
            return payment == self.exactly
        if self.kinds is not None and payment.kinds != self.kinds:
            return False
        return self.fewest <= payment.total <= self.most

    def payable(self, purse: Resources) -> bool:
        if self.exactly is not None:
            return purse.covers(self.exactly)
        if purse.total < self.fewest:
            return False
        return self.kinds is None or self._kinds_payable(purse, self.kinds)

    def _kinds_payable(self, purse: Resources, kinds: int) -> bool:
        # The most plentiful kinds give the most pieces.
        counts = sorted((count for _, count in purse), reverse=True)[:kinds]
        return len(counts) == kinds and sum(counts) >= self.fewest

    def payments(self, purse: Resources) -> Iterator[Resources]:
        """Yield every right payment from ``purse``."""
        if self.exactly is not None:
            if purse.covers(self.exactly):
                yield self.exactly
            return
        for total in range(self.fewest, min(self.most, purse.total) + 1):
            for payment in _of_total(total, purse):
                if self.kinds is None or payment.kinds == self.kinds:
                    yield payment

    def phrase(self) -> Phrase:
        if self.exactly is not None:
            return Phrase("demand.exactly", "{goods}", {"goods": self.exactly.words()})
        if self.kinds is not None:
            return Phrase(
                "demand.kinds",
                ngettext_noop(
                    "{number} resources of one kind",
                    "{number} resources of exactly {count} kinds",
                ),
                {"number": self.fewest, "count": self.kinds},
            )
        if self.fewest == self.most:
            return Phrase(
                "demand.any",
                ngettext_noop(
                    "{count} resource of any kind", "{count} resources of any kinds"
                ),
                {"count": self.fewest},
            )
        return Phrase(
            "demand.range",
            "{fewest} to {most} resources of any kinds",
            {"fewest": self.fewest, "most": self.most},
        )


def _of_total(total: int, purse: Resources) -> Iterator[Resources]:
    """Yield every payment of ``total`` pieces, those with dear pieces first."""
    golds, stones, bricks = purse.gold, purse.stone, purse.brick
    for gold in range(min(golds, total), -1, -1):
        for stone in range(min(stones, total - gold), -1, -1):
            rest = total - gold - stone
            for brick in range(min(bricks, rest), max(0, rest - purse.wood) - 1, -1):
                yield Resources(rest - brick, brick, stone, gold)


@cache
def price_of(building: Building) -> Demand:
    price = building.price
    if isinstance(price, Fixed):
        return Demand(price.cost.total, price.cost.total, exactly=price.cost)
    if isinstance(price, Mixed):
        return Demand(price.count, price.count, kinds=price.kinds)
    return Demand(price.fewest, price.most)


def best_payment(demand: Demand, purse: Resources) -> Resources | None:
    """Return the payment with the most points, or None if none is possible."""
    return max(demand.payments(purse), key=_points, default=None)


def cheapest_payment(demand: Demand, purse: Resources) -> Resources | None:
    """Return the payment with the fewest points, or None if none is possible."""
    return min(demand.payments(purse), key=_points, default=None)


def _points(payment: Resources) -> int:
    return payment.points


class Payments(Struct, frozen=True):
    """Legal commands that only differ in the payment; for feeding without place."""

    demand: Demand
    purse: Resources
    place: Place | None = None

    def command(self, payment: Resources) -> BuyCard | Build | Feed:
        if self.place is None:
            return Feed(payment)
        if self.place.kind is PlaceKind.CARD:
            return BuyCard(self.place, payment)
        return Build(self.place, payment)

    def commands(self) -> Iterator[BuyCard | Build | Feed]:
        for payment in self.demand.payments(self.purse):
            yield self.command(payment)
