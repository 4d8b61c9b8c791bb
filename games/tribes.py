"""The tribes as the pages show them: what each owns, and what it would score now."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import labels
from games.components import CardFace, TileFace, card_face, tile_face
from stoneage_core.cards import CARDS, Figure, Green, Sand, Symbol
from stoneage_core.resources import Resource
from stoneage_core.rules.scoring import final_score
from stoneage_core.state import GameState, Phase, Player, Score
from stoneage_core.tools import SLOTS, total_value


@dataclass(frozen=True)
class ToolSlot:
    """One of three slots; ``value`` 0 is an empty one."""

    value: int
    used: bool


@dataclass(frozen=True)
class Pile:
    """A good and how many there are."""

    icon: str
    label: str
    count: int


@dataclass(frozen=True)
class Meal:
    """Feeding this round: people eat, fields give, ``short`` would be missing."""

    is_now: bool
    eats: int
    fields: int
    left: int
    short: int


@dataclass(frozen=True)
class SymbolSet:
    """A set of different green symbols and its points."""

    symbols: tuple[Pile, ...]
    points: int


@dataclass(frozen=True)
class FigureCount:
    """Figures of one kind: ``count`` times ``worth`` of ``counted``."""

    icon: str
    label: str
    count: int
    counted: str
    worth: int
    points: int


@dataclass(frozen=True)
class ScoreLine:
    """A line of the final scoring."""

    label: str
    how: str
    points: int


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
    tools: tuple[ToolSlot, ...]
    tools_total: int
    resources: tuple[Pile, ...]
    resources_total: int
    buildings: tuple[TileFace, ...]
    symbol_sets: tuple[SymbolSet, ...]
    figures: tuple[FigureCount, ...]
    open_cards: tuple[CardFace, ...]
    card_count: int
    score: int
    final: int
    final_lines: tuple[ScoreLine, ...]
    meal: Meal
    is_over: bool


def tribes_of(
    state: GameState,
    names: Sequence[str],
    awaited: Sequence[int] | frozenset[int] = (),
    reader: int | None = None,
) -> tuple[Tribe, ...]:
    """Return the panels of all tribes, the reader's first, then in turn order."""
    order = state.clockwise(0 if reader is None else reader)
    return tuple(_tribe(state, seat, names, awaited, reader) for seat in order)


def _tribe(
    state: GameState,
    seat: int,
    names: Sequence[str],
    awaited: Sequence[int] | frozenset[int],
    reader: int | None,
) -> Tribe:
    tribe = state.players[seat]
    score = state.scores[seat] or final_score(tribe)
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
        tools=_tool_slots(tribe),
        tools_total=total_value(tribe.tools),
        resources=_piles(tribe),
        resources_total=tribe.resources.total,
        buildings=tuple(tile_face(building) for building in tribe.buildings),
        symbol_sets=_symbol_sets(tribe),
        figures=_figures(tribe),
        open_cards=tuple(card_face(card) for card in tribe.open_cards),
        card_count=len(tribe.cards),
        score=tribe.score,
        final=score.total,
        final_lines=score_lines(tribe, score),
        meal=meal_of(state, seat),
        is_over=state.phase is Phase.ENDED,
    )


def meal_of(state: GameState, seat: int) -> Meal:
    """Return what feeding costs a tribe at the end of this round, as things stand."""
    tribe = state.players[seat]
    if state.phase is Phase.FEEDING:
        owed = state.owing[seat]
        return Meal(True, tribe.people, 0, tribe.food, owed)
    balance = tribe.food + tribe.food_track - tribe.people
    return Meal(
        False, tribe.people, tribe.food_track, max(0, balance), max(0, -balance)
    )


def score_lines(tribe: Player, score: Score) -> tuple[ScoreLine, ...]:
    """Return a final scoring line by line, each with how it is made."""
    lines = [ScoreLine(_("During the game"), "", score.before)]
    lines.append(ScoreLine(_("Green symbols"), _sets_in_words(tribe), score.green))
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
        lines.append(ScoreLine(label.capitalize(), how, worth))
    how = _("%(count)d left") % {"count": score.resources}
    lines.append(ScoreLine(_("Resources"), how, score.resources))
    return tuple(lines)


def _tool_slots(tribe: Player) -> tuple[ToolSlot, ...]:
    slots = [ToolSlot(tool.value, tool.used) for tool in tribe.tools]
    return tuple(slots + [ToolSlot(0, False)] * (SLOTS - len(slots)))


def _piles(tribe: Player) -> tuple[Pile, ...]:
    return tuple(
        Pile(str(kind), str(labels.GOODS[kind]), tribe.resources.of(kind))
        for kind in Resource
    )


def _symbols(tribe: Player) -> Counter[Symbol]:
    scorings = (CARDS[card].scoring for card in tribe.cards)
    return Counter(scoring.symbol for scoring in scorings if isinstance(scoring, Green))


def _symbol_sets(tribe: Player) -> tuple[SymbolSet, ...]:
    copies = _symbols(tribe)
    sets = []
    for number in (1, 2):
        found = [symbol for symbol in Symbol if copies[symbol] >= number]
        if found:
            piles = (Pile(str(s), str(labels.SYMBOLS[s]), 1) for s in found)
            sets.append(SymbolSet(tuple(piles), len(found) ** 2))
    return tuple(sets)


def _figures(tribe: Player) -> tuple[FigureCount, ...]:
    counts: Counter[Figure] = Counter()
    for card in tribe.cards:
        scoring = CARDS[card].scoring
        if isinstance(scoring, Sand):
            counts[scoring.figure] += scoring.count
    return tuple(_figure(tribe, figure, counts[figure]) for figure in sorted(counts))


def _figure(tribe: Player, figure: Figure, count: int) -> FigureCount:
    worth = _worth(tribe, figure)
    return FigureCount(
        icon=str(figure).replace(" ", "-"),
        label=str(labels.FIGURES[figure]),
        count=count,
        counted=str(labels.FIGURE_COUNTS[figure]),
        worth=worth,
        points=count * worth,
    )


def _worth(tribe: Player, figure: Figure) -> int:
    """Return what one figure multiplies."""
    return {
        Figure.FARMER: tribe.food_track,
        Figure.TOOL_MAKER: total_value(tribe.tools),
        Figure.HUT_BUILDER: len(tribe.buildings),
        Figure.SHAMAN: tribe.people,
    }[figure]


def _sets_in_words(tribe: Player) -> str:
    squares = [f"{len(group.symbols)}²" for group in _symbol_sets(tribe)]
    return " + ".join(squares)


def _figures_in_words(tribe: Player, figure: Figure) -> str:
    found = next(
        (f for f in _figures(tribe) if f.label == labels.FIGURES[figure]), None
    )
    if found is None:
        return ""
    return f"{found.count} × {found.worth}"  # noqa: RUF001
