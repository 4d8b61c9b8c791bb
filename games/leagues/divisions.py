"""Divisions of a league: who plays in which one, and who moves up and down.

These are pure functions over any identifiers of players. A ladder has all players in
order, the highest first, and is cut into divisions.
"""

from collections.abc import Hashable, Sequence
from typing import TypeVar

from stoneage_core.fields import FEWEST_SEATS, MOST_SEATS

Player = TypeVar("Player", bound=Hashable)


def division_sizes(players: int) -> list[int]:
    """
    Return the sizes of the divisions for so many players, larger ones first.

    There are as few divisions as possible, of at most four players and as even as
    possible. Nobody plays alone. A division has two players only if there are two or
    five in total.

    >>> division_sizes(10)
    [4, 3, 3]
    >>> division_sizes(1)
    []
    """
    if players < FEWEST_SEATS:
        return []
    count = -(-players // MOST_SEATS)
    size, larger = divmod(players, count)
    return [size + 1] * larger + [size] * (count - larger)


def cut_divisions(ladder: Sequence[Player]) -> list[list[Player]]:
    """Return the divisions of a league: the first four, the next four, and so on."""
    divisions, first = [], 0
    for size in division_sizes(len(ladder)):
        divisions.append(list(ladder[first : first + size]))
        first += size
    return divisions


def movers_of(size: int, movers: int) -> int:
    """Return how many of a division move up or down: at most half of it."""
    return min(movers, size // 2)


def swap_count(upper: int, lower: int, movers: int) -> int:
    return min(movers_of(upper, movers), movers_of(lower, movers))


def next_ladder(divisions: Sequence[Sequence[Player]], movers: int) -> list[Player]:
    """
    Return the ladder for the next season. The divisions are sorted by rank. Between two
    neighbouring divisions as many move up as down. In each division those who stayed
    come first, then those who moved down into it, then those who moved up.
    """
    arriving: list[list[Player]] = [[] for _ in divisions]
    staying = [list(division) for division in divisions]
    for level in range(len(divisions) - 1):
        upper, lower = divisions[level], divisions[level + 1]
        count = swap_count(len(upper), len(lower), movers)
        down, up = upper[len(upper) - count :], lower[:count]
        staying[level] = [one for one in staying[level] if one not in down]
        staying[level + 1] = [one for one in staying[level + 1] if one not in up]
        arriving[level] += up
        arriving[level + 1] += down
    return [
        player
        for stayed, arrived in zip(staying, arriving, strict=True)
        for player in (*stayed, *arrived)
    ]
