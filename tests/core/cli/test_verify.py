"""The command ``python -m stoneage_core verify``."""

import json
import subprocess
import sys
from random import Random

import pytest

from stoneage_core.__main__ import main
from tests.core.audit.box_of_records import bend, fill_box
from tests.core.audit.forgeries import event, line
from tests.core.audit.record_forger import RECORDS, forged, lines_of, record
from tests.core.test_determinism import ROOT


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text(record("finished"), "utf-8")
    return path


def verified(*arguments):
    return main(["verify", *map(str, arguments)])


def test_a_valid_record_is_reported(capsys, file):
    assert verified(file) == 0
    shown = capsys.readouterr()
    first, chain, *_ = shown.out.splitlines()
    assert first == "Game bnhqjyhrb4: 712 events, all in order."
    assert chain.endswith(f"it ends in {lines_of('finished')[-1]['hash']}.")
    assert shown.err == ""


@pytest.mark.parametrize("form", [" {0}{1} ", "{0}\n{1}\n", "> {0}\r\n> {1}"])
def test_a_hash_is_found_even_if_a_mail_program_broke_it(capsys, file, form):
    head = lines_of("finished")[99]["hash"].upper()
    assert verified(file, "--head", form.format(head[:40], head[40:])) == 0
    assert "The hash you gave is that of event 100." in capsys.readouterr().out


def test_an_unknown_hash_is_reported(capsys, file):
    assert verified(file, "--head", "0" * 64) == 1
    shown = capsys.readouterr()
    assert shown.out.startswith("The record is wrong: No event of this record has")
    assert shown.err == ""


def test_a_forged_record_is_reported(capsys, file):
    file.write_text(forged("finished", event(24, dice=[5, 2, 5, 6])), "utf-8")
    assert verified(file) == 1
    assert capsys.readouterr().out == (
        "Event 24 is wrong: It should say: player 2 rolled 5, 2, 5 and 5 for wood "
        "(the forest). It says: player 2 rolled 5, 2, 5 and 6 for wood (the forest).\n"
    )


def test_a_byte_that_is_not_utf_8_is_found_at_its_line(capsys, file):
    at = file.read_bytes().index(b"forest")
    file.write_bytes(file.read_bytes().replace(b"forest", b"f\xffrest", 1))
    assert verified(file) == 1
    number = record("finished").encode().count(b"\n", 0, at) + 1
    assert (
        f"Event {number} is wrong: The line cannot be read" in capsys.readouterr().out
    )


def test_a_record_cannot_command_the_terminal(capsys, file):
    text = forged("finished", line(19, source="\x1b[2J"))
    file.write_text(text, "utf-8")
    assert verified(file) == 1
    assert "\x1b" not in capsys.readouterr().out


def test_a_missing_file_is_named(capsys, tmp_path):
    assert verified(tmp_path / "x") == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"stoneage_core: cannot read {tmp_path / 'x'}")


@pytest.mark.parametrize("digits", [0, 3, 16, 20, 63])
def test_part_of_a_hash_is_refused_with_the_reason(capsys, file, digits):
    head = lines_of("finished")[99]["hash"][:digits]
    with pytest.raises(SystemExit) as left:
        verified(file, "--head", head)
    assert left.value.code == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "all 64 digits are needed" in told
    assert "two histories can be made whose hashes begin with the same digits" in told


def test_an_invalid_hash_is_refused(capsys, file):
    for head in ("x" * 64, lines_of("finished")[99]["hash"] + "0"):
        with pytest.raises(SystemExit) as left:
            verified(file, "--head", head)
        assert left.value.code == 2
        assert "is not a hash" in capsys.readouterr().err


def test_event_has_to_be_that_of_the_hash(capsys, file):
    head = lines_of("finished")[99]["hash"]
    assert verified(file, "--head", head, "--event", 100) == 0
    assert "that of event 100." in capsys.readouterr().out
    assert verified(file, "--head", head, "--event", 99) == 1
    assert capsys.readouterr().out == (
        "The record is wrong: The hash you gave is that of event 100, "
        "not of the one you named\n"
    )
    assert verified(file, "--event", 99) == 2
    assert "--event needs the hash" in capsys.readouterr().err


def test_on_reports_overdue_games_and_refuses_invalid_days(capsys, tmp_path):
    running = tmp_path / "running.jsonl"
    running.write_text(record("running"), "utf-8")
    assert verified(running, "--on", "2199-12-24") == 3
    assert "It is overdue: it had to go on by" in capsys.readouterr().out
    for day in ("2026-12-32", "tomorrow", "12026-1-01"):
        with pytest.raises(SystemExit):
            verified(running, "--on", day)
        assert "is not a day like" in capsys.readouterr().err


