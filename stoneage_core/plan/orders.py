"""Conversion of a plan into orders, ready for other luck."""

from collections.abc import Iterator

from stoneage_core import autopilot
from stoneage_core import commands as c
from stoneage_core.orders.steps import (
    BuyWithin,
    FeedInTurn,
    Order,
    Orders,
    Step,
    ToolsThatGain,
)
from stoneage_core.orders.text import MOST_ALTERNATIVES
from stoneage_core.plan.course import Course, CourseStep
from stoneage_core.rules.purchases import FOR_SALE


def orders_of_course(course: Course, player: int) -> Orders:
    """
    Return the orders by which a player does what they do in a plan.

    What others do, and what dice fall, is nobody's to order. A placement that is not
    possible any more gives way to the next of the plan, and a payment that is not there
    to the cheapest there is. People are placed and used in one round. Of cards and
    buildings those on the table are meant: what a later round brings is an example.
    """
    own = [taken for taken in course.steps if taken.step.player == player]
    known = [taken for taken in own if _is_known(course, taken)]
    placements = tuple(_of_first_round(known, c.PlacePeople))
    tails = range(len(placements))
    return (
        *(_each_once(placements[at : at + MOST_ALTERNATIVES]) for at in tails),
        *map(_use, _of_first_round(known, *_USES)),
        *_preferences(own, player),
    )


_USES = (c.UsePlace, c.BuyCard, c.Build, c.Leave, c.TakeResources)


def _of_first_round(
    steps: list[CourseStep], *kinds: type[c.Command]
) -> Iterator[c.Command]:
    """Yield the commands of some kinds in the first round that has any."""
    found = [taken for taken in steps if isinstance(taken.step.command, kinds)]
    for taken in found:
        if taken.round == found[0].round:
            yield taken.step.command


def _use(command: c.Command) -> Step:
    if isinstance(command, c.BuyCard | c.Build):
        return command, BuyWithin(command.place)
    return (command,)


def _preferences(own: list[CourseStep], player: int) -> Iterator[Step]:
    """Yield what to do about dice, tools and food; dice and needs will be others."""
    commands = [taken.step.command for taken in own]
    if picks := [one for one in commands if isinstance(one, c.PickDie)]:
        yield _each_once((*picks, *map(c.PickDie, autopilot.DICE_ORDER)))
    added = [one for one in commands if isinstance(one, c.UseTools)]
    rolls = [roll for taken in own for roll in taken.rolls if roll.player == player]
    if added or rolls:
        yield (ToolsThatGain(one_use=any(tools.once for tools in added)),)
    meals = [one for one in commands if isinstance(one, c.Feed | c.GoHungry)]
    for meal in meals[-1:]:
        if isinstance(meal, c.Feed):
            yield (FeedInTurn(tuple(kind for kind, __ in meal.resources)),)
        else:
            yield (meal,)


def _each_once(orders: tuple[Order, ...]) -> Step:
    return tuple(dict.fromkeys(orders))


def _is_known(course: Course, taken: CourseStep) -> bool:
    """Whether what a step is about is known: what will be for sale later is not."""
    place = getattr(taken.step.command, "place", None)
    is_for_sale = place is not None and place.kind in FOR_SALE
    return taken.round == course.start.round or not is_for_sale
