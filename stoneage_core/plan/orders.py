"""Turns a plan into orders that also work with other luck."""

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
    Return orders by which a player does what they do in a plan.

    Steps of other players and dice are left out. If a placement is no longer possible,
    the next one of the plan is made; if a payment is not, the cheapest one. Orders
    cover one round of placements and one of uses. Cards and buildings of later rounds
    are left out, because those in the plan are examples.
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
    found = [taken for taken in steps if isinstance(taken.step.command, kinds)]
    for taken in found:
        if taken.round == found[0].round:
            yield taken.step.command


def _use(command: c.Command) -> Step:
    if isinstance(command, c.BuyCard | c.Build):
        return command, BuyWithin(command.place)
    return (command,)


def _preferences(own: list[CourseStep], player: int) -> Iterator[Step]:
    """
    Yield steps for dice, tools and food that do not depend on the dice of the plan.
    """
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
    """Return whether it is known what a step is about; later cards are not."""
    place = getattr(taken.step.command, "place", None)
    is_for_sale = place is not None and place.kind in FOR_SALE
    return taken.round == course.start.round or not is_for_sale
