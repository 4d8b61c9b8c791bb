"""Matches: rotating seats, intervals, Elo, and the order of the ladder."""

import pytest
from msgspec.structs import replace

from stoneage_core.__main__ import main
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.opponents.matches import (
    Bout,
    beaten_by,
    elo,
    interval,
    play_games,
    won_by,
)


def test_seats_rotate_after_each_game():
    played = list(play_games(("thatch", "autopilot", "random"), 3, 1))
    assert [bout.names for bout in played] == [
        ("thatch", "autopilot", "random"),
        ("random", "thatch", "autopilot"),
        ("autopilot", "random", "thatch"),
    ]
    assert all(sum(bout.shares) == pytest.approx(1) for bout in played)


def test_the_same_seed_plays_the_same_match():
    first, second = (list(play_games(("pebble", "thatch"), 2, 6)) for _ in range(2))
    assert first == second


def test_an_interval_narrows_with_the_games():
    low, high = interval([1.0, 0.0] * 50)
    assert (low, high) == (
        pytest.approx(0.404, abs=0.001),
        pytest.approx(0.596, abs=0.001),
    )
    assert interval([1.0] * 10) == (pytest.approx(0.722, abs=0.001), 1.0)
    assert elo(0.5, 10) == 0
    assert elo(1.0, 100) == pytest.approx(920, abs=2)


def test_the_command_reports_wins_and_elo(capsys):
    assert main(["match", "thatch,random", "--games", "4", "--seed", "2"]) == 0
    told = capsys.readouterr().out
    assert "thatch: won" in told
    assert "of 4 games (chance 50 %)" in told
    assert "random before thatch: Elo -" in told


def test_beating_one_of_two_rivals_counts_half():
    bout = Bout(("a", "b", "b"), (0.0, 1.0, 0.0), (50, 60, 40), 9)
    assert beaten_by("a", "b", [bout]) == [0.5]
    assert beaten_by("b", "a", [bout]) == [0.5]
    assert beaten_by("a", "b", [replace(bout, scores=(50, 50, 40))]) == [0.75]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("flint", "2 to 4 players"),
        ("flint,nobody", "is not one of"),
        ("flint,weights:/no/file", "unreadable"),
    ],
)
def test_invalid_players_are_named(names, said, capsys):
    assert main(["match", names]) == 2
    assert said in capsys.readouterr().err


def test_a_match_needs_at_least_one_game(capsys):
    with pytest.raises(SystemExit):
        main(["match", "flint,ash", "--games", "0"])
    assert "0 is not a positive number" in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize(
    ("weaker", "stronger", "games"),
    [
        *(("random", "acorn", 6), ("acorn", "pebble", 12), ("pebble", "clay", 12)),
        *(("clay", "thatch", 12), ("thatch", "ochre", 40)),
    ],
)
def test_the_lower_rungs_are_in_order(weaker, stronger, games):
    bouts = list(play_games((weaker, stronger), games, 1))
    assert sum(won_by(stronger, bouts)) > 0.7 * games


@pytest.mark.long
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("weaker", "stronger", "games", "part"),
    [
        ("ochre", "flint", 4, 8),
        ("ochre", "antler", 8, 1),
        pytest.param("thatch", "ash", 6, 4, marks=pytest.mark.slow),
        pytest.param("ochre", "flint", 8, 8, marks=pytest.mark.slow),
        pytest.param("ochre", "ash", 4, 1, marks=pytest.mark.slow),
        pytest.param("ash", "flint", 8, 8, marks=pytest.mark.slow),
    ],
)
def test_the_upper_rungs_are_in_order(weaker, stronger, games, part, monkeypatch):
    # With a part of their playouts the test is fast and deterministic.
    for name in ("Ash", "Flint"):
        one = replace(OPPONENTS[name], playouts=OPPONENTS[name].playouts // part)
        monkeypatch.setitem(OPPONENTS, name, one)
    bouts = list(play_games((weaker, stronger), games, 1 if part > 1 else 900))
    assert sum(won_by(stronger, bouts)) > 0.6 * games
