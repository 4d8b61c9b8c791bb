"""The geometry of the chart of scores, in units of its view box."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from games.history.statistics import RoundEnd
from games.presentation.labels import SEATS

WIDTH, HEIGHT = 480, 300
LEFT, RIGHT, TOP, BOTTOM = 44, 48, 14, 40
MARK = 12  # the size of a marker
_STEPS = (5, 10, 20, 25, 50, 100, 200, 500)
_MOST_LINES = 6
_MOST_ROUNDS = 10  # so many of them are labelled


class Mark(NamedTuple):
    """A player's points at the end of a round; ``left`` and ``top`` of its marker."""

    x: float
    y: float
    round: int
    points: int

    @property
    def left(self) -> float:
        return self.x - MARK / 2

    @property
    def top(self) -> float:
        return self.y - MARK / 2


class Curve(NamedTuple):
    """One player's line through their marks; ``label_y`` is where its end is named."""

    seat: int
    shape: str
    path: str
    marks: tuple[Mark, ...]
    label_y: float


class Tick(NamedTuple):
    """A line of the grid and what it stands for."""

    at: float
    label: int


class Chart(NamedTuple):
    """Everything to be drawn."""

    curves: tuple[Curve, ...]
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]


def chart_of(ends: Sequence[RoundEnd]) -> Chart:
    """Lay the scores of all rounds out; all began with none."""
    table = (RoundEnd(0, (0,) * len(ends[0].points)), *ends)
    values = [points for end in table for points in end.points]
    step = step_for(max(values) - min(values))
    low, high = min(values) // step * step, -(-max(values) // step) * step or step
    columns = [_across(number, len(ends)) for number in range(len(table))]

    def down(points: int) -> float:
        share = (points - low) / (high - low)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    marks = [
        tuple(
            Mark(x, down(end.points[seat]), end.round, end.points[seat])
            for x, end in zip(columns, table, strict=True)
        )
        for seat in range(len(ends[0].points))
    ]
    ends_at = spread([each[-1].y for each in marks])
    return Chart(
        tuple(
            Curve(seat, SEATS[seat].shape, _path(each), each, ends_at[seat])
            for seat, each in enumerate(marks)
        ),
        tuple(Tick(down(at), at) for at in range(low, high + 1, step)),
        _labelled(columns),
    )


def step_for(span: int) -> int:
    """Return the distance of the grid's lines for so many points."""
    return next((each for each in _STEPS if span <= each * _MOST_LINES), 1000)


def spread(heights: Sequence[float], gap: float = 17) -> list[float]:
    """Move labels apart that would cover each other, in their order."""
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + gap)
    overhang = max(placed) - (HEIGHT - BOTTOM)
    return [each - max(0, overhang) for each in placed]


def _path(marks: Sequence[Mark]) -> str:
    return " ".join(f"{mark.x},{mark.y}" for mark in marks)


def _across(number: int, count: int) -> float:
    return round(LEFT + number / count * (WIDTH - LEFT - RIGHT), 1)


def _labelled(columns: Sequence[float]) -> tuple[Tick, ...]:
    every = -(-len(columns) // _MOST_ROUNDS)
    return tuple(
        Tick(x, number) for number, x in enumerate(columns) if number % every == 0
    )
