"""The geometry of a chart with one line per player, in units of its view box."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from games.presentation.labels import SEATS

WIDTH, HEIGHT = 480, 300
LEFT, RIGHT, TOP, BOTTOM = 44, 48, 14, 40
MARK = 12  # the size of a marker
_STEPS = (5, 10, 20, 25, 50, 100, 200, 500)
_MOST_LINES = 6
_MOST_ROUNDS = 10  # at most so many are labelled


class Mark(NamedTuple):
    """A player's number after some round. ``left`` and ``top`` place its marker."""

    x: float
    y: float
    round: int
    number: int

    @property
    def left(self) -> float:
        return self.x - MARK / 2

    @property
    def top(self) -> float:
        return self.y - MARK / 2


class Curve(NamedTuple):
    """One player's line through their marks. ``label_y`` is where its label goes."""

    seat: int
    shape: str
    path: str
    marks: tuple[Mark, ...]
    label_y: float


class Tick(NamedTuple):
    """A line of the grid, and its number."""

    at: float
    label: int


class Chart(NamedTuple):
    curves: tuple[Curve, ...]
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]


def chart_of(table: Sequence[Sequence[int]], first: int = 0) -> Chart:
    """Lay out each player's number after round ``first`` and each round after that."""
    values = [number for numbers in table for number in numbers]
    step = step_for(max(values) - min(values))
    low = min(values) // step * step
    high = max(low + step, -(-max(values) // step) * step)
    across = (WIDTH - LEFT - RIGHT) / (len(table) - 1)
    columns = [round(LEFT + number * across, 1) for number in range(len(table))]
    every = -(-len(columns) // _MOST_ROUNDS)
    ticks = tuple(Tick(x, after) for after, x in enumerate(columns, first))[::every]

    def down(number: int) -> float:
        share = (number - low) / (high - low)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    marks = [
        tuple(
            Mark(x, down(numbers[seat]), first + number, numbers[seat])
            for number, (x, numbers) in enumerate(zip(columns, table, strict=True))
        )
        for seat in range(len(table[0]))
    ]
    ends_at = spread([each[-1].y for each in marks])
    return Chart(
        tuple(
            Curve(
                seat,
                SEATS[seat].shape,
                " ".join(f"{mark.x},{mark.y}" for mark in each),
                each,
                ends_at[seat],
            )
            for seat, each in enumerate(marks)
        ),
        tuple(Tick(down(at), at) for at in range(low, high + 1, step)),
        ticks,
    )


def step_for(span: int) -> int:
    """Return the distance of the grid's lines for numbers with this span."""
    return next((each for each in _STEPS if span <= each * _MOST_LINES), 1000)


def spread(heights: Sequence[float], gap: float = 17) -> list[float]:
    """Move overlapping labels apart, in their order, but not below the chart."""
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + gap)
    placed[order[-1]] = min(placed[order[-1]], HEIGHT - BOTTOM)
    for below, above in pairwise(reversed(order)):
        placed[above] = min(placed[above], placed[below] - gap)
    return placed
