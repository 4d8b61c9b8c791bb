"""The command line, ``python -m stoneage_core``."""

import json
import os
import subprocess
import sys
from io import StringIO
from runpy import run_module

import pytest

from stoneage_core.__main__ import main
from stoneage_core.autopilot import choose
from stoneage_core.record import log
from stoneage_core.simulation import play
from tests.core.scenario import opening
from tests.core.test_determinism import ROOT

UNBUFFERED = "PYTHONUNBUFFERED"


@pytest.fixture(scope="module")
def game():
    return play(3, 5, choose)


@pytest.fixture(scope="module")
def file(game, tmp_path_factory):
    path = tmp_path_factory.mktemp("logs") / "game.jsonl"
    path.write_text(log.dump(game.events), "utf-8")
    return path


def output_of(capsys, *arguments):
    assert main([str(argument) for argument in arguments]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def error_of(capsys, *arguments):
    assert main([str(argument) for argument in arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


def test_simulate_shows_a_line_for_each_game_and_a_summary(capsys):
    lines = output_of(
        capsys, "simulate", "--players", 2, "--games", 3, "--seed", 7
    ).splitlines()
    assert lines[0].split() == ["game", "rounds", "events", "ended", "by", "scores"]
    assert [line.split()[0] for line in lines[1:4]] == ["1", "2", "3"]
    assert lines[4].startswith("median: ")
    assert "no_buildings" in lines[4] or "no_cards" in lines[4]


def test_simulate_is_repeatable(capsys):
    command = ("simulate", "--games", 2, "--seed", 3, "--policy", "autopilot")
    assert output_of(capsys, *command) == output_of(capsys, *command)


def test_simulate_as_json(capsys):
    games = json.loads(output_of(capsys, "simulate", "--games", 2, "--json"))
    assert len(games) == 2
    for game in games:
        assert (game["players"], len(game["scores"])) == (4, 4)
        assert game["policies"] == ["random"] * 4
        assert game["ended_by"] in ("no_cards", "no_buildings")
        best = max(game["scores"])
        assert all(game["scores"][winner - 1] == best for winner in game["winners"])
        assert game["rounds"] > 3
        assert game["events"] > game["decisions"] > 50


def test_simulate_reports_the_results_of_rivals(capsys):
    command = ("simulate", "--players", 2, "--games", 3, "--policy", "autopilot,random")
    *_, autopilot, random = output_of(capsys, *command).splitlines()
    assert random.startswith("random: won 0 of 3 games, mean score -")
    assert autopilot.startswith("autopilot: won 3 of 3 games, mean score ")


def test_simulate_does_not_compare_equal_policies(capsys):
    command = ("simulate", "--players", 2, "--games", 1, "--policy", "cautious")
    assert output_of(capsys, *command).splitlines()[-1].startswith("median: ")


def test_a_wrong_number_of_policies_is_refused(capsys):
    sentence = error_of(capsys, "simulate", "--policy", "autopilot,random")
    assert sentence == "stoneage_core: 2 policies were given for 4 players\n"


@pytest.mark.parametrize(
    ("players", "depth", "count"), [(2, 3, 20_158), (3, 2, 1_191), (4, 1, 36)]
)
def test_perft_prints_the_count(capsys, players, depth, count):
    command = ("perft", "--players", players, "--depth", depth)
    assert output_of(capsys, *command) == f"{count}\n"


def test_perft_that_would_take_days_is_refused(capsys):
    sentence = error_of(capsys, "perft", "--depth", 9)
    assert sentence == "stoneage_core: a depth over 5 would take days\n"


def test_replay_shows_the_last_position(capsys, file, game):
    shown = output_of(capsys, "replay", file)
    assert f"After event {len(game.events)}: The seed of the dice" in shown
    for tribe_ in game.state.players:
        assert f"{tribe_.score} points, {tribe_.people} people" in shown


def test_replay_shows_the_position_at_a_sequence(capsys, file):
    shown = output_of(capsys, "replay", file, "--at", 30)
    assert shown.startswith("After event 30: ")
    assert "Card 1: " in shown
    assert "Building 3: " in shown


def test_replay_of_the_first_event_shows_an_empty_board(capsys, file):
    shown = output_of(capsys, "replay", file, "--at", 1)
    assert "Round 0, invitation." in shown
    assert "Card" not in shown
    assert "Building" not in shown


def test_replay_shows_tools_resources_and_who_is_awaited(capsys, tmp_path):
    path = tmp_path / "log"
    path.write_text(log.dump(opening(2)), "utf-8")
    shown = output_of(capsys, "replay", path)
    assert "Round 1, placement; awaited: player 1." in shown
    assert "tools none" in shown
    assert "nothing; placed: nobody" in shown


def test_replay_as_json(capsys, file, game):
    state = json.loads(output_of(capsys, "replay", file, "--at", 30, "--json"))
    assert (state["version"], state["game"]) == (30, game.state.game)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The log is empty"),
        ("x\n", "Line 1 of the log is wrong"),
        ('{"sequence":1,"schema_version":1,"event":{"type":"Flown"}}', "Flown"),
        (
            '{"sequence":1,"schema_version":1,'
            '"event":{"type":"DiePicked","player":0,"face":1}}',
            "does not begin with GameCreated",
        ),
    ],
)
def test_bad_files_get_one_clear_line(capsys, tmp_path, text, sentence):
    path = tmp_path / "log"
    path.write_text(text, "utf-8")
    assert sentence in error_of(capsys, "replay", path)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"type": "DiePicked", "player": 0, "face": 1}, "can’t follow"),
        ({"type": "CardKeptOpen", "player": 0, "card": 37}, "unreadable"),
        ({"type": "CardsSlid", "cards": [0, None, None, None]}, "unreadable"),
        ({"type": "BuildingRevealed", "place": "building_1", "building": 29}, "unread"),
    ],
)
def test_a_bad_last_event_gets_one_clear_line(capsys, tmp_path, event, sentence):
    events = opening(2)
    path = tmp_path / "log"
    last = {"sequence": len(events) + 1, "schema_version": 1, "event": event}
    path.write_text(log.dump(events) + json.dumps(last), "utf-8")
    assert sentence in error_of(capsys, "replay", path)


