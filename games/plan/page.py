"""The page of a plan: its steps, what may come next, and what it leads to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from django.utils.translation import gettext as _

from games.command_language.spelling import spell_command, spell_orders
from games.plan.address import PlanAddress
from games.plan.dice_setting import DiceSetting, Draw, dice_setting
from games.plan.moves import MoveGroup, moves_at
from games.plan.reading import PlanReading, read_address
from games.presentation.counts import ComparedTribe, compare_tribes
from games.presentation.text import join_list, say
from stoneage_core import GameState, awaited, notation, standing
from stoneage_core import commands as c
from stoneage_core.events.rounds import PhaseStarted, TurnStarted
from stoneage_core.plan.course import (
    Course,
    let_others_play,
    may_go_on,
    position_for,
)
from stoneage_core.plan.orders import orders_of_course
from stoneage_core.plan.text import PlanStep
from stoneage_core.wording.sentences import describe_event


@dataclass(frozen=True)
class PlanActor:
    """A player with whom the plan may go on, and the address where it does."""

    seat: int
    name: str
    link: str
    is_chosen: bool


@dataclass(frozen=True)
class PlanLine:
    """
    A step in the list: whose it is, in notation, with its dice.

    ``link`` leads to the plan up to it; ``is_last`` says that it is the last one shown.
    """

    seat: int
    name: str
    text: str
    dice: tuple[int, ...]
    link: str
    is_shown: bool
    is_last: bool


@dataclass(frozen=True)
class PlanPage:
    """
    A plan as its page shows it; ``state`` is the position that it has come to.

    Links that lead nowhere are ''. ``said`` is what the last step shown brought,
    ``refusal`` why something was not possible. ``orders`` is what the reader does in
    the plan, as standing orders in their words; ``first`` is their command in the
    notation, where it is the first step and they are asked as things stand. ``uses``
    are the keys of the places that they use from there on, where there are several.
    """

    address: PlanAddress
    state: GameState
    actor: int | None
    heading: str
    actors: tuple[PlanActor, ...]
    groups: tuple[MoveGroup, ...]
    lines: tuple[PlanLine, ...]
    dice: DiceSetting | None
    comparison: tuple[ComparedTribe, ...]
    said: str
    refusal: str
    back_link: str
    on_link: str
    now_link: str
    shorter_link: str
    clear_link: str
    others_link: str
    orders: str
    first: str
    uses: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many steps are shown."""
        return sum(line.is_shown for line in self.lines)


def plan_page(
    start: GameState,
    names: Sequence[str],
    reader: int,
    address: PlanAddress,
    *,
    language: str = "en",
    draw: Draw,
) -> PlanPage:
    """
    Return the page of a plan that begins at ``start``, for the player who reads it.

    What they type is understood in their language. Nothing of it is stored.
    """
    read = read_address(start, names, reader, address, language)
    course, shown, actor = read.course, read.shown, read.actor
    link = read.address.link

    def link_to(command: c.Command) -> str:
        assert actor is not None, "nobody has moves to choose from"
        return link((*shown.plan, PlanStep(actor, command)))

    def look_at(key: str) -> str:
        return f"?{read.address.kept}at={key}"

    state = shown.state if actor is None else position_for(shown.state, actor)
    others = let_others_play(shown, reader)
    taken, plan = len(shown.steps), course.plan
    return PlanPage(
        address=read.address,
        state=state,
        actor=actor,
        heading=_heading(shown.state, names, actor, reader),
        actors=tuple(_actors(shown.state, names, read)),
        groups=moves_at(state, actor, address.at, link_to, look_at)
        if actor is not None
        else (),
        lines=tuple(_lines(read, names)),
        dice=dice_setting(read, draw),
        comparison=compare_tribes(start, shown.state, names),
        said=_said(shown, names),
        refusal=read.refusal,
        back_link=link(plan, taken - 1) if taken else "",
        on_link=link(plan, taken + 1) if taken < len(plan) else "",
        now_link=link(plan, 0) if taken else "",
        shorter_link=link(shown.plan[:-1]) if taken else "",
        clear_link=link(()) if plan else "",
        others_link=link((*shown.plan, *others)) if others else "",
        orders=spell_orders(standing.to_text(orders_of_course(course, reader))),
        first=_first(course, reader),
        uses=_uses(course, reader),
    )


def _heading(
    state: GameState, names: Sequence[str], actor: int | None, reader: int
) -> str:
    """Say who goes on, and before whom; briefly where it is the reader."""
    if actor is None and awaited(state):
        return _("The plan can’t get longer")
    if actor is None:
        return _("The game would be over")
    values = {"name": names[actor]}
    if actor in awaited(state):
        return _("Your turn") if actor == reader else _("Turn of %(name)s") % values
    values["others"] = join_list([names[each] for each in sorted(awaited(state))])
    if actor == reader:
        return _("You, ahead of %(others)s") % values
    return _("%(name)s, ahead of %(others)s") % values


def _actors(
    state: GameState, names: Sequence[str], read: PlanReading
) -> Iterator[PlanActor]:
    """Yield who may go on, where there is a choice."""
    able = [player for player in range(state.player_count) if may_go_on(state, player)]
    for player in able if read.actor is not None and len(able) > 1 else ():
        yield PlanActor(
            seat=player,
            name=names[player],
            link=read.address.with_player(player),
            is_chosen=player == read.actor,
        )


def _lines(read: PlanReading, names: Sequence[str]) -> Iterator[PlanLine]:
    """Yield the steps of the whole plan."""
    shown = len(read.shown.steps)
    for number, taken in enumerate(read.course.steps, start=1):
        player = taken.step.player
        yield PlanLine(
            seat=player,
            name=names[player],
            text=spell_command(notation.to_text(taken.step.command)),
            dice=taken.dice,
            link=read.address.link(read.course.plan, number),
            is_shown=number <= shown,
            is_last=number == shown,
        )


def _said(shown: Course, names: Sequence[str]) -> str:
    """Return what the last step shown brought, in sentences."""
    if not shown.steps:
        return ""
    told = [
        say(describe_event(event), names)
        for event in shown.steps[-1].events
        if not isinstance(event, TurnStarted | PhaseStarted)
    ]
    return " ".join(f"{sentence.rstrip('.')}." for sentence in told)


def _first(course: Course, reader: int) -> str:
    """Return what the reader could play at once: their first step, in notation."""
    if not course.steps or reader not in awaited(course.start):
        return ""
    step = course.plan[0]
    return notation.to_text(step.command) if step.player == reader else ""


def _uses(course: Course, reader: int) -> tuple[str, ...]:
    """Return the places that the reader could use at once, in their order."""
    own = takewhile(lambda step: step.player == reader, course.plan)
    using = (c.UsePlace, c.BuyCard, c.Build)
    commands = [step.command for step in own]
    places = [str(one.place.value) for one in commands if isinstance(one, using)]
    begins = bool(commands) and isinstance(commands[0], using)
    is_run = begins and len(places) > 1 and reader in awaited(course.start)
    return tuple(dict.fromkeys(places)) if is_run else ()
