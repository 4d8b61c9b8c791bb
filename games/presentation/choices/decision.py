"""The parts that every decision on the turn page is made of."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import ClassVar

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.text import format_decimal, format_range
from games.store.caches import next_serial
from stoneage_core import notation
from stoneage_core.components.odds import expected, yields
from stoneage_core.components.resources import DIVISORS
from stoneage_core.forecast import Meal
from stoneage_core.rules import open_cards
from stoneage_core.state import GameState

#: A probability too small to be shown.
NEGLIGIBLE = 0.005

#: How many amounts are told apart; of more than that, neighbours share a bar.
MOST_BARS = 6

#: Bars come in so many heights, each with a rule of its own in the style sheet.
HEIGHTS = 20


@dataclass(frozen=True)
class Entered:
    """
    What the reader had entered when a form is shown again.

    ``at`` is the key of the place that is looked at, '' for none; ``order`` are those
    of places, in the order in which they are to be used.
    """

    command: str = ""
    resources: tuple[tuple[str, int], ...] = ()
    tiles: tuple[int, ...] = ()
    once: tuple[int, ...] = ()
    order: tuple[str, ...] = ()
    at: str = ""


@dataclass(frozen=True)
class Choice:
    """A button: the command's text, what it says, what it yields."""

    command: str
    label: str
    detail: str = ""
    icon: str = ""
    is_entered: bool = False


@dataclass(frozen=True)
class Bar:
    """The chance of an amount, or of neighbouring ones: '3', '12–14'."""

    amount: str
    percent: str
    height: int


@dataclass(frozen=True)
class Odds:
    """What a roll may yield: on average, and as bars."""

    good: str
    average: str
    bars: tuple[Bar, ...]

    @property
    def summary(self) -> str:
        """The odds in a line: '0: 3 %, 1: 25 %'."""
        return ", ".join(f"{bar.amount}: {bar.percent}" for bar in self.bars)


@dataclass(frozen=True)
class MealSum:
    """
    What feeding will leave, '9–14', as a sum.

    Its ``terms`` are the food there is, what hunters bring if any are out, what the
    food track gives, and, less than these, what is eaten: '12 + 1–6 + 2 - 6'.
    """

    terms: str
    left: str
    is_short: bool


@dataclass(frozen=True)
class Pane:
    """What the dock shows of one place: what it promises, and the ways to go there."""

    template: ClassVar[str]

    key: str
    label: str


@dataclass(frozen=True, eq=False)
class AskedDecision:
    """
    What is being asked; each kind has a template of its own.

    ``serial`` is the key under which templates cache what they render of a decision:
    ``decision_for`` caches decisions, so equal ones share it.
    """

    template: ClassVar[str]

    heading: str
    takings: tuple[Choice, ...]
    serial: int = field(default_factory=next_serial, kw_only=True)

    @property
    def panes(self) -> tuple[Pane, ...]:
        """What can be looked at before anything is decided, by places."""
        return ()


def meal_sum(meal: Meal) -> MealSum:
    """Return the feeding ahead of a tribe in numbers."""
    hunted = [format_range(meal.fewest, meal.most)] if meal.most else []
    given = " + ".join((str(meal.food), *hunted, str(meal.fields)))
    return MealSum(
        terms=f"{given} \N{MINUS SIGN} {meal.eats}",
        left=format_range(meal.least, meal.greatest),
        is_short=bool(meal.short),
    )


def odds_of(good: str, dice: int, tools: int = 0) -> Odds:
    """Return the odds of a roll with ``tools`` added."""
    likely = [
        (amount, float(chance))
        for amount, chance in sorted(yields(good, dice, tools).items())
        if chance >= NEGLIGIBLE
    ]
    width = ceil(len(likely) / MOST_BARS)
    grouped = [likely[at : at + width] for at in range(0, len(likely), width)]
    highest = max(sum(chance for _amount, chance in group) for group in grouped)
    bars = tuple(_bar(group, highest) for group in grouped)
    return Odds(good, average(good, dice, tools), bars)


def average(good: str, dice: int, tools: int = 0) -> str:
    """Return the mean yield with one decimal: '3.2'."""
    return format_decimal(expected(good, dice, tools))


def sum_in_words(good: str, pips: int, tools: int = 0) -> str:
    """Return how a yield is made: '(14 + 2) ÷ 3'."""
    total = f"({pips} + {tools})" if tools else f"{pips}"
    return f"{total} ÷ {DIVISORS[good]}"


def takings_of(state: GameState, player: int, entered: Entered) -> tuple[Choice, ...]:
    """Return the ways to turn an open card over for resources, none without one."""
    choices = []
    for command in open_cards.legal(state, player):
        text = notation.to_text(command)
        label = labels.resources_label(command.resources)
        choices.append(Choice(text, label, is_entered=entered.command == text))
    return tuple(choices)


def _bar(group: Sequence[tuple[int, float]], highest: float) -> Bar:
    (first, _chance), *_others = group
    last, _chance = group[-1]
    chance = sum(chance for _amount, chance in group)
    amount = str(first) if first == last else f"{first}–{last}"
    percent = _("%(percent)d %%") % {"percent": round(100 * chance)}
    return Bar(amount, percent, max(1, round(HEIGHTS * chance / highest)))
