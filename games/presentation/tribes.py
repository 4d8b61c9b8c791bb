"""The tribes: counts, points at the end, a panel, and a row on the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presentation import labels
from games.presentation.cards import building_face, card_face, list_dice
from games.presentation.text import format_change, format_signed
from stoneage_core import awaited as who_is_awaited
from stoneage_core.components.cards import Figure
from stoneage_core.components.resources import Resource
from stoneage_core.components.tools import SLOTS, Tool, total_value
from stoneage_core.forecast import Meal, meal_ahead
from stoneage_core.phrases import capitalised
from stoneage_core.rules.dice_for_all import dice_waiting_for
from stoneage_core.rules.scoring import (
    count_figures,
    scoring_of,
    symbol_sets,
    worth_of_figure,
    worth_of_set,
)
from stoneage_core.state import GameState, Phase, Player, Score

#: What is counted of a tribe, in the order of gains.
COUNTED = (
    *(str(kind) for kind in Resource),
    *("food", "people", "tools", "track", "cards", "buildings", "score"),
)
#: The same in the order of comparisons.
COMPARED = (
    *("score", "people", "food", "track"),
    *(str(kind) for kind in Resource),
    *("tools", "buildings", "cards"),
)
#: Labels and icons of what is not a good.
_LABELS = {
    "people": gettext_lazy("people"),
    "tools": gettext_lazy("tools"),
    "track": gettext_lazy("food track"),
    "cards": gettext_lazy("cards"),
    "buildings": gettext_lazy("buildings"),
    "score": gettext_lazy("points"),
}
_ICONS = {
    "people": "person",
    "tools": "tool",
    "track": "track",
    "cards": "card",
    "buildings": "building",
    "score": "points",
}


@dataclass(frozen=True)
class NumberChange:
    label: str
    icon: str
    before: int
    after: int

    @property
    def by(self) -> str:
        return format_change(self.after - self.before)


@dataclass(frozen=True)
class ComparedTribe:
    seat: int
    name: str
    changes: tuple[NumberChange, ...]


def label_of(key: str) -> str:
    return str(_LABELS.get(key) or labels.GOODS[key])


def icon_of(key: str) -> str:
    return _ICONS.get(key, key)


def count_of(tribe: Player, key: str) -> int:
    """Return how many of a thing a tribe has. For tools it is their total value."""
    match key:
        case "tools":
            return total_value(tribe.tools)
        case "track":
            return tribe.food_track
        case "cards" | "buildings":
            return len(tribe.cards if key == "cards" else tribe.buildings)
        case "food" | "people" | "score":
            return int(getattr(tribe, key))
    return tribe.resources.of(Resource(key))


def compare_tribes(
    now: GameState, then: GameState, names: Sequence[str]
) -> tuple[ComparedTribe, ...]:
    """Return the tribes that differ, with their changes."""
    compared = []
    pairs = zip(now.players, then.players, names, strict=False)
    for player, (old, new, name) in enumerate(pairs):
        counts = ((key, count_of(old, key), count_of(new, key)) for key in COMPARED)
        changes = tuple(
            NumberChange(label_of(key), icon_of(key), before, after)
            for key, before, after in counts
            if before != after
        )
        if changes:
            compared.append(ComparedTribe(player, name, changes))
    return tuple(compared)


@dataclass(frozen=True)
class Pile:
    icon: str
    label: str
    count: int


@dataclass(frozen=True)
class SymbolSet:
    """A set of different green symbols and its points."""

    symbols: tuple[Pile, ...]
    points: int


@dataclass(frozen=True)
class FigureCount:
    """Figures of one kind: ``count`` times the ``worth`` of what they count."""

    icon: str
    label: str
    count: int
    counted: str
    worth: int
    points: int


@dataclass(frozen=True)
class ScoreLine:
    label: str
    how: str
    points: int


def score_lines(tribe: Player, score: Score) -> tuple[ScoreLine, ...]:
    lines = [ScoreLine(_("During the game"), "", score.before)]
    squares = [f"{len(symbols)}²" for symbols in symbol_sets(tribe)]
    lines.append(ScoreLine(_("Culture symbols"), " + ".join(squares), score.green))
    points = {
        Figure.FARMER: score.farmers,
        Figure.TOOL_MAKER: score.tool_makers,
        Figure.HUT_BUILDER: score.hut_builders,
        Figure.SHAMAN: score.shamans,
    }
    for figure, worth in points.items():
        names = {
            "figures": labels.FIGURES[figure],
            "counted": labels.FIGURE_COUNTS[figure],
        }
        label = _("%(figures)s × %(counted)s") % names  # noqa: RUF001
        found = figure_count(tribe, figure)
        how = f"{found.count} × {found.worth}" if found.count else ""  # noqa: RUF001
        lines.append(ScoreLine(capitalised(label), how, worth))
    left = ngettext("%(count)d left", "%(count)d left", score.resources)
    how = left % {"count": score.resources}
    lines.append(ScoreLine(_("Resources"), how, score.resources))
    return tuple(lines)


def figure_count(tribe: Player, figure: Figure) -> FigureCount:
    """Return one kind of figure on a tribe's cards, even if it has none."""
    count, worth = count_figures(tribe)[figure], worth_of_figure(tribe, figure)
    return FigureCount(
        icon=labels.figure_icon(figure),
        label=str(labels.FIGURES[figure]),
        count=count,
        counted=str(labels.FIGURE_COUNTS[figure]),
        worth=worth,
        points=count * worth,
    )


