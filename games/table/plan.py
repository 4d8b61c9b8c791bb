"""
Plans: a player thinks ahead from a position that does not change.

The query string holds the whole plan. Nothing is stored.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.command_language.lexicon import current_language
from games.command_language.parsing import commands_in
from games.command_language.spelling import spell_command, spell_orders
from games.live.live_page import live_page
from games.log import positions
from games.models import Game, Seat, StoredEvent
from games.presentation.event_text import OutcomeSentence
from games.presentation.table_view import Mode, table_of
from games.presentation.text import join_list, names_of, say, say_clause
from games.presentation.tribes import ComparedTribe, compare_tribes
from games.table.choices import average, odds_of
from games.table.numbered_choices import ChoiceGroup, NumberedChoice, flat_choices
from games.table.orders_form import has_settings
from games.table.table_page import around_table, turn_of
from games.web.numbers import read_number
from games.web.seat_access import SeatAccess
from stoneage_core import (
    GameState,
    InvalidCommand,
    awaited,
    legal_commands,
    notation,
    orders,
)
from stoneage_core import commands as c
from stoneage_core.commands import Command, PlacePeople, UsePlace
from stoneage_core.components.odds import at_least, sums
from stoneage_core.components.places import Place
from stoneage_core.events.rounds import PhaseStarted, TurnStarted
from stoneage_core.plan import (
    Course,
    Plan,
    PlanStep,
    follow_plan,
    has_room,
    let_others_play,
    may_go_on,
    orders_of_course,
    parse_plan,
    plan_text,
    position_for,
)
from stoneage_core.rules.gathering import tool_values
from stoneage_core.state import Question
from stoneage_core.wording.sentences import describe_event

MOST_TYPED = 200


@dataclass(frozen=True)
class PlanAddress:
    """
    A plan in a query string. ``text`` is the plan as it came.

    ``version``, ``shown`` and ``player`` are None if they are not given. ``at`` is the
    key of the place that is looked at, or ''.
    """

    text: str = ""
    version: int | None = None
    shown: int | None = None
    player: int | None = None
    at: str = ""
    typed: str = ""
    dice: tuple[int, ...] = ()

    def link(self, steps: tuple[PlanStep, ...], shown: int | None = None) -> str:
        """Return the query string of other steps from the same position."""
        upto = None if shown == len(steps) else shown
        text = plan_text(steps)
        return replace(self, text=text, shown=upto, player=None).query

    def with_player(self, player: int) -> str:
        return replace(self, player=player).query

    @property
    def query(self) -> str:
        """The query string of the plan alone, with its question mark."""
        player = None if self.player is None else self.player + 1
        parts = {"from": self.version, "upto": self.shown, "as": player}
        given = {name: value for name, value in parts.items() if value is not None}
        return f"?{urlencode({'plan': self.text, **given}, safe=',')}"

    @property
    def kept(self) -> str:
        """The part of the query string that every link on the table keeps."""
        return f"{self.query[1:]}&"


def address_in(query: QueryDict) -> PlanAddress:
    """Read a query string. Invalid numbers count as not given."""
    player = read_number(query.get("as"))
    faces = [read_number(face) for face in query.getlist("die")]
    return PlanAddress(
        text=query.get("plan", ""),
        version=read_number(query.get("from")),
        shown=read_number(query.get("upto")),
        player=None if not player else player - 1,
        at=query.get("at", ""),
        typed=query.get("move", "").strip()[:MOST_TYPED],
        dice=tuple(face for face in faces if face and face <= 6),
    )


@dataclass(frozen=True)
class PlanReading:
    """
    An address that was read, in its canonical form.

    ``course`` is the whole plan as far as the rules allow it, and ``shown`` the part on
    the table. ``actor`` continues it, or nobody. ``refusal`` is a sentence, or ''.
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
    """Follow an address from position ``start`` on, with what its form added."""
    course, refusal = _course(start, names, address)
    shown = course.upto(_count_shown(course.plan, address))
    actor = actor_of(shown, reader, address.player)
    if address.typed and actor is not None:
        longer = _with_typed(shown, actor, address.typed, language)
        if longer.refusal is None and len(longer.steps) > len(shown.steps):
            course = shown = longer
            actor = actor_of(shown, reader, None)
        else:
            unknown = _("“%(text)s” isn’t a move that can be planned here.")
            refusal = (
                unknown % {"text": address.typed}
                if longer.refusal is None
                else say(longer.refusal, names)
            )
    spelled = PlanAddress(
        plan_text(course.plan),
        address.version,
        len(shown.steps) if len(shown.steps) < len(course.steps) else None,
        address.player,
    )
    return PlanReading(spelled, course, shown, actor, refusal)


