"""A table in the documentation with the date of each row's measurement.

It is between two marks in a file of ``docs/``. A new measurement replaces its rows and
leaves the others and the surrounding text unchanged.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

BEGINS, ENDS = "<!-- measured -->", "<!-- end -->"


class DatedRow(NamedTuple):
    """What was measured, which identifies the row, and the result."""

    what: str
    cells: tuple[str, ...]

    def line(self, day: str) -> str:
        return f"| {' | '.join((self.what, *self.cells, day))} |"


def lines_of(columns: Sequence[str], rows: Iterable[DatedRow], day: date) -> list[str]:
    """Return a whole table; the last column is the date."""
    return [*_head(columns), *(row.line(day.isoformat()) for row in rows)]


def write_rows(
    path: Path, columns: Sequence[str], rows: Sequence[DatedRow], day: date
) -> None:
    """Write rows into the table of a file, replacing those with the same name."""
    before, _, rest = path.read_text("utf-8").partition(BEGINS)
    table, _, after = rest.partition(ENDS)
    known = {
        line.split(" | ")[0].removeprefix("| "): line
        for line in table.strip().splitlines()[2:]
    }
    known |= {row.what: row.line(day.isoformat()) for row in rows}
    lines = "\n".join([*_head(columns), *known.values()])
    path.write_text(f"{before}{BEGINS}\n{lines}\n{ENDS}{after}", "utf-8")


def _head(columns: Sequence[str]) -> list[str]:
    named = [*columns, "Tried on"]
    return [f"| {' | '.join(named)} |", f"|{' --- |' * len(named)}"]
