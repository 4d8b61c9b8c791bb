"""The table of a division: points, and what decides between equal points."""

from fractions import Fraction
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.leagues.standings import (
    Decided,
    Result,
    Standing,
    half_points,
    lots_of,
    rank_players,
)


def result(
    players: str, ranks: list[int], scores: list[int] | None = None, seed: str = ""
) -> Result[str]:
    return Result(list(players), ranks, scores or [0] * len(ranks), seed)


def order(table: list[Standing[str]]) -> str:
    return "".join(each.player for each in table)


def test_one_point_per_opponent_beaten() -> None:
    assert [half_points([1, 2, 3, 4], seat) for seat in range(4)] == [6, 4, 2, 0]
    assert [half_points([1, 1, 3], seat) for seat in range(3)] == [3, 3, 0]


def test_order_before_any_game_is_that_of_the_places() -> None:
    table = rank_players("cab", [])
    assert order(table) == "cab"
    assert {each.rank for each in table} == {1}
    assert {each.decided for each in table} == {None}


def test_equal_points_are_decided_head_to_head() -> None:
    """b beat a twice of three times, and has fewer points on the board."""
    games = [
        result("abcd", [2, 1, 3, 4], [90, 91, 1, 1]),
        result("abcd", [2, 1, 3, 4], [90, 91, 1, 1]),
        result("abcd", [1, 3, 2, 4], [99, 1, 2, 0]),
    ]
    table = rank_players("abcd", games)
    assert [(each.player, each.points) for each in table[:2]] == [("b", 7), ("a", 7)]
    assert table[0].share < table[1].share
    assert [each.decided for each in table] == [None, Decided.HEAD_TO_HEAD, None, None]
    assert [each.rank for each in table] == [1, 2, 3, 4]
    assert not table[0].is_shared


def test_share_of_the_points_decides_next() -> None:
    games = [result("ab", [1, 2], [60, 40]), result("ab", [2, 1], [45, 55])]
    table = rank_players("ba", games)
    assert (order(table), table[1].decided) == ("ab", Decided.SHARE)
    assert table[0].share == Fraction(60, 100) + Fraction(45, 100)


@pytest.mark.parametrize("scores", [[0, 0], [-10, -20]])
def test_game_without_points_is_shared_equally(scores: list[int]) -> None:
    table = rank_players("ab", [result("ab", [1, 2], scores)])
    assert [each.share for each in table] == [Fraction(1, 2)] * 2


@given(st.text(min_size=1), st.permutations("abcd"))
def test_lot_of_the_sealed_seed_decides_last(seed: str, seats: list[str]) -> None:
    """The order in which the players entered makes no difference."""
    games = [result("".join(seats), [1] * 4, [50] * 4, seed)]
    table = rank_players("abcd", games)
    lots = {
        player: sha256(f"{seed}/{seat}".encode()).hexdigest()
        for seat, player in enumerate(seats)
    }
    assert order(table) == "".join(sorted("abcd", key=lots.__getitem__))
    assert [each.rank for each in table] == [1] * 4
    assert all(each.is_shared for each in table)
    assert [each.decided for each in table] == [None, *[Decided.LOT] * 3]
    assert rank_players("dcba", games) == table


def test_lots_are_drawn_from_the_first_game_with_a_seed() -> None:
    games = [result("ab", [1, 1]), result("ba", [1, 1], seed="x")]
    assert lots_of(games) == {
        "b": sha256(b"x/0").hexdigest(),
        "a": sha256(b"x/1").hexdigest(),
    }
    assert lots_of([]) == {}


def test_ranks_after_a_shared_place_are_left_out() -> None:
    table = rank_players("abc", [result("abc", [1, 1, 3], [50, 50, 9], "x")])
    assert sorted(each.rank for each in table) == [1, 1, 3]
    assert [each.is_shared for each in table] == [True, True, False]


def test_excluded_players_come_last() -> None:
    table = rank_players("abc", [result("abc", [1, 2, 3])], last=["a"])
    assert (order(table), [each.rank for each in table]) == ("bca", [1, 2, 3])


def test_players_who_are_not_in_the_table_still_count_as_beaten() -> None:
    table = rank_players("ab", [Result(["a", None, "b"], [1, 2, 3], [9, 8, 7])])
    assert [each.points for each in table] == [2, 0]
