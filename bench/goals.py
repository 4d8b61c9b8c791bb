"""Goals: ratios to a named case that have to be reached, measured in the same run."""

from dataclasses import dataclass
from enum import Enum


class Sense(Enum):
    """Which side of the goal is the good one."""

    AT_LEAST = "≥"
    AT_MOST = "≤"


@dataclass(frozen=True)
class Goal:
    """
    A ratio of ours to theirs (or, where there is no other, a bare count).

    ``must`` is None where only the ambitious goal names this comparison.
    """

    id: str
    sense: Sense
    must: float | None
    ambitious: float | None = None

    def is_met(self, ratio: float, bound: float | None) -> bool:
        """Whether ``ratio`` is on the good side of ``bound``."""
        if bound is None:
            return False
        if self.sense is Sense.AT_LEAST:
            return ratio >= bound
        return ratio <= bound

    def verdict(self, ratio: float) -> str:
        """Say what was reached."""
        if self.is_met(ratio, self.ambitious):
            return "ambitious"
        if self.must is None:
            return "not yet"
        return "must" if self.is_met(ratio, self.must) else "MISSED"

    def bounds(self) -> str:
        """Say what is asked: '≥ 1 (≥ 2)', the ambitious in brackets."""
        sign = self.sense.value
        must = "–" if self.must is None else f"{sign} {self.must:g}"
        return must if self.ambitious is None else f"{must} ({sign} {self.ambitious:g})"


E1 = Goal("E1", Sense.AT_LEAST, 1, 2)
E2 = Goal("E2", Sense.AT_LEAST, 0.5, 1)
E3 = Goal("E3", Sense.AT_LEAST, 2, 4.2)
#: Against the stripped rules: a floor that only the ambitious goal names.
E3_FLOOR = Goal("E3", Sense.AT_LEAST, None, 0.25)
E4 = Goal("E4", Sense.AT_MOST, 1.3, 1.1)
R2 = Goal("R2", Sense.AT_MOST, 0.6, 0.35)
R3 = Goal("R3", Sense.AT_MOST, 3, 2)
R4 = Goal("R4", Sense.AT_MOST, 1.6, 1.4)
A1 = Goal("A1", Sense.AT_LEAST, 0.4, 0.5)
#: The 99th percentile of the answer times, which only the ambitious goal names.
A1_SLOWEST = Goal("A1", Sense.AT_MOST, None, 1.5)
#: The rate of a minimal service on ``eventsourcing``; twice is half of its time.
A4 = Goal("A4", Sense.AT_LEAST, 1.5, 2)
#: In milliseconds: the 99th percentiles of moves and pages at a pace.
L1 = Goal("L1", Sense.AT_MOST, 100, 50)
L2 = Goal("L2", Sense.AT_MOST, 150)
D1 = Goal("D1", Sense.AT_MOST, 2)
#: Whether it grows with the number of seats, which only the ambitious goal asks.
D1_GROWTH = Goal("D1", Sense.AT_MOST, None, 2)
D2 = Goal("D2", Sense.AT_MOST, 1.5, 1)
#: In milliseconds of a core, on the average of a game's readers.
M1 = Goal("M1", Sense.AT_MOST, 25, 12)
M2 = Goal("M2", Sense.AT_LEAST, 0.5, 0.8)
#: In milliseconds of a core.
P1 = Goal("P1", Sense.AT_MOST, 15, 8)
W1 = Goal("W1", Sense.AT_MOST, 0.5)
W2 = Goal("W2", Sense.AT_MOST, 0.3)

ALL = (
    *("E1", "E2", "E3", "E4", "R2", "R3", "R4"),
    *("A1", "A4", "L1", "L2", "M1", "M2", "P1", "D1", "D2", "W1", "W2"),
)
