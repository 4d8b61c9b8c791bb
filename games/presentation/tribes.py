"""The tribes: counts, points at the end, a panel, and a row on the table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presentation import labels
from games.presentation.cards import building_face, card_face
from games.presentation.text import format_change, format_signed, join_list, say_clause
from stoneage_core import awaited
from stoneage_core import awaited as who_is_awaited
from stoneage_core.components.cards import Figure, Symbol
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
from stoneage_core.wording.descriptions import gift_of

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
    """A number that changes."""

    label: str
    icon: str
    before: int
    after: int

    @property
    def by(self) -> str:
        """The difference with its sign: '+3'."""
        return format_change(self.after - self.before)


@dataclass(frozen=True)
class ComparedTribe:
    """A tribe, and which of its numbers a plan changes."""

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
    pairs = zip(now.players, then.players, names, strict=False)
    return tuple(
        ComparedTribe(player, name, changes)
        for player, (old, new, name) in enumerate(pairs)
        if (changes := _changed_numbers(old, new))
    )


def _changed_numbers(old: Player, new: Player) -> tuple[NumberChange, ...]:
    counts = ((key, count_of(old, key), count_of(new, key)) for key in COMPARED)
    return tuple(
        NumberChange(label_of(key), icon_of(key), before, after)
        for key, before, after in counts
        if before != after
    )


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
    """A line of the final scoring, and how its points come about."""

    label: str
    how: str
    points: int


def score_lines(tribe: Player, score: Score) -> tuple[ScoreLine, ...]:
    lines = [ScoreLine(_("During the game"), "", score.before)]
    lines.append(ScoreLine(_("Culture symbols"), _sets_in_words(tribe), score.green))
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
        how = _figures_in_words(tribe, figure)
        lines.append(ScoreLine(capitalised(label), how, worth))
    left = ngettext("%(count)d left", "%(count)d left", score.resources)
    how = left % {"count": score.resources}
    lines.append(ScoreLine(_("Resources"), how, score.resources))
    return tuple(lines)


def symbol_sets_of(tribe: Player) -> tuple[SymbolSet, ...]:
    return tuple(
        SymbolSet(tuple(map(_symbol_pile, symbols)), worth_of_set(symbols))
        for symbols in symbol_sets(tribe)
    )


def _symbol_pile(symbol: Symbol) -> Pile:
    return Pile(str(symbol), str(labels.SYMBOLS[symbol]), 1)


def figure_counts_of(tribe: Player) -> tuple[FigureCount, ...]:
    """Return the figures on a tribe's cards, and what they are worth."""
    counts = count_figures(tribe)
    return tuple(
        _figure_count(tribe, figure, counts[figure]) for figure in sorted(counts)
    )


def figure_count(tribe: Player, figure: Figure) -> FigureCount:
    """Return one kind of figure on a tribe's cards, even if it has none."""
    return _figure_count(tribe, figure, count_figures(tribe)[figure])


def _figure_count(tribe: Player, figure: Figure, count: int) -> FigureCount:
    worth = worth_of_figure(tribe, figure)
    return FigureCount(
        icon=labels.figure_icon(figure),
        label=str(labels.FIGURES[figure]),
        count=count,
        counted=str(labels.FIGURE_COUNTS[figure]),
        worth=worth,
        points=count * worth,
    )


def _sets_in_words(tribe: Player) -> str:
    squares = [f"{len(symbols)}²" for symbols in symbol_sets(tribe)]
    return " + ".join(squares)


def _figures_in_words(tribe: Player, figure: Figure) -> str:
    found = figure_count(tribe, figure)
    if not found.count:
        return ""
    return f"{found.count} × {found.worth}"  # noqa: RUF001


@dataclass(frozen=True)
class Tribe:
    """One tribe's panel."""

    seat: int
    shape: str
    colour: str
    name: str
    is_reader: bool
    is_awaited: bool
    is_start_player: bool
    people: int
    at_home: int
    food: int
    food_track: int
    tools: tuple[Tool, ...]
    resources: tuple[Pile, ...]
    buildings: tuple[str, ...]
    symbol_sets: tuple[SymbolSet, ...]
    figures: tuple[FigureCount, ...]
    open_cards: tuple[str, ...]
    dice: tuple[tuple[int, ...], ...]
    card_count: int
    score: int
    scoring: Score
    meal: Meal
    is_over: bool
    player: Player

    @property
    def dice_in_words(self) -> str:
        """The dice for all from which it will pick when it is next, or ''."""
        return dice_in_words(self.dice)

    @property
    def final(self) -> int:
        """Its points at the end, or if the game ended now."""
        return self.scoring.total

    @property
    def final_lines(self) -> tuple[ScoreLine, ...]:
        """The final scoring in lines, made on demand."""
        return score_lines(self.player, self.scoring)


def tribes_of(
    state: GameState,
    names: Sequence[str],
    awaited: Sequence[int] | frozenset[int] = (),
    reader: int | None = None,
) -> tuple[Tribe, ...]:
    """Return the panels of all tribes, the reader's first, then in turn order."""
    order = state.clockwise(0 if reader is None else reader)
    return tuple(_tribe(state, seat, names, awaited, reader) for seat in order)


def tribe_called(
    key: str, state: GameState, names: Sequence[str], reader: int | None = None
) -> Tribe | None:
    """Return the panel of the tribe with the key 'tribe-1', or None."""
    for seat in range(state.player_count):
        if key == f"tribe-{seat}":
            return _tribe(state, seat, names, who_is_awaited(state), reader)
    return None


