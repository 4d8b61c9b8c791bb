"""Divisions of leagues and groups of tournaments, for all numbers of players."""

from hypothesis import given
from hypothesis import strategies as st

from games.leagues.divisions import (
    cut_divisions,
    division_sizes,
    movers_of,
    next_ladder,
)
from games.leagues.tournaments import deal_groups, qualified_players

COUNTS, MOVERS = st.integers(2, 60), st.integers(1, 2)


def test_nobody_plays_alone_and_divisions_are_even() -> None:
    assert division_sizes(1) == division_sizes(0) == []
    for players in range(2, 61):
        sizes = division_sizes(players)
        assert sum(sizes) == players
        assert max(sizes) - min(sizes) <= 1
        assert 2 <= min(sizes) <= max(sizes) <= 4
        assert min(sizes) > 2 or players in {2, 5}


@given(COUNTS, MOVERS)
def test_as_many_players_move_up_as_down(players: int, movers: int) -> None:
    divisions = cut_divisions(range(players))
    after = next_ladder(divisions, movers)
    assert sorted(after) == list(range(players))
    for division, following in zip(divisions, cut_divisions(after), strict=True):
        assert len(division) == len(following)
        for player in following:
            level = next(n for n, each in enumerate(divisions) if player in each)
            assert abs(level - divisions.index(division)) <= 1
    first, second = divisions[0], divisions[1] if len(divisions) > 1 else []
    count = min(movers_of(len(first), movers), movers_of(len(second), movers))
    assert set(after[: len(first)]) == {
        *first[: len(first) - count],
        *second[:count],
    }


def test_players_who_stayed_precede_those_who_moved() -> None:
    divisions = [list("abcd"), list("efgh"), list("ijkl")]
    assert "".join(next_ladder(divisions, 1)) == "abce" + "fgdi" + "jklh"
    assert "".join(next_ladder(divisions, 2)) == "abef" + "cdij" + "klgh"


@given(COUNTS, MOVERS)
def test_tournament_ends_with_one_group(players: int, movers: int) -> None:
    playing, rounds = list(range(players)), 0
    while following := qualified_players(deal_groups(playing), movers):
        assert len(following) < len(playing)
        playing, rounds = following, rounds + 1
    assert len(deal_groups(playing)) == 1
    assert rounds <= 6


def test_winners_of_groups_meet_as_late_as_possible() -> None:
    groups = deal_groups(list("abcdefgh"))
    assert groups == [list("aceg"), list("bdfh")]
    assert qualified_players(groups, 2) == list("abcd")
    assert qualified_players([list("abcd")], 2) == []
