"""The course of a plan: its steps, carried out by the rules on a copy of the position.

Dice are those of the plan, or average ones. Cards and buildings that are drawn are
examples, always the same for the same position.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NoReturn

from msgspec import Struct
from msgspec.structs import replace

from stoneage_core import autopilot
from stoneage_core.chance import SealedChance
from stoneage_core.engine import awaited, decide
from stoneage_core.errors import Code, GameError, IllegalMove
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.base import Event
from stoneage_core.events.purchases import DiceForAllRolled
from stoneage_core.phrases import Phrase, SeatName
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.plan.text import Plan, PlanStep, has_room
from stoneage_core.rules import placement
from stoneage_core.state import GameState, Phase

#: What examples are drawn by: it is no secret, and no game's seed.
_EXAMPLES = SealedChance(b"examples for plans")

#: Faces that make as much as dice do on the average, or half a pip less.
_AVERAGE = (3, 4)


class CourseStep(Struct, frozen=True):
    """A step that was carried out in ``round``, its events and the state after it."""

    step: PlanStep
    round: int
    events: tuple[Event, ...]
    state: GameState

    @property
    def rolls(self) -> tuple[DiceRolled | DiceForAllRolled, ...]:
        rolled = DiceRolled | DiceForAllRolled
        return tuple(event for event in self.events if isinstance(event, rolled))

    @property
    def dice(self) -> tuple[int, ...]:
        return tuple(face for roll in self.rolls for face in roll.dice)


class Course(Struct, frozen=True):
    """
    The steps of a plan that could be carried out from ``start``.

    If the rules refused a step, the course ends before it, and ``refusal`` has the
    reason.
    """

    start: GameState
    steps: tuple[CourseStep, ...] = ()
    refusal: Phrase | None = None

    @property
    def state(self) -> GameState:
        return self.steps[-1].state if self.steps else self.start

    @property
    def plan(self) -> Plan:
        return tuple(taken.step for taken in self.steps)

    def upto(self, count: int) -> "Course":
        """Return the course up to its first ``count`` steps."""
        return (
            self if count >= len(self.steps) else Course(self.start, self.steps[:count])
        )


def follow_plan(start: GameState, plan: Iterable[PlanStep]) -> Course:
    """Carry out the steps of a plan, up to the first that the rules refuse."""
    taken: list[CourseStep] = []
    state = start
    for step in plan:
        try:
            taken.append(_take(state, step))
        except GameError as error:
            return Course(start, tuple(taken), error.phrase)
        state = taken[-1].state
    return Course(start, tuple(taken))


def let_others_play(course: Course, player: int) -> Plan:
    """
    Return the steps of the others, as autopilot plays, until ``player`` is asked.

    Return () if the player is asked already, or if nobody is. There are only as many
    steps as fit into the plan.
    """
    plan = course.plan
    for step in _steps_of_others(course.state, player):
        if not has_room(plan):
            break
        plan = (*plan, step)
    return plan[len(course.plan) :]


def may_go_on(state: GameState, player: int) -> bool:
    """
    Return whether a plan may continue with a player.

    A player may be asked, or may place people ahead of their turn.
    """
    if player in awaited(state) or player >= state.player_count:
        return player < state.player_count
    laid = _with_turn_of(state, player)
    return laid is not state and bool(placement.legal(laid, player))


def position_for(state: GameState, player: int) -> GameState:
    """
    Return the position in which a player who may go on is asked.

    In a plan players may place people ahead of their turn; the others follow,
    clockwise.
    """
    return state if player in awaited(state) else _with_turn_of(state, player)


def _take(state: GameState, step: PlanStep) -> CourseStep:
    player = step.player
    if not may_go_on(state, player):
        _refuse_turn(state, player)
    chance = PlannedChance(step.dice)
    # A plan waits for no beacon: its dice are given, or examples.
    position = position_for(state, player)
    position = replace(position, terms=replace(position.terms, beacon=None))
    decision = decide(position, player, step.command, chance)
    return CourseStep(step, state.round, decision.events, decision.state)


def _refuse_turn(state: GameState, player: int) -> NoReturn:
    if state.phase is Phase.ENDED:
        raise IllegalMove(Code.GAME_OVER)
    english = _("{player} has nothing to decide then")
    raise IllegalMove(Code.NOT_AWAITED, english, player=SeatName(player))


def _with_turn_of(state: GameState, player: int) -> GameState:
    if state.phase is not Phase.PLACEMENT or state.decision is not None:
        return state
    return replace(state, turn=player)


def _steps_of_others(state: GameState, player: int) -> Iterator[PlanStep]:
    while (waiting := sorted(awaited(state))) and player not in waiting:
        step = PlanStep(waiting[0], autopilot.choose(state, waiting[0]))
        yield step
        state = _take(state, step).state


class PlannedChance:
    """The chance of a plan: its dice, then average ones; draws are examples."""

    def __init__(self, dice: Sequence[int]) -> None:
        self._dice = iter(dice)
        self._rolled = 0

    def roll(self, label: str) -> int:
        """Return the next die of the plan, or else 3 and 4 in turn."""
        average = _AVERAGE[self._rolled % len(_AVERAGE)]
        self._rolled += 1
        return next(self._dice, average)

    def pick(self, items: Sequence[int], label: str) -> int:
        """Return one of ``items``, the same for the same label."""
        return _EXAMPLES.pick(items, label)

    def reveal(self) -> str:
        """Return '', because a plan has no seed."""
        return ""
