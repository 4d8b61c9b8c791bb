"""The benchmark runs, and has a row for every goal. What it measures is no test."""

import re
import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules
from random import Random

import pytest
from django.conf import settings as settings_in_use
from pytest_django import Settings

import bench
from bench import goals, ladder, mails_a_player, waits
from bench.simple_bots import SIMPLE_BOTS
from bench.wait_kinds import WaitKind
from stoneage_core.simulation import play, random_policy
from tests.support.waiting import PATIENCE

#: Two of the engine, and one for which the service and a floor serve pages.
FEW = {"E1", "E4", "A1"}


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "bench", *arguments],
        cwd=settings_in_use.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,  # it starts servers and workers, whatever else goes on
    )


@pytest.mark.slow
def test_every_goal_has_a_row() -> None:
    outcome = run("--quick")

    assert outcome.returncode == 0, outcome.stderr
    assert rows_in(outcome.stdout) == set(goals.ALL)


@pytest.mark.long
def test_goals_can_be_asked_for_alone() -> None:
    outcome = run("--quick", "--only", ",".join(sorted(FEW)).lower())

    assert outcome.returncode == 0, outcome.stderr
    assert rows_in(outcome.stdout) == FEW


def test_what_it_takes_from_the_service_is_there() -> None:
    """Most parts are loaded only by who asks for their goals."""
    for part in iter_modules(bench.__path__, "bench."):
        if part.name != "bench.__main__":
            import_module(part.name)


def rows_in(report: str) -> set[str]:
    """Return the goals that have a row in the table."""
    table = [line for line in report.splitlines() if line.startswith("|")]
    return {line.split("|")[1].strip() for line in table[2:]}


def test_an_unknown_goal_is_refused_in_one_sentence() -> None:
    outcome = run("--only", "E9")

    assert outcome.returncode == 2
    assert "there is no goal E9" in outcome.stderr


def test_ladder_has_a_column_for_each_bot_below_and_for_the_simple_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ladder, "QUICK_GAMES", 1)
    monkeypatch.setattr(ladder, "MODEL_GAMES", 1)
    head, _, row = ladder.strengths(3, 1, 1, ["Clay"])
    rivals = [cell.strip() for cell in head.strip("|\n").split("|")]
    assert rivals[:7] == ["3 players", "random", *SIMPLE_BOTS, "Acorn", "Pebble"]
    _, *cells = [cell.strip() for cell in row.strip("|\n").split("|")]
    filled = [bool(re.fullmatch(r"\d+ \(\d+–\d+\)", cell)) for cell in cells]
    assert filled == [True] * 6 + [False] * (len(cells) - 6)


@pytest.mark.parametrize("name", SIMPLE_BOTS)
@pytest.mark.parametrize("players", [2, 4])
def test_simple_bots_play_by_the_rules_and_beat_random_play(
    name: str, players: int
) -> None:
    others = [random_policy(Random(7)) for _ in range(players - 1)]
    state = play(players, 3, SIMPLE_BOTS[name], *others).state
    assert state.winners == (0,)


def test_waits_are_counted_alike_for_the_same_seed() -> None:
    first, second = (waits.VisitedTable(3, waits.EVERY_HELP).play() for _ in range(2))

    assert first == second


def test_nobody_is_waited_for_without_a_choice() -> None:
    count = waits.VisitedTable(2, waits.NO_HELP).play()

    assert count.answers.total() == count.waits
    assert min(count.answers) > 1


def test_who_writes_orders_is_waited_for_less_often() -> None:
    plain, ahead, helped = (
        waits.VisitedTable(0, habits).play()
        for habits in (waits.NO_HELP, waits.ONE_AHEAD, waits.EVERY_HELP)
    )

    assert plain.decisions > plain.waits > ahead.waits > helped.waits


def test_orders_spare_what_they_are_about() -> None:
    plain, helped = (
        waits.VisitedTable(1, habits).play().kinds
        for habits in (waits.NO_HELP, waits.EVERY_HELP)
    )

    assert plain.keys() == set(WaitKind)
    for kind in (WaitKind.FIRST, WaitKind.FURTHER, WaitKind.DIE, WaitKind.MEAL):
        assert plain[kind] > 1.5 * helped[kind]


@pytest.mark.slow
@pytest.mark.django_db
def test_emails_are_counted_by_pace(
    monkeypatch: pytest.MonkeyPatch, log_key: str, settings: Settings
) -> None:
    """Two days of a game, which is less than it takes."""
    settings.REPLY_TO = "play@stoneage.example"
    monkeypatch.setattr(mails_a_player, "LONGEST", 2 * mails_a_player.DAY)
    often = mails_a_player.OFTEN
    at_once, by_reply, hourly, daily = (
        mails_a_player.simulate(2, 1, often, case) for case in mails_a_player.CASES
    )

    assert at_once.kinds["your_turn"] > hourly.kinds["your_turn"] > 0
    assert by_reply.kinds["reply_read"] > 0 == at_once.kinds["reply_read"]
    assert at_once.mails > hourly.mails > daily.mails > 0