def test_a_missing_file_is_named(capsys, tmp_path):
    assert str(tmp_path / "x") in error_of(capsys, "replay", tmp_path / "x")


def test_a_file_that_is_not_utf_8_is_refused(capsys, tmp_path):
    path = tmp_path / "log"
    path.write_bytes(b"\xff\xfe\x00")
    assert "cannot read" in error_of(capsys, "replay", path)


def test_a_sequence_past_the_end_is_refused(capsys, file, game):
    sentence = error_of(capsys, "replay", file, "--at", 99_999)
    assert f"the log has {len(game.events)} events" in sentence


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["simulate", "--players", "5"],
        ["simulate", "--games", "0"],
        ["simulate", "--games", "many"],
        ["simulate", "--policy", "genius"],
        ["simulate", "--policy", "autopilot,"],
        ["perft", "--depth", "-1"],
        ["replay"],
        ["replay", "file", "--at", "0"],
    ],
)
def test_wrong_arguments_are_explained(capsys, arguments):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: python -m stoneage_core" in capsys.readouterr().err


def run_in_a_shell(*arguments: str) -> subprocess.Popen:
    environment = {name: os.environ[name] for name in os.environ if name != UNBUFFERED}
    return subprocess.Popen(
        [sys.executable, "-m", "stoneage_core", *arguments],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_module_runs_from_a_shell():
    with run_in_a_shell("perft", "--depth", "1") as running:
        assert running.communicate() == ("34\n", "")
    assert running.returncode == 0


def test_a_closed_pipe_is_not_an_error():
    with run_in_a_shell("simulate", "--games", "1") as running:
        running.stdout.close()
        assert running.stderr.read() == ""
    assert running.returncode == 0


def test_a_broken_pipe_in_process_is_not_an_error(monkeypatch):
    class Broken(StringIO):
        def write(self, text):
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Broken())
    monkeypatch.setattr(sys, "stderr", StringIO())
    assert main(["perft", "--depth", "1"]) == 0


def test_the_module_exits_with_the_exit_code(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["stoneage_core", "perft", "--depth", "9"])
    monkeypatch.delitem(sys.modules, "stoneage_core.__main__")
    with pytest.raises(SystemExit) as left:
        run_module("stoneage_core", run_name="__main__")
    assert left.value.code == 2
    assert "would take days" in capsys.readouterr().err
