"""Evaluation of a plan's address: where it leads, and which steps were not possible."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.command_language.commands import commands_in
from games.plan.address import PlanAddress
from games.presentation.text import say, say_clause
from stoneage_core import GameState, InvalidCommand, awaited, notation
from stoneage_core.plan.course import Course, follow_plan, may_go_on
from stoneage_core.plan.text import Plan, PlanStep, has_room, parse_plan, plan_text


@dataclass(frozen=True)
class PlanReading:
    """
    An address that was read, and spelled in the one way there is.

    ``course`` is the whole plan, as far as the rules allow, ``shown`` its part that is
    shown. ``actor`` goes on with it, None where nobody can; ``refusal`` is a sentence.
    """

    address: PlanAddress
    course: Course
    shown: Course
    actor: int | None
    refusal: str


def read_address(
    start: GameState,
    names: Sequence[str],
    reader: int,
    address: PlanAddress,
    language: str,
) -> PlanReading:
    """Follow an address from ``start`` on, with what a form brought to it."""
    course, refusal = _course(start, names, address)
    shown = course.upto(_count_shown(course.plan, address))
    actor = actor_of(shown, reader, address.player)
    if address.typed and actor is not None:
        longer = _with_typed(shown, actor, address.typed, language)
        if longer.refusal is None and len(longer.steps) > len(shown.steps):
            course = shown = longer
            actor = actor_of(shown, reader, None)
        else:
            refusal = _why_not_typed(longer, names, address.typed)
    spelled = PlanAddress(
        plan_text(course.plan),
        address.version,
        len(shown.steps) if len(shown.steps) < len(course.steps) else None,
        address.player,
    )
    return PlanReading(spelled, course, shown, actor, refusal)


def actor_of(course: Course, reader: int, wanted: int | None) -> int | None:
    """
    Return who goes on with a plan: who is wanted, else the reader, else who is asked.

    The reader may place people ahead of others, for that is what they plan first. None
    where nobody is asked, or the plan has no room for a step more.
    """
    if not has_room(course.plan):
        return None
    for player in (wanted, reader):
        if player is not None and may_go_on(course.state, player):
            return player
    return min(awaited(course.state), default=None)


def _course(
    start: GameState, names: Sequence[str], address: PlanAddress
) -> tuple[Course, str]:
    """Return the course of an address, and why it ends early or is none."""
    try:
        plan = _with_dice(parse_plan(address.text), address)
    except InvalidCommand as error:
        return Course(start), say(error.phrase, names)
    course = follow_plan(start, plan)
    if course.refusal is None:
        return course, ""
    number = len(course.steps) + 1
    why = say_clause(course.refusal, names)
    step = _("Step %(number)d is no longer possible: %(why)s.")
    return course, step % {"number": number, "why": why}


def _count_shown(plan: Plan, address: PlanAddress) -> int:
    return len(plan) if address.shown is None else min(address.shown, len(plan))


def _with_dice(plan: Plan, address: PlanAddress) -> Plan:
    """Let other dice fall at the last step shown, where the plan has room for them."""
    at = _count_shown(plan, address) - 1
    if not address.dice or at < 0:
        return plan
    step = PlanStep(plan[at].player, plan[at].command, address.dice)
    changed = (*plan[:at], step, *plan[at + 1 :])
    return changed if has_room(changed, steps=0) else plan


def _with_typed(course: Course, actor: int, typed: str, language: str) -> Course:
    """Go on with the first reading of what was typed that the rules allow."""
    longer = course
    for text in commands_in(typed, language):
        step = PlanStep(actor, notation.from_text(text))
        longer = follow_plan(course.start, (*course.plan, step))
        if longer.refusal is None:
            return longer
    return longer


def _why_not_typed(longer: Course, names: Sequence[str], typed: str) -> str:
    if longer.refusal is not None:
        return say(longer.refusal, names)
    return _("“%(text)s” isn’t a move that can be planned here.") % {"text": typed}