def test_opponents_accepts_a_game_without_bots(capsys, file):
    assert verified(file, "--opponents") == 0
    assert "0 moves of bots decided again." in capsys.readouterr().out


@pytest.mark.parametrize("name", ["eventful", "answered"])
def test_opponents_accepts_a_game_that_went_back(capsys, file, name):
    file.write_text(record(name), "utf-8")
    assert verified(file, "--opponents") == 0
    assert "moves of bots decided again." in capsys.readouterr().out


def test_garbage_is_refused_in_a_sentence(capsys, file):
    dice = Random("garbage")
    for size in (0, 1, 2, 10, 100, 10_000, *(dice.randrange(500) for _ in range(100))):
        file.write_bytes(dice.randbytes(size))
        assert verified(file) == 1
        shown = capsys.readouterr()
        assert shown.out.startswith("Event 1 is wrong: ")
        assert (shown.out.count("\n"), shown.err) == (1, "")


@pytest.mark.parametrize("name", RECORDS)
def test_verify_runs_without_django(name):
    """Run it in a process that cannot import Django."""
    forbidden = "import sys; sys.modules['django'] = None; sys.argv[0] = 'verify'; "
    code = forbidden + "from stoneage_core.__main__ import main; sys.exit(main())"
    path = ROOT / "tests" / "golden" / "records" / f"{name}.jsonl"
    ran = subprocess.run(
        [sys.executable, "-c", code, "verify", path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "all in order" in ran.stdout


def test_several_records_get_a_line_each(capsys, tmp_path, file):
    # A wrong record or a missing file does not hide the others.
    running = tmp_path / "running.jsonl"
    running.write_text(record("running"), "utf-8")
    assert verified(file, running) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "2 records: 2 hold."
    assert told[1].startswith(f"holds   {file}: game bnhqjyhrb4, 712 events, over")
    assert told[2].startswith(
        f"holds   {running}: game v2rp6y5cpe, 193 events, goes on"
    )
    assert verified(file, running, "--on", "2026-12-24") == 3
    assert "1 overdue, 1 hold." in capsys.readouterr().out
    bent = tmp_path / "bent.jsonl"
    bent.write_text(record("finished").replace("[5,2,5,5]", "[5,2,6,5]", 1), "utf-8")
    box = (running, tmp_path / "none.jsonl", file, bent)
    assert verified(*box, "--on", "2026-12-24") == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "4 records: 1 wrong, 1 unread, 1 overdue, 1 hold."
    assert told[1].startswith(f"WRONG   {bent}: Event 24 is wrong")
    assert [line[:8].strip() for line in told[2:]] == ["UNREAD", "overdue", "holds"]


def test_json_prints_an_object_per_record(capsys, tmp_path, file):
    assert verified(file, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["fate"] == "hold"
    assert told["head"] == lines_of("finished")[-1]["hash"]
    assert (told["events"], told["event"], told["dice"]) == (712, None, 244)
    file.write_text(record("finished").replace("[5,2,5,5]", "[5,2,6,5]", 1), "utf-8")
    assert verified(file, tmp_path / "none.jsonl", "--json") == 1
    wrong, unread = map(json.loads, capsys.readouterr().out.splitlines())
    assert (wrong["fate"], wrong["event"]) == ("wrong", 24)
    assert unread["fate"] == "unread"
    assert "game" not in unread


def test_all_records_of_a_directory_are_verified(capsys, tmp_path):
    # Half of the different games get one changed digit.
    assert verified(tmp_path) == 2
    assert "there is no record" in capsys.readouterr().err
    files = fill_box(tmp_path, 6)
    assert verified(tmp_path) == 0
    assert capsys.readouterr().out.startswith("6 records: 6 hold.\n")
    heads = {path.read_text("utf-8").splitlines()[-1][-67:] for path in files}
    assert len(heads) == 6
    for path in files[1::2]:
        bend(path, Random(path.name))
    assert verified(tmp_path) == 1
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == "6 records: 3 wrong, 3 hold."
    named = [line.split(":")[0] for line in lines]
    assert named[:3] == [f"WRONG   {path}" for path in files[1::2]]


def test_options_for_one_record_are_refused_for_several(capsys, file):
    assert verified(file, file, "--explain", "26") == 2
    assert "--explain needs a single record" in capsys.readouterr().err


def test_several_events_are_explained(capsys):
    file = str(ROOT / "tests/golden/records/finished.jsonl")
    assert main(["verify", file, "--explain", "24,26-27"]) == 0
    said = capsys.readouterr().out
    for number in (24, 26, 27):
        assert f"\nEvent {number}: " in said
    assert "\nEvent 25: " not in said
    for wrong in ("24-", "0", "1-500", "x", "30-24"):
        with pytest.raises(SystemExit):
            main(["verify", file, "--explain", wrong])
