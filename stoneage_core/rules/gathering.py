"""Dice and tools: hunting, gathering, and rolls from cards (rules: phase 2)."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from stoneage_core.chance import DrawKind
from stoneage_core.commands import UseTools
from stoneage_core.components.cards import CARDS, OneUseTool
from stoneage_core.components.places import Place
from stoneage_core.components.resources import DIVISORS
from stoneage_core.errors import Code, IllegalMove
from stoneage_core.events.actions import DiceRolled, GoodsGathered, ToolsUsed
from stoneage_core.rules.draft import Draft
from stoneage_core.state import GameState, Player, ToolsDecision

NO_TOOLS = UseTools()


def roll_for(draft: Draft, player: int, place: Place, good: str, count: int) -> None:
    """Roll dice for ``good``; a roll that no tool can improve is cashed in."""
    dice = draft.roll(DrawKind.DICE, player, place, count)
    draft.record(DiceRolled(player, place, good, dice))
    roll = open_roll(draft.state)
    if gain(roll, sum(tool_values(draft.tribe(player)))) == gain(roll):
        _cash_in(draft, roll, 0)


def legal(state: GameState, player: int) -> Iterator[UseTools]:
    """Yield every different way to add tools to the roll; no tools is first."""
    tribe = state.players[player]
    tiles = _combinations(unused_tiles(tribe))
    once = _combinations(one_use_tools(tribe))
    for values in tiles:
        for value in once:
            yield UseTools(values, value) if values or value else NO_TOOLS


def use_tools(draft: Draft, player: int, command: UseTools) -> None:
    """Add tools to the current roll, and gather what it yields."""
    tribe = draft.tribe(player)
    slots = _slots_of(tribe, command.tiles)
    cards = _cards_of(tribe, command.once)
    value = sum(command.tiles) + sum(command.once)
    roll = open_roll(draft.state)
    if value:
        draft.record(ToolsUsed(player, slots, cards, value))
    _cash_in(draft, roll, value)


def open_roll(state: GameState) -> ToolsDecision:
    assert isinstance(state.decision, ToolsDecision)
    return state.decision


def gain(roll: ToolsDecision, tools: int = 0) -> int:
    """Return the yield of ``roll`` with ``tools`` pips added, rounded down."""
    return (sum(roll.dice) + tools) // DIVISORS[roll.good]


def unused_tiles(tribe: Player) -> tuple[int, ...]:
    """Return the values of the unused tools, highest first."""
    ready = (tool.value for tool in tribe.tools if not tool.used)
    return tuple(sorted(ready, reverse=True))


def one_use_tools(tribe: Player) -> tuple[int, ...]:
    """Return the values of the unused one-use tools, highest first."""
    return tuple(sorted(_one_use_values(tribe), reverse=True))


def tool_values(tribe: Player) -> tuple[int, ...]:
    """Return the values of all tools that can be added to a roll."""
    return unused_tiles(tribe) + one_use_tools(tribe)


def _one_use_values(tribe: Player) -> dict[int, int]:
    """Return the card of each unused one-use tool by value; no two have the same."""
    values = {}
    for card in tribe.open_cards:
        benefit = CARDS[card].benefit
        if isinstance(benefit, OneUseTool):
            values[benefit.value] = card
    return values


@cache
def _combinations(values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return every different choice from ``values``, the empty one first."""
    sizes = range(len(values) + 1)
    chosen = (choice for size in sizes for choice in combinations(values, size))
    return tuple(dict.fromkeys(chosen))


def _slots_of(tribe: Player, values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the slots of unused tools with these values, or raise IllegalMove."""
    slots: list[int] = []
    unused = [(slot, tool) for slot, tool in enumerate(tribe.tools) if not tool.used]
    for value in _descending(values):
        for slot, tool in unused:
            if tool.value == value and slot not in slots:
                slots.append(slot)
                break
        else:
            raise IllegalMove(
                Code.NO_SUCH_TOOL,
                "you have no unused tool of value {value} left for this",
                value=value,
            )
    return tuple(slots)


def _cards_of(tribe: Player, values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards of these one-use tools, or raise IllegalMove."""
    held = _one_use_values(tribe)
    for value in _descending(values):
        if value not in held or values.count(value) > 1:
            raise IllegalMove(
                Code.NO_SUCH_TOOL,
                "you have no one-use tool of value {value}",
                value=value,
            )
    return tuple(held[value] for value in values)


def _descending(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return ``values``; raise IllegalMove unless they are in descending order."""
    if list(values) != sorted(values, reverse=True):
        raise IllegalMove(Code.NO_SUCH_TOOL, "name the tools from high to low")
    return values


def _cash_in(draft: Draft, roll: ToolsDecision, tools: int) -> None:
    amount = gain(roll, tools)
    draft.record(GoodsGathered(roll.player, roll.place, roll.good, amount))
