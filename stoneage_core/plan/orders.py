"""Conversion of a plan into standing orders, ready for other luck."""

from collections.abc import Iterator, Sequence

from stoneage_core import commands as c
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resource
from stoneage_core.plan.course import Course, CourseStep
from stoneage_core.rules.purchases import FOR_SALE
from stoneage_core.standing.alternatives import MOST_ALTERNATIVES
from stoneage_core.standing.orders import (
    Purchase,
    PurchaseOrder,
    StandingOrders,
    ToolsOrder,
)


def orders_of_course(course: Course, player: int) -> StandingOrders:
    """
    Return the orders by which a player does what they do in a plan.

    What others do, and what dice fall, is nobody's to order. A placement that is not
    possible any more gives way to the next of the plan. A payment that is not there
    becomes the cheapest there is. Of cards and buildings those on the table are meant:
    what a later round brings is an example.
    """
    own = [taken for taken in course.steps if taken.step.player == player]
    commands = [taken.step.command for taken in own]
    return StandingOrders(
        placements=tuple(_placements(course, own)),
        purchases=tuple(_purchases(course, own)),
        uses=_uses(course, own),
        faces=tuple(dict.fromkeys(_faces(commands))),
        meal=_meal(commands),
        tools=_tools(own, player),
    )


def _placements(
    course: Course, own: Sequence[CourseStep]
) -> Iterator[tuple[c.PlacePeople, ...]]:
    """Yield the placements of the first round with any, each with those after it."""
    found: dict[int, list[c.PlacePeople]] = {}
    for taken in own:
        command = taken.step.command
        if isinstance(command, c.PlacePeople) and _is_known(course, taken):
            found.setdefault(taken.round, []).append(command)
    placements = found[min(found)] if found else []
    for at in range(len(placements)):
        yield tuple(dict.fromkeys(placements[at : at + MOST_ALTERNATIVES]))


def _purchases(course: Course, own: Sequence[CourseStep]) -> Iterator[PurchaseOrder]:
    """Yield what is bought of the table as it is: as planned, or else cheaply."""
    for taken in own:
        command = taken.step.command
        if isinstance(command, c.BuyCard | c.Build) and _is_known(course, taken):
            place = command.place
            yield PurchaseOrder((Purchase(place, command.payment), Purchase(place)))


def _uses(course: Course, own: Sequence[CourseStep]) -> tuple[Place, ...]:
    """Return the places in the order in which they are first used."""
    places = [
        taken.step.command.place
        for taken in own
        if isinstance(taken.step.command, c.UsePlace | c.BuyCard | c.Build)
        and _is_known(course, taken)
    ]
    return tuple(dict.fromkeys(places))[:MOST_ALTERNATIVES]


def _faces(commands: Sequence[c.Command]) -> Iterator[int]:
    for command in commands:
        if isinstance(command, c.PickDie):
            yield command.face


def _meal(commands: Sequence[c.Command]) -> tuple[Resource, ...] | None:
    """Return what the tribe is fed with at last; () for hunger, None for no word."""
    for command in reversed(commands):
        if isinstance(command, c.GoHungry):
            return ()
        if isinstance(command, c.Feed):
            return tuple(kind for kind, __ in command.resources)
    return None


def _tools(own: Sequence[CourseStep], player: int) -> ToolsOrder | None:
    """Tools are added where they gain, for the dice will fall otherwise."""
    added = [
        taken.step.command
        for taken in own
        if isinstance(taken.step.command, c.UseTools)
    ]
    if any(tools.once for tools in added):
        return ToolsOrder.GAIN_CARDS
    rolls = [roll for taken in own for roll in taken.rolls if roll.player == player]
    return ToolsOrder.GAIN if added or rolls else None


def _is_known(course: Course, taken: CourseStep) -> bool:
    """Whether what a step is about is known: what will be for sale later is not."""
    place = getattr(taken.step.command, "place", None)
    is_for_sale = place is not None and place.kind in FOR_SALE
    return taken.round == course.start.round or not is_for_sale
