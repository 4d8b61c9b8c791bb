"""Setting of dice in a plan: those of the last step shown, and how lucky they are."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.plan.reading import PlanReading
from stoneage_core.components.odds import sums
from stoneage_core.plan.text import Plan, PlanStep, has_room

#: Returns so many faces that fell, for whoever wants to try their luck.
Draw = Callable[[int], tuple[int, ...]]


@dataclass(frozen=True)
class DiceSetting:
    """The dice of the last step shown: to be set, thrown, or taken as average."""

    faces: tuple[int, ...]
    luck: str
    thrown_link: str
    average_link: str


def dice_setting(read: PlanReading, draw: Draw) -> DiceSetting | None:
    """Return what can be done with the dice of the last step shown, if it has any."""
    if not read.shown.steps or not read.shown.steps[-1].dice:
        return None
    plan, at = read.course.plan, len(read.shown.steps) - 1
    step, faces = plan[at], read.shown.steps[-1].dice

    def plan_with(dice: tuple[int, ...]) -> Plan:
        changed = PlanStep(step.player, step.command, dice)
        return (*plan[:at], changed, *plan[at + 1 :])

    thrown = plan_with(draw(len(faces)))
    if not has_room(thrown, steps=0):
        return None
    links = [read.address.link(each, at + 1) for each in (thrown, plan_with(()))]
    return DiceSetting(faces, _luck(faces), *links)


def _luck(faces: tuple[int, ...]) -> str:
    """Say how often dice fall as well as these, or better."""
    odds = sums(len(faces))
    chance = sum(share for total, share in odds.items() if total >= sum(faces))
    percent = {"percent": round(100 * float(chance))}
    return _("As high or higher: %(percent)d %% of throws") % percent
