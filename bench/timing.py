"""Interleaved timing: cases take turns, so that a ratio compares the same minute."""

import gc
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median

#: Rates of each case in operations per second, one per round.
Rates = dict[str, list[float]]


def _nothing() -> None: ...


@dataclass(frozen=True)
class TimedCase:
    """
    Something to time; ``run`` does it and returns how many operations it did.

    ``prepare`` is called before each ``run`` and not timed. ``clock`` is read in
    seconds: ``process_time`` measures CPU time.
    """

    name: str
    run: Callable[[], int]
    prepare: Callable[[], None] = _nothing
    clock: Callable[[], float] = time.perf_counter


@dataclass(frozen=True)
class Scale:
    """How many rounds there are, and for how many seconds each case runs in one."""

    rounds: int
    seconds: float
    #: Requests in one round over HTTP, one for each game.
    requests: int
    #: How many other games are in the table.
    crowd: int
    #: How many seats the sweep searches.
    seats: int
    #: How many moves of one game have their statements counted, at most.
    moves: int

    @property
    def warm_up(self) -> float:
        """Seconds that each case runs before the first round."""
        return self.seconds / 5


FULL = Scale(
    rounds=15, seconds=0.2, requests=100, crowd=100, seats=1_000_000, moves=2_000
)
QUICK = Scale(rounds=1, seconds=0.01, requests=8, crowd=2, seats=2_000, moves=30)


def spin() -> int:
    """Run 20,000 iterations of plain Python, the yardstick of all runs."""
    goods = {"wood": 0, "brick": 0, "stone": 0, "gold": 0}
    names = tuple(goods)
    for turn in range(20_000):
        name = names[turn & 3]
        goods[name] = goods[name] + turn % 7
    return 20_000


YARDSTICK = TimedCase("yardstick", spin)


def timed(case: TimedCase, seconds: float) -> float:
    """Run ``case`` for at least ``seconds``; return operations per second."""
    operations, spent = 0, 0.0
    while not operations or spent < seconds:
        case.prepare()
        start = case.clock()
        operations += case.run()
        spent += case.clock() - start
    return operations / spent


def interleaved(cases: Iterable[TimedCase], scale: Scale) -> Rates:
    """Time each different case once a round, the yardstick first."""
    distinct = {case.name: case for case in (YARDSTICK, *cases)}
    for case in distinct.values():
        timed(case, scale.warm_up)
    # Frozen objects are not visited by the garbage collector during the rounds.
    gc.collect()
    gc.freeze()
    rates: Rates = {name: [] for name in distinct}
    for _ in range(scale.rounds):
        for name, case in distinct.items():
            rates[name].append(timed(case, scale.seconds))
    gc.unfreeze()
    return rates


def spread(values: list[float]) -> str:
    """Return the range of the rounds as a percentage of their median."""
    middle = median(values)
    return f"{(max(values) - min(values)) / middle:.0%}"
