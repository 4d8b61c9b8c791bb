"""Dice on the table: tools to add to them, or one of them to pick."""

from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.choices.decision import (
    AskedDecision,
    Choice,
    Entered,
    sum_in_words,
    takings_of,
)
from games.presentation.choices.expected_gains import tool_gain, track_gain
from games.presentation.text import join_list, say_clause
from stoneage_core import careful, notation
from stoneage_core.commands import UseTools
from stoneage_core.components.cards import DIE_RESOURCES, DIE_TOOL
from stoneage_core.components.resources import DIVISORS
from stoneage_core.rules import dice_for_all, gathering
from stoneage_core.state import GameState, Player, ToolsDecision
from stoneage_core.wording.descriptions import gift_of

#: The command of a form whose switches say which tools.
TOOLS = "tools"


@dataclass(frozen=True)
class ToolsChoice(Choice):
    """Some of the tools added: how many of the good come of it."""

    gain: int = 0
    good_label: str = ""
    words: str = ""
    is_chosen: bool = False
    tiles: tuple[int, ...] = ()
    once: tuple[int, ...] = ()


@dataclass(frozen=True)
class ToolSwitch:
    """A tool that is ready, and whether it is to be added."""

    value: int
    is_on: bool


@dataclass(frozen=True, eq=False)
class AddToolsDecision(AskedDecision):
    """
    A roll: a way to each yield, the most first, then all the other ways.

    What uses up one-use tools comes behind what does not. ``is_chosen`` says whether
    tools are chosen beforehand, or were entered; see ``stoneage_core.careful``.
    """

    template: ClassVar[str] = "games/dock/tools.html"

    key: str
    good: str
    place: str
    dice: tuple[int, ...]
    pips: int
    divisor: int
    best: tuple[ToolsChoice, ...]
    others: tuple[ToolsChoice, ...]
    tiles: tuple[ToolSwitch, ...]
    once: tuple[ToolSwitch, ...]
    is_chosen: bool
    take_one: str
    take_several: str


@dataclass(frozen=True, eq=False)
class PickDieDecision(AskedDecision):
    """Dice for all: what each face gives."""

    template: ClassVar[str] = "games/dock/die.html"

    dice: tuple[int, ...]
    faces: tuple[tuple[int, Choice], ...]
    waiting_after: tuple[str, ...]


def tools_decision(state: GameState, player: int, entered: Entered) -> AddToolsDecision:
    """Return every way to add tools to the roll, with its exact yield."""
    roll = gathering.open_roll(state)
    ways = sorted(gathering.legal(state, player), key=lambda way: _order(roll, way))
    best: dict[int, UseTools] = {}
    for way in ways:
        best.setdefault(gathering.gain(roll, _added(way)), way)
    first = careful.choose_tools(state, player)
    chosen, tribe = set(best.values()), state.players[player]
    is_kept = entered.command == TOOLS
    tiles_on = entered.tiles if is_kept or first is None else first.tiles
    once_on = entered.once if is_kept else ()
    others = [way for way in ways if way not in chosen]
    take = _("Take %(goods)s")
    return AddToolsDecision(
        heading=_("Add tools to your roll?"),
        takings=takings_of(state, player, entered),
        key=str(roll.place.value),
        good=roll.good,
        place=labels.place_label(roll.place),
        dice=roll.dice,
        pips=sum(roll.dice),
        divisor=DIVISORS[roll.good],
        tiles=_switches(gathering.unused_tiles(tribe), tiles_on),
        once=_switches(gathering.one_use_tools(tribe), once_on),
        is_chosen=is_kept or first is not None,
        take_one=take % {"goods": labels.count_good(roll.good, 1)},
        take_several=take % {"goods": labels.estimate_of_good("{count}", roll.good)},
        best=tuple(
            replace(_tools_choice(roll, way, entered), is_chosen=way == first)
            for way in best.values()
        ),
        others=tuple(_tools_choice(roll, way, entered) for way in others),
    )


def die_decision(
    state: GameState, player: int, entered: Entered, names: tuple[str, ...]
) -> PickDieDecision:
    """Return the dice that lie ready, each with what it gives the picker."""
    decision = dice_for_all.open_dice(state)
    tribe = state.players[player]
    faces = []
    for command in dice_for_all.legal(state):
        text = notation.to_text(command)
        label, detail, icon = _face(tribe, command.face)
        choice = Choice(text, label, detail, icon, text == entered.command)
        faces.append((command.face, choice))
    return PickDieDecision(
        heading=_("Pick a die"),
        takings=takings_of(state, player, entered),
        dice=decision.dice,
        faces=tuple(faces),
        waiting_after=tuple(names[other] for other in decision.waiting[1:]),
    )


def _order(roll: ToolsDecision, way: UseTools) -> tuple[bool, int, int, int]:
    """Without one-use tools first; then most yield, few of them, and few pips."""
    added = _added(way)
    return bool(way.once), -gathering.gain(roll, added), sum(way.once), added


def _added(way: UseTools) -> int:
    return sum(way.tiles) + sum(way.once)


def _switches(
    values: tuple[int, ...], added: tuple[int, ...]
) -> tuple[ToolSwitch, ...]:
    """Return a switch for each tool; of equal ones the first are on."""
    rest = list(added)
    switches = []
    for value in values:
        if is_on := value in rest:
            rest.remove(value)
        switches.append(ToolSwitch(value, is_on))
    return tuple(switches)


def _tools_choice(roll: ToolsDecision, way: UseTools, entered: Entered) -> ToolsChoice:
    text = notation.to_text(way)
    added = _added(way)
    gain = gathering.gain(roll, added)
    how = sum_in_words(roll.good, sum(roll.dice), added)
    return ToolsChoice(
        command=text,
        label=_("Take %(goods)s") % {"goods": labels.count_good(roll.good, gain)},
        detail=f"{_tools_in_words(way)}: {how}",
        icon=roll.good,
        is_entered=text == entered.command,
        gain=gain,
        good_label=str(labels.GOODS[roll.good]),
        words=_tools_in_words(way),
        tiles=way.tiles,
        once=way.once,
    )


def _tools_in_words(way: UseTools) -> str:
    parts = []
    if way.tiles:
        tools = " + ".join(map(str, way.tiles))
        parts.append(_("tools %(tools)s") % {"tools": tools})
    if way.once:
        tools = " + ".join(map(str, way.once))
        parts.append(_("one-use tools %(tools)s") % {"tools": tools})
    return join_list(parts) or _("no tools")


def _face(tribe: Player, face: int) -> tuple[str, str, str]:
    """Return what a face is called, what it does for the tribe, and its icon."""
    gift = say_clause(gift_of(face))
    if face in DIE_RESOURCES:
        good = str(DIE_RESOURCES[face])
        detail = _("you have %(count)d") % {"count": tribe.resources.of(good)}
        return gift, detail, good
    if face == DIE_TOOL:
        return gift, tool_gain(tribe), "tool"
    return gift, track_gain(tribe), "track"
