"""The table of a division: points, and what decides between players with equal points.

These are pure functions over any identifiers of players. One point per opponent beaten,
half a point per tie: a game of four brings 3, 2, 1 and 0. Equal points are decided by
what was played, and only then by lot.
"""

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from hashlib import sha256
from itertools import groupby
from typing import Generic, TypeVar

Player = TypeVar("Player", bound=Hashable)


class Decided(Enum):
    """What decides between players with equal points, in this order."""

    HEAD_TO_HEAD = "head_to_head"
    SHARE = "share"
    LOT = "lot"


@dataclass(frozen=True)
class Result(Generic[Player]):
    """
    A game that counts, by number of seat: its players (None for those who are not in
    the table), their ranks from 1, and their points on the board. ``seed`` is the
    revealed seed of its dice, or '' if it is not known.
    """

    players: Sequence[Player | None]
    ranks: Sequence[int]
    scores: Sequence[int]
    seed: str = ""


@dataclass(frozen=True)
class Standing(Generic[Player]):
    """
    What a player has achieved. ``half_points`` counts halves, so that all are integers.
    ``wins`` are first places, including shared ones, ``score`` the points on the board
    in all games. Players whom play could not separate share their ``rank``.
    ``decided`` is what put the player behind the one above them, if not the points.
    """

    player: Player
    half_points: int = 0
    wins: int = 0
    score: int = 0
    share: Fraction = Fraction()
    played: int = 0
    rank: int = 1
    is_shared: bool = False
    decided: Decided | None = None

    @property
    def points(self) -> float:
        return self.half_points / 2


def rank_players(
    players: Sequence[Player],
    results: Sequence[Result[Player]],
    last: Collection[Player] = (),
) -> list[Standing[Player]]:
    """
    Return the table, best first.

    Equal points are decided by the points that the players took from each other (head
    to head), then by their share of the points on the board, added up over all games,
    and at last by lot (:func:`lots_of`). Before any game counts, the order is that of
    ``players``, who are those of the division in the order of their places at its
    start. The players in ``last`` come last in any case.
    """
    lots = lots_of(results)
    table: list[Standing[Player]] = []
    everybody = [_standing(player, results) for player in players]

    def points(one: Standing[Player]) -> tuple[bool, int]:
        return one.player in last, -one.half_points

    for _points, tied in groupby(sorted(everybody, key=points), key=points):
        table += _in_order(list(tied), results, lots, len(table) + 1)
    return table


def half_points(ranks: Sequence[int], seat: int) -> int:
    """Return the points of a seat in a game, in halves."""
    own = ranks[seat]
    better = sum(rank > own for rank in ranks)
    shared = sum(rank == own for rank in ranks) - 1
    return 2 * better + shared


def lots_of(results: Iterable[Result[Player]]) -> dict[Player, str]:
    """
    Return the lots of the players: the lower one goes first. They follow from the first
    game whose seed is known: SHA-256 of the seed, a slash and the number of the seat.
    The seed was sealed before the game began, so nobody could choose a lot.
    """
    for result in results:
        if result.seed:
            return {
                player: sha256(f"{result.seed}/{seat}".encode()).hexdigest()
                for seat, player in enumerate(result.players)
                if player is not None
            }
    return {}


def _standing(player: Player, results: Iterable[Result[Player]]) -> Standing[Player]:
    points = wins = score = played = 0
    share = Fraction()
    for result in results:
        if player in result.players:
            seat = result.players.index(player)
            points += half_points(result.ranks, seat)
            wins += result.ranks[seat] == 1
            score += result.scores[seat]
            share += _share(result.scores, seat)
            played += 1
    return Standing(player, points, wins, score, share, played)


def _share(scores: Sequence[int], seat: int) -> Fraction:
    """Return a seat's share of all points of a game; points below zero count as 0."""
    total = sum(max(score, 0) for score in scores)
    if not total:
        return Fraction(1, len(scores))
    return Fraction(max(scores[seat], 0), total)


def _in_order(
    tied: Sequence[Standing[Player]],
    results: Sequence[Result[Player]],
    lots: dict[Player, str],
    first_rank: int,
) -> Iterable[Standing[Player]]:
    """Yield players with equal points in order, with their ranks."""
    among = {one.player: _points_among(one, tied, results) for one in tied}

    def play(one: Standing[Player]) -> tuple[int, Fraction]:
        return -among[one.player], -one.share

    ranked = sorted(tied, key=lambda one: (*play(one), lots.get(one.player, "")))
    before: Standing[Player] | None = None
    rank = first_rank
    for place, one in enumerate(ranked):
        if before is None or play(one) != play(before):
            rank = first_rank + place
        decided = None
        if before is not None and among[one.player] != among[before.player]:
            decided = Decided.HEAD_TO_HEAD
        elif before is not None and one.share != before.share:
            decided = Decided.SHARE
        elif before is not None and lots:
            decided = Decided.LOT
        alike = sum(play(other) == play(one) for other in tied)
        yield replace(one, rank=rank, is_shared=alike > 1, decided=decided)
        before = one


def _points_among(
    one: Standing[Player],
    tied: Sequence[Standing[Player]],
    results: Iterable[Result[Player]],
) -> int:
    """Return the half points that a player took from the others in a group."""
    rivals = {other.player for other in tied}
    points = 0
    for result in results:
        ranks = [
            rank
            for player, rank in zip(result.players, result.ranks, strict=True)
            if player in rivals
        ]
        if one.player in result.players:
            seat = result.players.index(one.player)
            own = result.ranks[seat]
            points += sum(2 * (rank > own) + (rank == own) for rank in ranks) - 1
    return points
