"""Comparing two records of one game."""

from pathlib import Path

import pytest

from stoneage_core.__main__ import main
from stoneage_core.audit.difference import compare_records
from stoneage_core.audit.verdict import Wrong

RECORDS = Path(__file__).parents[2] / "golden" / "records"
RECORD = (RECORDS / "finished.jsonl").read_text()
LINES = RECORD.splitlines(keepends=True)


def test_equal_records_have_no_difference():
    assert compare_records(RECORD, RECORD) == ""


def test_the_first_difference_is_shown_for_both_records():
    changed = LINES[60].replace('"source":"', '"source":"s', 1)
    told = compare_records(RECORD, "".join([*LINES[:60], changed, *LINES[61:]]))
    assert told.startswith("They differ at event 61, and are the same before it.\n")
    assert "  source in the first: " in told
    assert "  source in the second: s" in told
    assert "hash in" not in told


def test_different_dice_are_shown_as_sentences():
    at = next(n for n, line in enumerate(LINES) if '"dice":[' in line)
    start = LINES[at].index('"dice":[') + len('"dice":[')
    face = "1" if LINES[at][start] != "1" else "2"
    changed = LINES[at][:start] + face + LINES[at][start + 1 :]
    told = compare_records(RECORD, "".join([*LINES[:at], changed, *LINES[at + 1 :]]))
    assert f"They differ at event {at + 1}" in told
    assert told.count("rolled") == 2


def test_the_shorter_record_is_named():
    shorter = "".join(LINES[:50])
    assert compare_records(RECORD, shorter) == (
        "They are the same up to event 50, where the second ends; the first goes on.\n"
    )
    assert compare_records(shorter, RECORD) == (
        "They are the same up to event 50, where the first ends; the second goes on.\n"
    )


def test_records_of_different_games_are_named():
    other = (RECORDS / "eventful.jsonl").read_text()
    assert compare_records(RECORD, other).startswith(
        "These are records of different games"
    )


def test_an_unreadable_line_raises_wrong():
    with pytest.raises(Wrong):
        compare_records(RECORD, "nonsense\n")


def test_the_compare_command_reports_and_exits_by_the_result(tmp_path, capsys):
    paths = [tmp_path / "one.jsonl", tmp_path / "other.jsonl"]
    paths[0].write_text(RECORD)
    paths[1].write_text("".join(LINES[:50]))
    assert main(["compare", str(paths[0]), str(paths[0])]) == 0
    assert capsys.readouterr().out == "They are the same.\n"
    assert main(["compare", *map(str, paths)]) == 1
    assert "where the second ends" in capsys.readouterr().out
    paths[1].write_text("nonsense\n")
    assert main(["compare", *map(str, paths)]) == 2
    assert "a record cannot be read" in capsys.readouterr().err