def _tribe(
    state: GameState,
    seat: int,
    names: Sequence[str],
    awaited: Sequence[int] | frozenset[int],
    reader: int | None,
) -> Tribe:
    tribe = state.players[seat]
    return Tribe(
        seat=seat,
        shape=labels.SEATS[seat].shape,
        colour=str(labels.SEATS[seat].colour),
        name=names[seat],
        is_reader=seat == reader,
        is_awaited=seat in awaited,
        is_start_player=seat == state.start_player and state.round > 0,
        people=tribe.people,
        at_home=tribe.unplaced,
        food=tribe.food,
        food_track=tribe.food_track,
        tools=(*tribe.tools, *[Tool(0)] * (SLOTS - len(tribe.tools))),
        resources=_piles(tribe),
        buildings=tuple(building_face(each).text for each in tribe.buildings),
        symbol_sets=symbol_sets_of(tribe),
        figures=figure_counts_of(tribe),
        open_cards=tuple(card_face(each).halves[0].text for each in tribe.open_cards),
        dice=dice_waiting_for(state, seat),
        card_count=len(tribe.cards),
        score=tribe.score,
        scoring=scoring_of(state, seat),
        meal=meal_ahead(state, seat),
        is_over=state.phase is Phase.ENDED,
        player=tribe,
    )


def dice_in_words(rolls: Iterable[Iterable[int]]) -> str:
    """Return 'a die to pick: 2 (1 brick) and 4 (1 gold)' for each roll, or ''."""
    pick = _("a die to pick: %(dice)s")
    return "; ".join(pick % {"dice": list_dice(dice)} for dice in rolls)


def list_dice(dice: Iterable[int]) -> str:
    """Return the faces of dice for all with what each gives: '2 (1 brick)'."""
    return join_list([f"{face} ({say_clause(gift_of(face))})" for face in dice])


def shown_score(state: GameState, seat: int) -> int:
    """Return the points beside a tribe. At the end they are the final scores."""
    if state.phase is Phase.ENDED:
        return scoring_of(state, seat).total
    return state.players[seat].score


def _piles(tribe: Player) -> tuple[Pile, ...]:
    return tuple(
        Pile(str(kind), str(labels.GOODS[kind]), tribe.resources.of(kind))
        for kind in Resource
    )


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
class RowHead:
    """
    The beginning of a row: the tribe, and its part now.

    ``dice`` are the rolls for all from which the tribe has yet to pick.
    """

    seat: int
    name: str
    is_reader: bool
    is_awaited: bool
    is_start_player: bool
    dice: tuple[tuple[int, ...], ...]

    @property
    def dice_in_words(self) -> str:
        return dice_in_words(self.dice)


@dataclass(frozen=True)
class TribeRow:
    """A tribe in one line. ``goods`` include the tools."""

    head: RowHead
    people: tuple[TribeNumber, ...]
    goods: tuple[TribeNumber, ...]
    owned: tuple[TribeNumber, ...]
    link: str

    @property
    def is_full(self) -> bool:
        """Whether phones have to draw its numbers narrower."""
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
    return tuple(
        _row(state, _head(state, seat, names, reader), before, kept)
        for seat in state.clockwise(0 if reader is None else reader)
    )


def _head(
    state: GameState, seat: int, names: Sequence[str], reader: int | None
) -> RowHead:
    return RowHead(
        seat,
        names[seat],
        is_reader=seat == reader,
        is_awaited=seat in awaited(state),
        is_start_player=seat == state.start_player and state.round > 0,
        dice=dice_waiting_for(state, seat),
    )


def _row(
    state: GameState, head: RowHead, before: GameState | None, kept: str
) -> TribeRow:
    numbers = _numbers(state, head.seat, _changes(state, before, head.seat))
    return TribeRow(
        head=head,
        people=tuple(numbers[key] for key in ("people", "food", "track")),
        goods=tuple(numbers[str(key)] for key in (*Resource, "tools")),
        owned=tuple(numbers[key] for key in ("buildings", "cards", "score")),
        link=f"?{kept}sheet=tribe-{head.seat}",
    )


def _numbers(
    state: GameState, seat: int, changes: Mapping[str, str]
) -> dict[str, TribeNumber]:
    tribe = state.players[seat]
    numbers = {
        key: TribeNumber(seat, key, count_of(tribe, key), changes.get(key, ""))
        for key in COUNTED
    }
    balance, is_short = _balance(state, seat)
    told: dict[str, dict[str, Any]] = {
        "people": {"at_home": tribe.unplaced},
        "food": {"balance": balance, "is_short": is_short},
        "tools": {"tools": tribe.tools},
        "score": {"count": shown_score(state, seat)},
    }
    return numbers | {key: replace(numbers[key], **told[key]) for key in told}


def _changes(state: GameState, before: GameState | None, seat: int) -> dict[str, str]:
    """Return each changed count as '+2', by key."""
    if before is None or len(before.players) <= seat:
        return {}
    old, new = before.players[seat], state.players[seat]
    return {
        key: format_change(by)
        for key in COUNTED
        if (by := count_of(new, key) - count_of(old, key))
    }


def _balance(state: GameState, seat: int) -> tuple[str, bool]:
    """
    Return the food that feeding leaves or lacks, and whether it may lack any.

    While dice still decide it is the least possible: '≥3'.
    """
    meal = meal_ahead(state, seat)
    if meal.is_past:
        return "", False
    if meal.is_open:
        return f"≥{format_signed(meal.least)}", bool(meal.short)
    return (format_change(meal.least) if meal.least else "=0"), bool(meal.short)