def actor_of(course: Course, reader: int, wanted: int | None) -> int | None:
    """
    Return who continues a plan: the ``wanted`` player, or the reader, or an awaited
    one.

    The reader may place people before others, because that is what they plan first.
    None if nobody is asked, or if the plan is full.
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
    """Return the course of an address, and why it ends early, or ''."""
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
    """Replace the dice of the last step shown, if the plan has room for them."""
    at = _count_shown(plan, address) - 1
    if not address.dice or at < 0:
        return plan
    step = PlanStep(plan[at].player, plan[at].command, address.dice)
    changed = (*plan[:at], step, *plan[at + 1 :])
    return changed if has_room(changed, steps=0) else plan


def _with_typed(course: Course, actor: int, typed: str, language: str) -> Course:
    """Continue with the first meaning of the typed text that the rules allow."""
    longer = course
    for text in commands_in(typed, language):
        step = PlanStep(actor, notation.from_text(text))
        longer = follow_plan(course.start, (*course.plan, step))
        if longer.refusal is None:
            return longer
    return longer


#: Throws dice: returns so many faces.
Draw = Callable[[int], tuple[int, ...]]


@dataclass(frozen=True)
class DiceSetting:
    faces: tuple[int, ...]
    luck: str
    thrown_link: str
    average_link: str


def dice_setting(read: PlanReading, draw: Draw) -> DiceSetting | None:
    """Return the setting of the last step's dice, or None without dice."""
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
    odds = sums(len(faces))
    chance = sum(share for total, share in odds.items() if total >= sum(faces))
    luck = _("As high or higher: %(percent)d %% of throws")
    return DiceSetting(faces, luck % {"percent": round(100 * float(chance))}, *links)


#: Returns the link to the plan with one more command.
LinkTo = Callable[[Command], str]
#: Returns the link that looks at the place with a key.
LookAt = Callable[[str], str]


@dataclass(frozen=True)
class PlanMove:
    """
    A command that may come next, or a place to look at for its commands.

    ``odds`` is what its dice may bring, and ``amount`` the mean yield of ``people``, or
    ''.
    """

    link: str
    label: str
    detail: str
    odds: str = ""
    people: int = 0
    amount: str = ""


@dataclass(frozen=True)
class MoveGroup:
    """
    Moves of one place, or the ways to use one roll.

    If it ``is_list``, it has at most one move for each of several places.
    """

    title: str
    note: str
    moves: tuple[PlanMove, ...]
    is_list: bool = False


def moves_at(
    state: GameState, player: int, at: str, link_to: LinkTo, look_at: LookAt
) -> tuple[MoveGroup, ...]:
    """
    Return what a player can do. ``at`` is the key of the place that is looked at.

    During placement a list would be too long, so only that place has moves. If people
    can be used in several places and none is looked at, the places are listed.
    """
    position = position_for(state, player)
    groups = flat_choices(position, player)
    here = [group for group in groups if at and _key_of(group) == at]
    if not here and position.question is Question.PLACE:
        return ()
    places = [group for group in groups if group.is_place]
    if not here and len(places) > 1:
        moves = []
        for group in places:
            first, *more = group.choices
            if more:
                link, detail = look_at(_key_of(group)), group.note
            else:
                link, detail = link_to(first.command), first.label
            moves.append(PlanMove(link, group.title, detail))
        return (MoveGroup("", "", tuple(moves), is_list=True),)
    return tuple(
        MoveGroup(
            group.title,
            group.note,
            tuple(_move(position, player, choice, link_to) for choice in group.choices),
        )
        for group in here or groups
    )


def _key_of(group: ChoiceGroup) -> str:
    places = (getattr(choice.command, "place", None) for choice in group.choices)
    return next((place.value for place in places if isinstance(place, Place)), "")


def _move(
    state: GameState, player: int, choice: NumberedChoice, link_to: LinkTo
) -> PlanMove:
    command = choice.command
    odds = _odds_in_words(state, player, command)
    move = PlanMove(link_to(command), choice.label, choice.detail, odds)
    if not isinstance(command, PlacePeople):
        return move
    good, people = command.place.good, command.people
    return replace(move, people=people, amount=average(good, people) if good else "")


def _odds_in_words(state: GameState, player: int, command: Command) -> str:
    """Return the odds of a roll: briefly for a placement, in full for a use."""
    tribe = state.players[player]
    tools = sum(tool_values(tribe))
    match command:
        case PlacePeople(place=place, people=people) if place.good:
            percent = {"percent": round(100 * at_least(place.good, people, 1))}
            words = "≥ 1: " + _("%(percent)d %%") % percent
            return _and_with_tools(words, place.good, people, tools)
        case UsePlace(place=place) if place.good:
            dice = tribe.on(place)
            summary = odds_of(place.good, dice).summary
            return _and_with_tools(summary, place.good, dice, tools)
    return ""


def _and_with_tools(words: str, good: str, dice: int, tools: int) -> str:
    if not tools:
        return words
    amount = average(good, dice, tools)
    return _("%(odds)s; ≈ %(amount)s with all tools") % {
        "odds": words,
        "amount": amount,
    }


@dataclass(frozen=True)
class PlanActor:
    seat: int
    name: str
    link: str
    is_chosen: bool


