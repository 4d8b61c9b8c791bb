"""Goals: ratios to reach against a named case, measured in the same run."""

from dataclasses import dataclass
from enum import Enum


class Sense(Enum):
    """Which side of the goal is good."""

    AT_LEAST = "≥"
    AT_MOST = "≤"


@dataclass(frozen=True)
class Goal:
    """
    A ratio of ours to theirs or, without a comparison, a figure.

    ``must`` is None if only the ambitious goal names this comparison.
    """

    id: str
    sense: Sense
    must: float | None
    ambitious: float | None = None

    def is_met(self, ratio: float, bound: float | None) -> bool:
        if bound is None:
            return False
        if self.sense is Sense.AT_LEAST:
            return ratio >= bound
        return ratio <= bound

    def verdict(self, ratio: float) -> str:
        """Return what was reached, in a word or two."""
        if self.is_met(ratio, self.ambitious):
            return "ambitious"
        if self.must is None:
            return "not yet"
        return "must" if self.is_met(ratio, self.must) else "MISSED"

    def bounds(self) -> str:
        """Return the bounds: '≥ 1 (≥ 2)', with the ambitious one in brackets."""
        sign = self.sense.value
        must = "–" if self.must is None else f"{sign} {self.must:g}"
        return must if self.ambitious is None else f"{must} ({sign} {self.ambitious:g})"


E1 = Goal("E1", Sense.AT_LEAST, 1, 2)
E2 = Goal("E2", Sense.AT_LEAST, 0.5, 1)
E3 = Goal("E3", Sense.AT_LEAST, 2, 4.2)
#: Against the stripped rules, a floor that only the ambitious goal names.
E3_FLOOR = Goal("E3", Sense.AT_LEAST, None, 0.25)
E4 = Goal("E4", Sense.AT_MOST, 1.3, 1.1)
R2 = Goal("R2", Sense.AT_MOST, 0.6, 0.35)
R3 = Goal("R3", Sense.AT_MOST, 3, 2)
R4 = Goal("R4", Sense.AT_MOST, 1.6, 1.4)
A1 = Goal("A1", Sense.AT_LEAST, 0.4, 0.5)
#: The 99th percentile of the response times, which only the ambitious goal names.
A1_SLOWEST = Goal("A1", Sense.AT_MOST, None, 1.5)
#: The rate of a minimal service on ``eventsourcing``; twice that rate is half its time.
A4 = Goal("A4", Sense.AT_LEAST, 1.5, 2)
#: In milliseconds: the 99th percentiles of moves and pages at a fixed rate.
L1 = Goal("L1", Sense.AT_MOST, 100, 50)
L2 = Goal("L2", Sense.AT_MOST, 150)
D1 = Goal("D1", Sense.AT_MOST, 2)
#: Growth with the number of seats, which only the ambitious goal limits.
D1_GROWTH = Goal("D1", Sense.AT_MOST, None, 2)
D2 = Goal("D2", Sense.AT_MOST, 1.5, 1)
#: In CPU milliseconds, averaged over a game's readers.
M1 = Goal("M1", Sense.AT_MOST, 25, 12)
M2 = Goal("M2", Sense.AT_LEAST, 0.5, 0.8)
#: In CPU milliseconds.
P1 = Goal("P1", Sense.AT_MOST, 15, 8)
W1 = Goal("W1", Sense.AT_MOST, 0.5)
W2 = Goal("W2", Sense.AT_MOST, 0.3)
W3 = Goal("W3", Sense.AT_MOST, 0.42)

ALL = (
    *("E1", "E2", "E3", "E4", "R2", "R3", "R4"),
    *("A1", "A4", "L1", "L2", "M1", "M2", "P1", "D1", "D2", "W1", "W2", "W3"),
)
