"""Plans as short texts that fit into URLs.

1-forest-3,2-hut,1-card-2      player 1 sends three people to the forest, player 2 two …
1-use-forest-dice-6-5-1        the dice of a roll; the others are average ones

A step is the number of its player, from 1, and a command in notation.
"""

from typing import NoReturn

from msgspec import Struct

from stoneage_core import notation
from stoneage_core.commands import Command
from stoneage_core.errors import Code, InvalidCommand
from stoneage_core.fields import MOST_SEATS
from stoneage_core.phrases import Spelling
from stoneage_core.phrases import gettext_noop as _

MOST_STEPS = 120
#: Characters of a plan, and of one of its steps.
LONGEST_PLAN, LONGEST_STEP = 4000, 150
MOST_DICE = 40

_DICE = "dice"
_FACES = {str(face): face for face in range(1, 7)}
_PLAYERS = {str(player + 1): player for player in range(MOST_SEATS)}


class PlanStep(Struct, frozen=True):
    """
    A command of a player, and the dice of its roll; further dice are average ones.
    """

    player: int
    command: Command
    dice: tuple[int, ...] = ()


Plan = tuple[PlanStep, ...]


def plan_text(plan: Plan) -> str:
    """Return a plan as text, '' if it has no steps."""
    return ",".join(map(_step_text, plan))


def has_room(plan: Plan, steps: int = 1) -> bool:
    """
    Return whether a plan with ``steps`` more steps can still be read from its text.
    """
    length = len(plan_text(plan)) + steps * (LONGEST_STEP + 1)
    return len(plan) + steps <= MOST_STEPS and length <= LONGEST_PLAN


def parse_plan(text: str) -> Plan:
    """
    Return the plan in a text; raise InvalidCommand if it is unreadable or too long.

    >>> plan_text(parse_plan("1-hut,2-forest-3,1-Use-Hut-dice"))
    '1-hut,2-forest-3,1-use-hut'
    """
    if len(text) > LONGEST_PLAN:
        _refuse(_("this plan is too long to be read"))
    steps = [part for part in text.split(",") if part]
    if len(steps) > MOST_STEPS:
        english = _("a plan may have {most} steps at most")
        _refuse(english, most=MOST_STEPS)
    return tuple(map(_read_step, steps))


def _step_text(step: PlanStep) -> str:
    words = [str(step.player + 1), *notation.to_text(step.command).split()]
    if step.dice:
        words += [_DICE, *map(str, step.dice)]
    return "-".join(words)


def _read_step(text: str) -> PlanStep:
    player, __, rest = text.partition("-")
    command, __, dice = rest.partition(f"-{_DICE}")
    faces = dice.strip("-").split("-") if dice.strip("-") else []
    is_one = player in _PLAYERS and not set(faces) - set(_FACES)
    if len(text) > LONGEST_STEP or len(faces) > MOST_DICE or not is_one:
        _refuse(_("“{text}” is no step of a plan"), text=Spelling(text))
    return PlanStep(
        _PLAYERS[player],
        notation.from_text(command.replace("-", " ")),
        tuple(_FACES[face] for face in faces),
    )


def _refuse(english: str, **values: object) -> NoReturn:
    raise InvalidCommand(Code.NOT_UNDERSTOOD, english, **values)
