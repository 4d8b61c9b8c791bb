"""The parts that every decision on the turn page is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.text import decimal
from stoneage_core import notation
from stoneage_core.odds import expected, yields
from stoneage_core.resources import DIVISORS
from stoneage_core.rules import open_cards
from stoneage_core.state import GameState

#: A probability too small to be drawn.
NEGLIGIBLE = 0.005

BAR_STEP = 30
BAR_HEIGHT = 44


@dataclass(frozen=True)
class Entered:
    """What the reader had entered when a form is shown again."""

    command: str = ""
    resources: Mapping[str, int] = field(default_factory=dict)


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
    """One bar of a chart of odds, in units of its view box."""

    x: int
    y: int
    height: int
    amount: int
    percent: str


@dataclass(frozen=True)
class Odds:
    """What a roll may yield: in words, and as bars."""

    good: str
    average: str
    summary: str
    bars: tuple[Bar, ...]

    @property
    def width(self) -> int:
        return BAR_STEP * len(self.bars)


@dataclass(frozen=True)
class AskedDecision:
    """What is being asked; each kind has a template of its own."""

    template: ClassVar[str]

    heading: str
    takings: tuple[Choice, ...]


def odds_of(good: str, dice: int, tools: int = 0) -> Odds:
    """Return the odds of a roll with ``tools`` added."""
    likely = [
        (amount, float(chance))
        for amount, chance in sorted(yields(good, dice, tools).items())
        if chance >= NEGLIGIBLE
    ]
    highest = max(chance for _amount, chance in likely)
    bars = tuple(
        _bar(number, amount, chance, highest)
        for number, (amount, chance) in enumerate(likely)
    )
    parts = [f"{bar.amount}: {bar.percent}" for bar in bars]
    return Odds(good, average(good, dice, tools), ", ".join(parts), bars)


def average(good: str, dice: int, tools: int = 0) -> str:
    """Return the mean yield with one decimal: '3.2'."""
    return decimal(expected(good, dice, tools))


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


def _bar(number: int, amount: int, chance: float, highest: float) -> Bar:
    height = max(1, round(BAR_HEIGHT * chance / highest))
    percent = _("%(percent)d %%") % {"percent": round(100 * chance)}
    return Bar(number * BAR_STEP, BAR_HEIGHT - height, height, amount, percent)
