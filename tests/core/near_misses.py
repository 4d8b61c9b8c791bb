"""Makes commands of every type and place that are almost legal."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from stoneage_core import commands as c
from stoneage_core.components.places import PLACES
from stoneage_core.components.resources import Resource, Resources, one


def near_misses(offered: list[c.Command], dice: Random) -> Iterator[c.Command]:
    """Yield almost legal commands; the legal ones are among the ``offered`` ones."""
    for place in PLACES:
        yield c.UsePlace(place)
        yield c.Leave(place)
        yield from (c.PlacePeople(place, people) for people in range(-1, 12))
        yield c.BuyCard(place, _payment(dice))
        yield c.Build(place, _payment(dice))
    yield from (c.PickDie(face) for face in range(-1, 8))
    yield c.GoHungry()
    for _ in range(20):
        yield c.UseTools(_values(dice, 4), _values(dice, 2))
        yield c.TakeResources(_payment(dice))
        yield c.Feed(_payment(dice))
    for command in dice.sample(offered, min(8, len(offered))):
        yield from _one_off(command)


def _one_off(command: c.Command) -> Iterator[c.Command]:
    match command:
        case c.BuyCard() | c.Build():
            for payment in _paid_one_off(command.payment):
                yield replace(command, payment=payment)
            yield c.Feed(command.payment)
        case c.Feed() | c.TakeResources():
            for payment in _paid_one_off(command.resources):
                yield replace(command, resources=payment)
        case c.UseTools(tiles, once):
            yield c.UseTools(once, tiles)
            yield c.UseTools(tiles[::-1], once[::-1])
            yield c.UseTools((*tiles, 1), once)
            yield c.UseTools(tiles[1:], (*once, 2))


def _paid_one_off(payment: Resources) -> Iterator[Resources]:
    """Yield payments with one piece more, less, exchanged or not owned."""
    for kind in Resource:
        yield payment + one(kind)
        yield payment - one(kind)
        for other in Resource:
            yield payment + one(kind) - one(other)


def _payment(dice: Random) -> Resources:
    return Resources(*(max(0, dice.randint(-2, 2)) for _ in Resource))


def _values(dice: Random, most: int) -> tuple[int, ...]:
    return tuple(dice.randint(1, 4) for _ in range(dice.randint(0, most)))
