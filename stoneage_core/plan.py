"""Plans: what might happen from a position on. Nothing of a plan is stored.

A plan is a short text that fits into a URL. A step is the number of its player, from 1,
and a command in notation:

1-forest-3,2-hut,1-card-2      player 1 sends three people to the forest, player 2 two …
1-use-forest-dice-6-5-1        the dice of a roll; the others are average ones

Its course carries the steps out, by the rules, on a copy of the position. Cards and
buildings that are drawn are examples, always the same for the same position. A player's
own steps can become orders.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NoReturn

from msgspec import Struct
from msgspec.structs import replace

from stoneage_core import autopilot, notation
from stoneage_core import commands as c
from stoneage_core.chance import SealedChance
from stoneage_core.commands import Command
from stoneage_core.engine import awaited, decide
from stoneage_core.errors import Code, GameError, IllegalMove, InvalidCommand
from stoneage_core.events.actions import DiceRolled
from stoneage_core.events.base import Event
from stoneage_core.events.purchases import DiceForAllRolled
from stoneage_core.fields import MOST_SEATS
from stoneage_core.orders.steps import (
    BuyWithin,
    FeedInTurn,
    Order,
    Orders,
    Step,
    ToolsThatGain,
)
from stoneage_core.orders.text import MOST_ALTERNATIVES
from stoneage_core.phrases import Phrase, SeatName, Spelling
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.rules import placement
from stoneage_core.rules.purchases import FOR_SALE
from stoneage_core.state import GameState, Phase

MOST_STEPS = 120
#: The most characters of a plan, and of a step.
LONGEST_PLAN, LONGEST_STEP = 4000, 150
MOST_DICE = 40

_DICE = "dice"
_FACES = {str(face): face for face in range(1, 7)}
_PLAYERS = {str(player + 1): player for player in range(MOST_SEATS)}


class PlanStep(Struct, frozen=True):
    """A player's command and the dice of its roll; other dice are average ones."""

    player: int
    command: Command
    dice: tuple[int, ...] = ()


Plan = tuple[PlanStep, ...]


def plan_text(plan: Plan) -> str:
    """Return a plan as text, '' if it has no steps."""
    return ",".join(map(_step_text, plan))


def has_room(plan: Plan, steps: int = 1) -> bool:
    """Return whether a plan with ``steps`` more steps stays short enough to read."""
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


# The course of a plan

#: Draws the examples. Its seed is no secret and belongs to no game.
_EXAMPLES = SealedChance(b"examples for plans")

#: Faces with an average of 3.5, like real dice.
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
    """Return whether a player is asked, or can place ahead of their turn."""
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
    # A plan does not wait for a beacon, because its dice are given or examples.
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


# Orders that also work with other luck


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
    """Yield steps for dice, tools and food that also fit other dice."""
    commands = [taken.step.command for taken in own]
    if picks := [one for one in commands if isinstance(one, c.PickDie)]:
        # The best first: food track, tool, then gold to wood.
        yield _each_once((*picks, *map(c.PickDie, range(6, 0, -1))))
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
