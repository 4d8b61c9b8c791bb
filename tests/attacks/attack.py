"""The result of an attack: a row of the table in SECURITY.md."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.support.dated_table import DatedRow

COLUMNS = ("Attack", "Tried", "Succeeded", "What was seen")
#: How many of what succeeded are shown; one is enough to look into.
SHOWN = 5


@dataclass
class Attack:
    """``tried`` counts attempts, ``succeeded`` tells of each that got through."""

    what: str
    tried: int = 0
    succeeded: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    def note(self, harm: Iterable[str], tried: int = 1) -> None:
        """Count attempts, and what they did that must not be possible."""
        self.tried += tried
        self.succeeded += harm

    def row(self) -> DatedRow:
        shown = [*self.seen, *(f"**{each}**" for each in self.succeeded[:SHOWN])]
        cells = (f"{self.tried:,}", str(len(self.succeeded)), "; ".join(shown))
        return DatedRow(self.what, cells)