@dataclass(frozen=True)
class PlanLine:
    """
    A step in the list: its player, its command, its dice.

    ``link`` leads to the plan up to it. ``is_last`` marks the last step shown.
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
    A plan as its page shows it, with the ``state`` after the steps shown.

    Links that lead nowhere are ''. ``said`` is what the last step shown brought.
    ``refusal`` is why something was not possible. ``orders`` are the reader's steps as
    orders. If they are awaited and the first step is theirs, ``first`` is its command.
    ``uses`` are the keys of the places that they use from there on, if there are
    several.
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
    Return the page of a plan from position ``start``. Nothing is stored.

    ``language`` is that of typed commands.
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
        orders=spell_orders(orders.to_text(orders_of_course(course, reader))),
        first=_first(course, reader),
        uses=_uses(course, reader),
    )


def _heading(
    state: GameState, names: Sequence[str], actor: int | None, reader: int
) -> str:
    """Return who continues, and before whom."""
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
    able = [player for player in range(state.player_count) if may_go_on(state, player)]
    for player in able if read.actor is not None and len(able) > 1 else ():
        yield PlanActor(
            seat=player,
            name=names[player],
            link=read.address.with_player(player),
            is_chosen=player == read.actor,
        )


def _lines(read: PlanReading, names: Sequence[str]) -> Iterator[PlanLine]:
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
    if not shown.steps:
        return ""
    told = [
        say(describe_event(event), names)
        for event in shown.steps[-1].events
        if not isinstance(event, TurnStarted | PhaseStarted)
    ]
    return " ".join(f"{sentence.rstrip('.')}." for sentence in told)


def _first(course: Course, reader: int) -> str:
    """Return the reader's first step if they can play it at once, or ''."""
    if not course.steps or reader not in awaited(course.start):
        return ""
    step = course.plan[0]
    return notation.to_text(step.command) if step.player == reader else ""


def _uses(course: Course, reader: int) -> tuple[str, ...]:
    """Return the places that the reader could use at once, in order."""
    own = takewhile(lambda step: step.player == reader, course.plan)
    using = (c.UsePlace, c.BuyCard, c.Build)
    commands = [step.command for step in own]
    places = [str(one.place.value) for one in commands if isinstance(one, using)]
    begins = bool(commands) and isinstance(commands[0], using)
    is_run = begins and len(places) > 1 and reader in awaited(course.start)
    return tuple(dict.fromkeys(places)) if is_run else ()


DOCK = "games/plan/_dock.html"


def plan_context(
    access: SeatAccess,
    seats: Sequence[Seat],
    state: GameState,
    query: QueryDict,
    *,
    action: str,
    draw: Draw,
) -> dict[str, Any]:
    """
    Return the context of the table while a seat's player plans.

    ``state`` is the present position. The plan stays at the position where it began.
    Takes a few queries, stores nothing and does not throw the game's dice: ``draw``
    throws others.
    """
    seat = seats[access.own.number]
    names, address = names_of(seats), address_in(query)
    start = frozen_position(seat.game, state, address.version)
    plan = plan_page(
        start,
        names,
        seat.number,
        replace(address, version=start.version),
        language=current_language(),
        draw=draw,
    )
    table = table_of(
        plan.state,
        names,
        mode=Mode.PLAN,
        reader=seat.number,
        placing=plan.actor,
        before=start,
        at=address.at,
        kept=plan.address.kept,
    )
    return {
        **around_table(access, seats, state, table, query.get("sheet", "")),
        "turn": turn_of(seat, seats, state, action=action, now=access.now),
        "heading": _("Planning"),
        "plan": plan,
        "table": table,
        "said": (OutcomeSentence(plan.said),) if plan.said else (),
        "closed": "" if table.looked_at is None else table.looked_at.obstacle,
        "may_order": has_settings(seat),
        "has_orders": seat.has_orders,
        "faces": range(1, 7),
        "dock_template": DOCK,
        "live": live_page(seat.game, state.version, seat),
        **_moved(seat, start, state, names, plan.address),
    }


def _moved(
    seat: Seat,
    start: GameState,
    state: GameState,
    names: Sequence[str],
    address: PlanAddress,
) -> dict[str, str]:
    """Return who moved since the plan began, and a link to the present position."""
    if start.version == state.version:
        return {"moved": ""}
    movers = movers_since(seat.game, start.version, names)
    link = replace(address, version=state.version, shown=None, player=None).query
    return {"moved": movers or _("Someone"), "moved_link": link}


def frozen_position(game: Game, present: GameState, version: int | None) -> GameState:
    """
    Return the position of a version, or the present one.

    A plan cannot begin in the middle of the consequences of a decision. A former
    position that is not cached is replayed.
    """
    if version is None or not 0 < version < present.version:
        return present
    former = positions.state_at(game, version)
    waiting = awaited(former)
    is_at_rest = waiting and all(legal_commands(former, each) for each in waiting)
    return former if is_at_rest else present


def movers_since(game: Game, version: int, names: Sequence[str]) -> str:
    """
    Return who decided anything after a version: 'Alice and Bob', or ''.

    One query. Decisions of the staff or by timeout are not included.
    """
    later = StoredEvent.objects.filter(game=game, sequence__gt=version)
    decided = later.exclude(decided_by=None).order_by("decided_by")
    players = decided.values_list("decided_by", flat=True).distinct()
    return join_list([names[player] for player in players if player is not None])
