"""Points of a tribe's cards and goods at the end, line by line."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import labels
from stoneage_core.components.cards import Figure, Symbol
from stoneage_core.phrases import capitalised
from stoneage_core.rules.scoring import (
    count_figures,
    symbol_sets,
    worth_of_figure,
    worth_of_set,
)
from stoneage_core.state import Player, Score


@dataclass(frozen=True)
class Pile:
    """A good and how many there are."""

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


def score_lines(tribe: Player, score: Score) -> tuple[ScoreLine, ...]:
    """Return a final scoring line by line, each with how it is made."""
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
    """Return the green symbols of a tribe in sets of different ones."""
    return tuple(
        SymbolSet(tuple(map(_symbol_pile, symbols)), worth_of_set(symbols))
        for symbols in symbol_sets(tribe)
    )


def _symbol_pile(symbol: Symbol) -> Pile:
    return Pile(str(symbol), str(labels.SYMBOLS[symbol]), 1)


def figure_counts_of(tribe: Player) -> tuple[FigureCount, ...]:
    """Return the figures on a tribe's cards, and what they are worth."""
    counts = count_figures(tribe)
    return tuple(_counted(tribe, figure, counts[figure]) for figure in sorted(counts))


def figure_count(tribe: Player, figure: Figure) -> FigureCount:
    """Return one kind of figure on a tribe's cards, also where there is none."""
    return _counted(tribe, figure, count_figures(tribe)[figure])


def _counted(tribe: Player, figure: Figure, count: int) -> FigureCount:
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
