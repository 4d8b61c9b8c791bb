"""How long the players took to decide."""

from collections.abc import Iterable
from statistics import mean, median
from typing import NamedTuple

from games.history.course import PlayedDecision
from games.models import DecidedHow


class Pace(NamedTuple):
    """
    A player's decisions made by hand, in seconds from question to decision.

    ``longest_at`` is the event with which the slowest of them began.
    """

    decisions: int
    median: int
    mean: int
    longest: int
    longest_at: int


def pace_of(
    decisions: Iterable[PlayedDecision], players: int
) -> tuple[Pace | None, ...]:
    """Return each player's pace, None for who decided nothing by hand."""
    timed: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    for each in decisions:
        in_person = DecidedHow(each.how).is_by_hand and bool(each.command)
        if in_person and each.player is not None and each.seconds is not None:
            timed[each.player].append((each.seconds, each.first))
    return tuple(_pace(times) if times else None for times in timed)


def _pace(times: list[tuple[int, int]]) -> Pace:
    seconds = [each for each, _ in times]
    longest, longest_at = max(times, key=lambda each: each[0])
    return Pace(
        len(times), int(median(seconds)), int(mean(seconds)), longest, longest_at
    )
