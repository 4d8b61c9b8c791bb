"""The printed table, and the comparisons that become its rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from bench.goals import Goal
from bench.timing import Rates, TimedCase


class TableRow(NamedTuple):
    """One row of the table, as text."""

    goal: str
    measured: str
    against: str
    ours: str
    theirs: str
    ratio: str
    must: str
    reached: str


HEADINGS = TableRow(
    "goal",
    "what is measured",
    "against",
    "ours",
    "its",
    "ratio",
    "must (ambitious)",
    "reached",
)


@dataclass(frozen=True)
class Comparison:
    """
    Two cases side by side.

    ``unit`` is the unit of both rates, such as 'moves/s'; if it begins with 'ms ' or
    'µs ', the time of one operation is compared instead.
    """

    goal: Goal
    measured: str
    against: str
    ours: TimedCase
    theirs: TimedCase
    unit: str
    their_unit: str = ""

    def row(self, rates: Rates) -> TableRow:
        """Return the row for the rates of a run."""
        ours = self._value(median(rates[self.ours.name]), self.unit)
        theirs = self._value(
            median(rates[self.theirs.name]), self.their_unit or self.unit
        )
        return judged(
            self.goal,
            self.measured,
            self.against,
            quantity(ours, self.unit),
            quantity(theirs, self.their_unit or self.unit),
            ours / theirs,
        )

    @staticmethod
    def _value(rate: float, unit: str) -> float:
        for prefix, factor in (("ms ", 1e3), ("µs ", 1e6)):
            if unit.startswith(prefix):
                return factor / rate
        return rate


def judged(  # noqa: PLR0917 - the columns of a row, in order
    goal: Goal, measured: str, against: str, ours: str, theirs: str, ratio: float
) -> TableRow:
    """Return a row with the goal's verdict on ``ratio``."""
    return TableRow(
        goal.id,
        measured,
        against,
        ours,
        theirs,
        f"{ratio:.2f}",
        goal.bounds(),
        goal.verdict(ratio),
    )


def quantity(value: float, unit: str) -> str:
    """Return a figure with its unit, with sensible precision."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 3
    return f"{value:,.{digits}f} {unit}"


def rendered(rows: Sequence[TableRow]) -> str:
    """Return the table as Markdown that also lines up in a terminal."""
    lines = [HEADINGS, *rows]
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    rule = "|".join("-" * (width + 2) for width in widths)
    text = [_line(line, widths) for line in lines]
    return "\n".join([text[0], f"|{rule}|", *text[1:]])


def _line(row: TableRow, widths: Sequence[int]) -> str:
    cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
    return f"| {' | '.join(cells)} |"