@dataclass(frozen=True)
class Tribe:
    """What a tribe has. Its row, its panel and emails show it; computed on demand."""

    state: GameState
    seat: int
    name: str
    is_reader: bool
    is_awaited: bool

    @property
    def player(self) -> Player:
        return self.state.players[self.seat]

    @property
    def shape(self) -> str:
        return labels.SEATS[self.seat].shape

    @property
    def colour(self) -> str:
        return str(labels.SEATS[self.seat].colour)

    @property
    def is_start_player(self) -> bool:
        return self.seat == self.state.start_player and self.state.round > 0

    @property
    def is_over(self) -> bool:
        return self.state.phase is Phase.ENDED

    @property
    def people(self) -> int:
        return self.player.people

    @property
    def at_home(self) -> int:
        return self.player.unplaced

    @property
    def food(self) -> int:
        return self.player.food

    @property
    def food_track(self) -> int:
        return self.player.food_track

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tool in each slot, of value 0 in an empty one."""
        tools = self.player.tools
        return (*tools, *[Tool(0)] * (SLOTS - len(tools)))

    @property
    def resources(self) -> tuple[Pile, ...]:
        return tuple(
            Pile(str(kind), str(labels.GOODS[kind]), self.player.resources.of(kind))
            for kind in Resource
        )

    @property
    def buildings(self) -> tuple[str, ...]:
        return tuple(building_face(each).text for each in self.player.buildings)

    @property
    def card_count(self) -> int:
        return len(self.player.cards)

    @property
    def symbol_sets(self) -> tuple[SymbolSet, ...]:
        sets = []
        for symbols in symbol_sets(self.player):
            named = [Pile(str(one), str(labels.SYMBOLS[one]), 1) for one in symbols]
            sets.append(SymbolSet(tuple(named), worth_of_set(symbols)))
        return tuple(sets)

    @property
    def figures(self) -> tuple[FigureCount, ...]:
        figures = sorted(count_figures(self.player))
        return tuple(figure_count(self.player, figure) for figure in figures)

    @property
    def open_cards(self) -> tuple[str, ...]:
        cards = self.player.open_cards
        return tuple(card_face(each).halves[0].text for each in cards)

    @cached_property
    def dice(self) -> tuple[tuple[int, ...], ...]:
        """The rolls for all from which it has yet to pick a die."""
        return dice_waiting_for(self.state, self.seat)

    @property
    def dice_in_words(self) -> str:
        """Return 'a die to pick: 2 (1 brick) and 4 (1 gold)' for each roll, or ''."""
        pick = _("a die to pick: %(dice)s")
        return "; ".join(pick % {"dice": list_dice(dice)} for dice in self.dice)

    @cached_property
    def meal(self) -> Meal:
        return meal_ahead(self.state, self.seat)

    @property
    def score(self) -> int:
        return self.player.score

    @cached_property
    def scoring(self) -> Score:
        return scoring_of(self.state, self.seat)

    @property
    def final(self) -> int:
        return self.scoring.total

    @property
    def final_lines(self) -> tuple[ScoreLine, ...]:
        return score_lines(self.player, self.scoring)


def tribes_of(
    state: GameState,
    names: Sequence[str],
    awaited: Sequence[int] | frozenset[int] = (),
    reader: int | None = None,
) -> tuple[Tribe, ...]:
    """Return the panels of all tribes, the reader's first, then in turn order."""
    order = state.clockwise(0 if reader is None else reader)
    return tuple(
        Tribe(
            state,
            seat,
            names[seat],
            is_reader=seat == reader,
            is_awaited=seat in awaited,
        )
        for seat in order
    )


