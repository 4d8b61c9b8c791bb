"""Transcripts of games."""

import json
from pathlib import Path

import pytest

from stoneage_core import notation
from stoneage_core.__main__ import main
from stoneage_core.record.transcript import (
    NOTATION,
    read_transcript_lines,
    write_transcript,
)

GOLDEN = Path(__file__).parents[2] / "golden"
RECORDS = sorted((GOLDEN / "records").glob("*.jsonl"))


def transcript(path: Path) -> list[str]:
    return write_transcript(read_transcript_lines(path.read_text())).splitlines()


def test_a_transcript_begins_with_a_header():
    lines = transcript(GOLDEN / "records" / "finished.jsonl")
    assert lines[:7] == [
        "Game: bnhqjyhrb4",
        f"How to read it: {NOTATION}",
        "Players: 2",
        "Version of the rules: 1",
        "Start player: drawn at random",
        "Tie-break: food track, then tools, then people",
        "Spectators: Whoever has the link may watch.",
    ]
    assert lines[7].startswith("Clock: 3 days for each turn, 21 vacation days")
    assert lines[9].startswith("Seed: ")
    assert lines[10:12] == ["Result: P1 200, P2 163", "Won by: P1"]


def test_decisions_are_numbered_and_have_their_effects():
    lines = transcript(GOLDEN / "records" / "finished.jsonl")
    assert "Round 1, player 2 starts" in lines
    assert "    1. P2  field  @14 2026-11-20 12:00:00" in lines
    assert "    6. P1  use hut  [4 4 6] = 3 brick  @27 2026-11-20 12:05:00" in lines
    told = [line.partition("  @")[0] for line in lines]
    assert "   30. P2  buy 1 wood  (dice for all / writing) [1 6]" in told
    assert "       ; Player 1 picked the 1." in told


def test_events_around_the_board_are_comments():
    lines = transcript(GOLDEN / "records" / "eventful.jsonl")
    told = [line.partition("  @")[0] for line in lines]
    assert "    4. P1  tool maker (time ran out)" in told
    assert "       ; Player 2 voted yes to proposal 1." in told
    assert not any("out of the bank" in line for line in lines)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_move_of_a_record_is_in_its_transcript(path):
    lines = read_transcript_lines(path.read_text())
    made = [line.command for line in lines if line.command[:1] not in ("", "{")]
    numbered = [line for line in transcript(path) if line[:6].strip(" .").isdigit()]
    told = [line.split("  P", 1)[-1] for line in numbered]
    for command in made:
        notation.from_text(command)
        assert any(f"  {command}" in f"{each}  " for each in told), command
    assert len(numbered) >= len(made)


def test_a_running_game_has_no_result_yet():
    (result,) = [
        line
        for line in transcript(GOLDEN / "records" / "running.jsonl")
        if line.startswith("Result")
    ]
    assert "none after" in result


def test_the_command_line_accepts_logs_and_records(capsys):
    log = sorted(GOLDEN.glob("*.jsonl"))[0]
    for path in (log, RECORDS[0]):
        assert main(["transcript", str(path)]) == 0
        assert capsys.readouterr().out.startswith("Game: ")
    assert main(["transcript", "no-such-file"]) == 2


def test_a_transcript_without_events_is_a_header():
    assert write_transcript([]) == "Result: none after 0 events\n"


FINISHED = str(GOLDEN / "records" / "finished.jsonl")


def told(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["transcript", FINISHED, *options]) == 0
    return capsys.readouterr().out


def numbers(text: str) -> list[str]:
    """Return the numbers of the moves in a transcript."""
    starts = [line[:6].strip() for line in text.splitlines()]
    return [each for each in starts if each.endswith(".")]


def test_decisions_can_be_filtered(capsys):
    assert numbers(told(capsys, "--player", "2", "--round", "1"))[:3] == [
        *("1.", "3.", "5."),
    ]
    assert numbers(told(capsys, "--round", "1", "--place", "clay pit")) == ["4.", "6."]
    assert numbers(told(capsys, "--type", "GameEnded")) == [numbers(told(capsys))[-1]]
    assert numbers(told(capsys, "--player", "3")) == []


def test_decisions_can_be_had_as_json(capsys):
    found = json.loads(told(capsys, "--json", "--place", "forest", "--round", "1"))
    assert found[0] == {
        "round": 1,
        "player": 2,
        "command": "forest 4",
        "recorded_at": "2026-11-20T12:02:00.000000Z",
        "events": [
            {
                "sequence": 18,
                "type": "PeoplePlaced",
                "sentence": "Player 2 sent 4 people to the forest.",
            },
            {"sequence": 19, "type": "TurnStarted", "sentence": "Player 1 is next."},
        ],
    }


@pytest.mark.parametrize("command", ["transcript", "replay"])
def test_a_record_with_a_broken_chain_is_not_shown(command, tmp_path, capsys):
    """A die was changed, and the hashes were left as they were."""
    broken = tmp_path / "broken.jsonl"
    text = (GOLDEN / "records" / "finished.jsonl").read_text()
    broken.write_text(text.replace('"dice":[5,2,5,5]', '"dice":[5,2,6,5]', 1))
    assert main([command, str(broken)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("Event 24 is wrong: The hash does not fit the event.")
    whole = str(GOLDEN / "records" / "logged.jsonl")  # with lines after its events
    assert main([command, whole]) == 0


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            "transcript",
            ["@14 is event 14", "times are UTC", "P1 is player 1", "round N"],
        ),
        ("monitor", ["every hour", "Exit codes: 0", "monitor.json in the current"]),
    ],
)
def test_help_says_how_to_read_and_use_a_command(command, told, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert [each for each in told if each not in shown] == []
