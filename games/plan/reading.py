"""Evaluation of a plan's address: where it leads, and which steps were not possible."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.command_language.commands import commands_in
from games.plan.address import PlanAddress
from games.presentation.text import say, say_clause
from stoneage_core import GameState, InvalidCommand, awaited, notation
from stoneage_core.plan.course import Course, follow_plan, may_lay
from stoneage_core.plan.text import MOST_STEPS, PlanStep, parse_plan, plan_text


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
    course, refusal = _course(start, names, address.text)
    if address.dice:
        course = _with_dice(course, address)
    shown = course.upto(_shown(course, address))
    actor = actor_of(shown.state, reader, address.player)
    if address.typed and actor is not None:
        longer = _with_typed(shown, actor, address.typed, language)
        if longer.refusal is None and len(longer.steps) > len(shown.steps):
            course = shown = longer
            actor = actor_of(shown.state, reader, None)
        else:
            refusal = _why_not_typed(longer, names, address.typed)
    spelled = PlanAddress(
        plan_text(course.plan),
        address.version,
        len(shown.steps) if len(shown.steps) < len(course.steps) else None,
        address.player,
    )
    return PlanReading(spelled, course, shown, actor, refusal)


def actor_of(state: GameState, reader: int, wanted: int | None) -> int | None:
    """
    Return who goes on with a plan: who is wanted, else the reader, else who is asked.

    The reader may place people ahead of others, for that is what they plan first.
    """
    for player in (wanted, reader):
        if player is not None and may_lay(state, player):
            return player
    return min(awaited(state), default=None)


def _course(start: GameState, names: Sequence[str], text: str) -> tuple[Course, str]:
    """Return the course of a text, and why it ends early or is none."""
    try:
        plan = parse_plan(text)
    except InvalidCommand as error:
        return Course(start), say(error.phrase, names)
    course = follow_plan(start, plan)
    if course.refusal is None:
        return course, ""
    number = len(course.steps) + 1
    why = say_clause(course.refusal, names)
    step = _("Step %(number)d is no longer possible: %(why)s.")
    return course, step % {"number": number, "why": why}


def _shown(course: Course, address: PlanAddress) -> int:
    most = len(course.steps)
    return most if address.shown is None else min(address.shown, most)


def _with_dice(course: Course, address: PlanAddress) -> Course:
    """Let other dice fall at the last step shown; what follows may not fit any more."""
    at = _shown(course, address) - 1
    if at < 0:
        return course
    plan = course.plan
    step = PlanStep(plan[at].player, plan[at].command, address.dice)
    return follow_plan(course.start, (*plan[:at], step, *plan[at + 1 :]))


def _with_typed(course: Course, actor: int, typed: str, language: str) -> Course:
    """Go on with the first reading of what was typed that the rules allow."""
    longer = course
    if len(course.plan) >= MOST_STEPS:
        return course
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
