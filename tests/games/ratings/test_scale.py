"""How one game changes ratings, and whether many games recover known strengths."""

import re
from itertools import pairwise
from math import log10

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from bench.ratings import recover
from games.ratings.scale import (
    NEWCOMER,
    Rating,
    bot_rating,
    rate_table,
)
from stoneage_core.opponents.ladder import OPPONENTS

TABLES = st.lists(
    st.tuples(
        st.builds(Rating, st.floats(0, 3000), st.floats(30, 250)), st.integers(1, 4)
    ),
    min_size=2,
    max_size=4,
)


@given(TABLES)
def test_leader_gains_on_the_player_behind(table: list[tuple[Rating, int]]) -> None:
    before, ranks = zip(*table, strict=True)
    after = rate_table(before, ranks)
    gains = [new.mean - old.mean for old, new in zip(before, after, strict=True)]
    assert all(
        new.deviation < old.deviation + 1
        for old, new in zip(before, after, strict=True)
    )
    if len(table) == 2 and ranks[0] != ranks[1]:
        winner = ranks.index(min(ranks))
        assert gains[winner] >= 0 >= gains[1 - winner]


def test_newcomers_move_by_rank_and_equally_for_ties() -> None:
    first, second, third = rate_table([NEWCOMER] * 3, [1, 2, 3])
    assert second.mean == pytest.approx(1500)
    assert first.mean > second.mean > third.mean
    tied = rate_table([NEWCOMER] * 3, [1, 1, 3])
    assert tied[0] == tied[1]
    assert tied[0].mean > 1500 > tied[2].mean
    assert rate_table([NEWCOMER] * 2, [1, 1])[0].mean == pytest.approx(1500)


def test_fixed_points_do_not_move() -> None:
    (won, bot), (lost, _) = (
        rate_table([NEWCOMER, Rating(1800, 0.0)], ranks) for ranks in ([1, 2], [2, 1])
    )
    assert bot == Rating(1800, 0.0)
    assert won.mean - 1500 > 1500 - lost.mean > 0  # it was the stronger one


@pytest.mark.parametrize("ranks", [[1], [1, 2, 3]])
def test_number_of_ranks_must_match_the_players(ranks: list[int]) -> None:
    with pytest.raises(ValueError, match="each with a rank"):
        rate_table([NEWCOMER] * 2, ranks)


@pytest.mark.parametrize("player_count", [2, 3, 4])
def test_every_bot_is_a_fixed_point_in_ladder_order(
    player_count: int,
) -> None:
    points = [bot_rating(name, player_count) for name in OPPONENTS]
    assert all(one is not None and one.is_fixed for one in points)
    assert points == sorted(points, key=lambda one: one.mean if one else 0)
    assert bot_rating("Granite", player_count) is None


def beaten_on_the_ladder() -> dict[int, dict[str, float]]:
    """
    Return the share that each opponent won against the next weaker one.

    It is the middle of the interval in the tables of docs/opponents.md, by number of
    players.
    """
    parts: dict[int, dict[str, float]] = {}
    below = {name: rival for rival, name in pairwise(OPPONENTS)}
    rivals: list[str] = []
    for line in (settings.BASE_DIR / "docs/opponents.md").read_text().splitlines():
        name, *cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if head := re.fullmatch(r"(\d) players", name):
            count, rivals = int(head[1]), cells
        elif name in below and below[name] in rivals:
            cell = dict(zip(rivals, cells, strict=False))[below[name]]
            if interval := re.search(r"\((\d+)–(\d+)\)", cell):
                low, high = map(int, interval.groups())
                parts.setdefault(count, {})[name] = (low + high) / 200
    return parts


def test_fixed_points_match_the_ladder() -> None:
    """Ochre was placed, and the others are as far from it as docs/ratings.md says."""
    tables = beaten_on_the_ladder()
    assert {*tables} == {2, 3, 4}
    for count, beaten in tables.items():
        assert [*beaten] == [*OPPONENTS][1:]
        points = [0.0]
        for part in beaten.values():
            points.append(points[-1] + 400 * log10(part / (1 - part)))
        shift = 1800 - points[[*OPPONENTS].index("Ochre")]
        for name, point in zip(OPPONENTS, points, strict=True):
            assert bot_rating(name, count) == Rating(round(point + shift, -1), 0.0)


@pytest.mark.parametrize("player_count", [2, 3, 4])
def test_known_strengths_are_recovered(player_count: int) -> None:
    """Newcomers are off by 200 points on average. docs/ratings.md has all figures."""
    found = recover(player_count, games=400, players=12, seed=5)
    assert found.order > 0.9
    assert found.error < 80
    assert found.covered > 0.7
