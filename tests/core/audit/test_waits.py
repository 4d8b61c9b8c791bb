"""`verify --times`: how long each player let the table wait."""

import json
from pathlib import Path

import pytest

from stoneage_core.__main__ import main
from stoneage_core.audit.moments import parse_moment
from stoneage_core.audit.waits import waits_of
from stoneage_core.time_control import DAY

RECORDS = Path(__file__).parents[2] / "golden" / "records"


def lines_of(name: str) -> list[dict]:
    text = (RECORDS / f"{name}.jsonl").read_text()
    return [line for line in map(json.loads, text.splitlines()) if "event" in line]


def waits_in(name: str):
    return waits_of((RECORDS / f"{name}.jsonl").read_text())


def test_every_decision_of_a_player_has_a_wait():
    lines = lines_of("finished")
    for player, waits in waits_in("finished").items():
        moves = [
            line["sequence"]
            for line in lines
            if line["decided_by"] == player
            and line["command"]
            and not line["command"].startswith("{")
        ]
        assert [wait.event for wait in waits] == moves


def test_waits_of_a_game_without_interruptions_add_up_to_its_length():
    lines = lines_of("finished")
    waits = [wait.seconds for each in waits_in("finished").values() for wait in each]
    (start,) = [line for line in lines if line["event"]["type"] == "GameStarted"]
    begins, ends = (parse_moment(line["recorded_at"]) for line in (start, lines[-1]))
    # Two players can be asked at once, when the tribes are fed or dice are shared out.
    length = (ends - begins).total_seconds()
    assert length <= sum(waits) <= 2 * length


def test_a_timeout_is_a_wait_up_to_the_timeout():
    (line, *_) = [
        line for line in lines_of("eventful") if line["event"]["type"] == "TurnTimedOut"
    ]
    waits = waits_in("eventful")[line["event"]["player"]]
    (found,) = [wait for wait in waits if wait.event == line["sequence"]]
    assert found.seconds >= DAY


def test_times_are_reported_for_a_single_record(capsys):
    path = str(RECORDS / "running.jsonl")
    assert main(["verify", path, "--times"]) == 0
    said = capsys.readouterr().out
    assert all(f"\nPlayer {player} took " in said for player in (1, 2, 3))
    assert main(["verify", path, path, "--times"]) == 2


@pytest.mark.parametrize("name", ["finished", "eventful", "running", "beacon"])
def test_no_wait_is_negative(name):
    waits = [wait for each in waits_in(name).values() for wait in each]
    assert waits
    assert min(wait.seconds for wait in waits) >= 0