def tribe_called(
    key: str, state: GameState, names: Sequence[str], reader: int | None = None
) -> Tribe | None:
    """Return the panel of the tribe with the key 'tribe-1', or None."""
    tribes = tribes_of(state, names, who_is_awaited(state), reader)
    return next((tribe for tribe in tribes if key == f"tribe-{tribe.seat}"), None)


def shown_score(state: GameState, seat: int) -> int:
    """Return the points beside a tribe. At the end they are the final scores."""
    if state.phase is Phase.ENDED:
        return scoring_of(state, seat).total
    return state.players[seat].score


#: Numbers that are not drawn pale at 0.
_BOLD = frozenset({"people", "food", "score"})
#: How many letters fit into a line of a row on a phone at full size.
MOST_LETTERS = 9


@dataclass(frozen=True)
class TribeNumber:
    """
    A number in a tribe's row. ``seat`` and ``key`` identify it on the page.

    ``change`` is the difference with its sign, or ''. Some of the people are
    ``at_home``. ``balance`` is the food that feeding will leave or lack, with its sign,
    or ''.
    """

    seat: int
    key: str
    count: int
    change: str = ""
    at_home: int = 0
    balance: str = ""
    is_short: bool = False
    tools: tuple[Tool, ...] = ()

    @property
    def is_pale(self) -> bool:
        return not self.count and self.key not in _BOLD

    @property
    def letter_count(self) -> int:
        """How many letters it has in its line. The score has a line of its own."""
        if self.key == "score":
            return 0
        if self.key == "tools":
            return max(1, 2 * len(self.tools) - 1)
        written = str(self.count) + self.balance
        return len(written) + (len(str(self.at_home)) if self.key == "people" else 0)

    @property
    def icon(self) -> str:
        return icon_of(self.key)

    @property
    def label(self) -> str:
        return label_of(self.key)


@dataclass(frozen=True)
class TribeRow:
    """A tribe in one line. ``goods`` include the tools."""

    head: Tribe
    people: tuple[TribeNumber, ...]
    goods: tuple[TribeNumber, ...]
    owned: tuple[TribeNumber, ...]
    link: str

    @property
    def is_full(self) -> bool:
        lines = (self.goods, (*self.people, *self.owned))
        return any(
            sum(number.letter_count for number in line) > MOST_LETTERS for line in lines
        )


def tribe_rows_of(
    state: GameState,
    names: Sequence[str],
    *,
    reader: int | None,
    before: GameState | None,
    kept: str,
) -> tuple[TribeRow, ...]:
    """Return the rows of all tribes, the reader's first, then in turn order."""
    tribes = tribes_of(state, names, who_is_awaited(state), reader)
    return tuple(_row(tribe, before, kept) for tribe in tribes)


def _row(tribe: Tribe, before: GameState | None, kept: str) -> TribeRow:
    seat, player = tribe.seat, tribe.player
    known = () if before is None else before.players
    old = known[seat] if seat < len(known) else player
    balance, is_short = _balance(tribe.meal)
    details: dict[str, dict[str, Any]] = {
        "people": {"at_home": player.unplaced},
        "food": {"balance": balance, "is_short": is_short},
        "tools": {"tools": player.tools},
    }
    numbers = {}
    for key in COUNTED:
        count = count_of(player, key)
        by = count - count_of(old, key)
        change = format_change(by) if by else ""
        shown = shown_score(tribe.state, seat) if key == "score" else count
        numbers[key] = TribeNumber(seat, key, shown, change, **details.get(key, {}))
    return TribeRow(
        head=tribe,
        people=tuple(numbers[key] for key in ("people", "food", "track")),
        goods=tuple(numbers[str(key)] for key in (*Resource, "tools")),
        owned=tuple(numbers[key] for key in ("buildings", "cards", "score")),
        link=f"?{kept}sheet=tribe-{seat}",
    )


def _balance(meal: Meal) -> tuple[str, bool]:
    """
    Return the food that feeding leaves or lacks, and whether it may lack any.

    While dice still decide it is the least possible: '≥3'.
    """
    if meal.is_past:
        return "", False
    if meal.is_open:
        return f"≥{format_signed(meal.least)}", bool(meal.short)
    return (format_change(meal.least) if meal.least else "=0"), bool(meal.short)
